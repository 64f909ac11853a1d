import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { credentialSignOf, mostCredentialBytes } from '../../electron/host/projection/credential-files.ts';
import { StagingDesk } from '../support/staging-desk.ts';

let desk: StagingDesk;

beforeEach(() => {
  desk = new StagingDesk();
});

const npmToken = `npm_${'a'.repeat(36)}`;

describe('a credential file is refused by name, with the way to a grant', () => {
  test.each<[string, string, string]>([
    ['auth.json', '{}', 'is the login of an authenticated home'],
    ['.codex/auth.json', '{}', 'is the login of an authenticated home'],
    ['home/.claude/.credentials.json', '{}', 'is the login of an authenticated home'],
    ['Auth.JSON', '{}', 'is the login of an authenticated home'],
    ['.netrc', '', 'holds logins for hosts'],
    ['_netrc', '', 'holds logins for hosts'],
    ['.git-credentials', '', 'holds logins for git'],
    ['.config/git/credentials', '', 'holds logins for git'],
    ['.ssh/id_ed25519', '', 'lies in a folder of SSH keys and hosts'],
    ['deep/.ssh/archive/2024/notes.md', 'text', 'lies in a folder of SSH keys and hosts'],
    ['.gnupg/pubring.kbx', '', 'lies in a keyring'],
    ['.aws/credentials', '', 'is a login for a cloud account'],
    ['.aws/config', '', 'is a login for a cloud account'],
    ['.aws/sso/cache/1.json', '', 'is a login for a cloud account'],
    ['.config/gcloud/application_default_credentials.json', '{}', 'is a login for a cloud account'],
    ['.kube/config', '', 'is a login for a cloud account'],
    ['.config/gh/hosts.yml', '', 'is a login for a code host'],
    ['.cargo/credentials.toml', '', 'holds a login for a package or image registry'],
    ['.docker/config.json', '{"auths":{"ghcr.io":{"auth":"dTpw"}}}', 'holds a login for a package or image registry'],
    ['.docker/config.json', 'not JSON at all', 'holds a login for a package or image registry'],
    ['.npmrc', `//npm.example.org/:_authToken=${npmToken}`, 'holds a login for a package or image registry'],
    ['.npmrc', '_auth = dXNlcjpwYXNz', 'holds a login for a package or image registry'],
    ['.pypirc', '[pypi]\nusername = __token__\npassword = hunter22', 'holds a login for a package or image registry'],
    ['.yarnrc.yml', 'npmAuthToken: "a-token-of-ours"', 'holds a login for a package or image registry'],
    ['.env', 'PORT=3000\nOPENAI_API_KEY=anything-at-all', 'sets a variable that is a key or a password'],
    ['.env.local', 'export DB_PASSWORD="hunter22"', 'sets a variable that is a key or a password'],
    ['service/prod.env', `HARMLESS=sk-${'a'.repeat(30)}`, 'sets a variable that is a key or a password'],
    ['.envrc', 'export GITHUB_TOKEN=whatever', 'sets a variable that is a key or a password'],
    ['.env', `${String.fromCharCode(0xfeff)}SECRET=hunter22\r\n`, 'sets a variable that is a key or a password'],
    ['.gemini/oauth_creds.json', '{}', 'is the login of an authenticated home'],
    ['.config/github-copilot/apps.json', '{}', 'is the login of an authenticated home'],
    ['.pgpass', '', 'holds logins for hosts'],
    ['.terraform.d/credentials.tfrc.json', '', 'is a login for a cloud account'],
    ['project/.git/config', '[remote "origin"]\n\turl = https://me:hunter22@git.example.org/x', 'holds logins for git'],
    ['.npmrc', 'registry=https://me:hunter22@npm.example.org', 'holds a login for a package or image registry'],
    ['client_secret_1.json', '{"installed":{"client_secret":"hunter22"}}', 'holds a private key or a token'],
    ['prod.env.local', 'API_KEY=anything-at-all', 'sets a variable that is a key or a password'],
    ['tls/server.key', '-----BEGIN RSA PRIVATE KEY-----\nabc', 'holds a private key or a token'],
    ['id_rsa', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc', 'holds a private key or a token'],
  ])('%s', async (name, content, why) => {
    desk.put(name, content);
    desk.put('task.md', 'do it');

    const refusal = await desk.refused();

    expect(refusal.code).toBe('unsafe_file');
    expect(refusal.says).toBe(`“${name}” ${why}, and credentials are never staged.`);
    expect(refusal.todo).toContain('use a grant');
    expect(desk.kept).toEqual([]);
  });

  test.each<string>([
    'DB_PASS=hunter22', 'DBPASS=hunter22', 'PGPASSWORD=hunter22', 'MYSQL_PWD=hunter22', 'API_KEY_PROD=anything', 'API_KEY_2=anything', 'apiKeyOld=anything', 'AUTHTOKEN=anything', 'GITHUB_PAT=anything',
    `SECRET_KEY_BASE=${'0123abcd'.repeat(8)}`, `STRIPE=sk_live_${'a1'.repeat(12)}`, 'SLACK=xapp-1-A0123-0123-abc', `GOOGLE=ya29.${'a'.repeat(30)}`, `# OLD=sk-${'a'.repeat(30)}`, `OPENAI_API_KEY: sk-${'a'.repeat(30)}`,
    'OPENAI_API_KEY: anything', 'DATABASE_URL=postgres://u:pw@h', 'CACHE="redis://:hunter22@cache:6379/0"', 'export REMOTE=https://me:hunter22@git.example.org/x',
  ])('a variable in .env: %s', async (line) => {
    desk.put('.env', `PORT=3000\n${line}\n`);

    expect(await desk.refused()).toMatchObject({ says: '“.env” sets a variable that is a key or a password, and credentials are never staged.' });
  });

  test('whatever it holds, its values are not in the refusal', async () => {
    desk.put('.env', 'API_KEY=hunter22-and-more');

    expect(JSON.stringify(await desk.refused())).not.toContain('hunter22');
  });

  test('also when the folder that tells is above what was chosen, or the file was chosen itself', async () => {
    const file = desk.put('.ssh/keys/notes');

    expect(await desk.refused({ chosen: { kind: 'folder', path: path.dirname(file) } })).toMatchObject({ code: 'unsafe_file' });
    expect(await desk.refused({ chosen: { kind: 'files', paths: [file] } })).toMatchObject({ says: '“notes” lies in a folder of SSH keys and hosts, and credentials are never staged.' });
  });

  test('one too large to be looked through is not taken for harmless', async () => {
    desk.put('.env', 'A=1\n'.repeat(mostCredentialBytes / 4 + 1));

    expect(await desk.refused()).toMatchObject({ code: 'unsafe_file', says: expect.stringContaining('too large to be looked through') as string });
  });

  test.each<[string, string]>([
    ['.env', `A=${' '.repeat(mostCredentialBytes - 10)}x`],
    ['.env', '-eyJ'.repeat(mostCredentialBytes / 4)],
    ['.env', 'http://a:'.repeat(mostCredentialBytes / 9)],
    ['.env', `${'A_'.repeat(mostCredentialBytes / 2 - 10)}=x`],
    ['.env', `${'TOKEN_'.repeat(mostCredentialBytes / 6 - 10)}URL=x`],
    ['.env', `A=${'SG.'.repeat(mostCredentialBytes / 3)}`],
    ['.npmrc', 'auth'.repeat(mostCredentialBytes / 4)],
    ['.npmrc', 'auth '.repeat(mostCredentialBytes / 5)],
    ['.pypirc', `password=${'"'.repeat(mostCredentialBytes - 10)}`],
  ])('is looked through in no more time than it takes to read it: %s', async (name, content) => {
    const sign = credentialSignOf(`/${name}`);
    if (!sign || sign.certain) throw new Error('its name tells all');
    const begin = performance.now();

    sign.holds(content);

    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  test('with backslashes as with slashes', () => {
    expect(credentialSignOf('C:\\Users\\me\\.ssh\\config')).toMatchObject({ certain: true, kind: 'ssh' });
  });
});

describe('what only looks like one is staged', () => {
  test.each<[string, string]>([
    ['authors.json', '{}'],
    ['oauth.json.md', ''],
    ['.credentials.json.example.md', ''],
    ['docs/netrc.md', ''],
    ['ssh/config', ''],
    ['.sshrc', ''],
    ['aws/credentials', ''],
    ['.aws/README.md', ''],
    ['hosts.yml', ''],
    ['.docker/config.json', '{"auths":{"ghcr.io":{}},"credsStore":"desktop"}'],
    ['.npmrc', 'registry=https://npm.example.org\nalways-auth=true\n//npm.example.org/:_authToken=${NPM_TOKEN}\n# _authToken=abc'],
    ['.pypirc', '[distutils]\nindex-servers = pypi'],
    ['.env', 'PORT=3000\nMONKEY=banana\nMAX_TOKENS=4096\nAPI_KEY=\nTOKEN=<your token>\nSECRET=changeme'],
    ['.envrc-example', 'export GITHUB_TOKEN=\nexport API_KEY=your-key-here'],
    ['environment.md', 'API_KEY=abc'],
    ['tls/server.pem', '-----BEGIN CERTIFICATE-----\nabc'],
    ['id_rsa.pub', 'ssh-rsa AAAA'],
    ['keys.json', '{}'],
    ['.env', 'KEYBOARD=de\nTOKENIZERS_PARALLELISM=false\nPASSENGER_COUNT=3\nBYPASS=all\nCOMPASS_URL=http://x\nPATH_PREFIX=a\nPATTERN=b\nAUTHOR=me\nSECRETARY=me\nMAX_TOKENS=200000'],
    ['.env', 'TOKEN_URL=https://login.example.org/token\nAPI_KEY_FILE=/run/key\nPASSWORD_MIN_LENGTH=12\nSECRET_NAME=the-one\nAWS_ACCESS_KEY_ID_HINT=a\nKEY_REPEAT=fast\nPUBLIC_KEY=abc\nPWD=/home/me\nKEYMAP=us\nUSE_TOKEN=yes'],
    ['.env', 'DATABASE_URL=postgres://user@db:5432/x\nOTHER=postgres://user:${DB_PASS}@db/x\nURL=http://host:80/a@b\nTIME=12:30'],
    ['app.env.ts', 'export const env = {\n  token: read(),\n};'],
    ['.git/config', '[remote "origin"]\n\turl = git@github.com:me/x.git'],
    ['token.json', '{"color":"red"}'],
  ])('%s: %j', async (name, content) => {
    desk.put(name, content);

    expect((await desk.staged()).manifest.entries.map((entry) => entry.path)).toEqual([name]);
  });
});

test('a credential reference is never staged as bytes, whatever was chosen', async () => {
  desk.put('reference.txt');

  const refusal = await desk.refused({ class: 'credential_reference' });

  expect(refusal).toMatchObject({ code: 'unsafe_file', todo: expect.stringContaining('Use a grant') as string });
  expect(desk.kept).toEqual([]);
});
