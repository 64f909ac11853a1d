/**
 * Removes what would steer or make talkative a Docker client of this process: which engine is dialled is what was
 * selected, never what a shell happened to export. Says which names it forgot.
 */
export function forgetAmbientSettings(env: NodeJS.ProcessEnv): readonly string[] {
  const forgotten = Object.keys(env).filter((name) => name.startsWith('DOCKER_') || name === 'DEBUG');
  for (const name of forgotten) delete env[name];
  return forgotten;
}
