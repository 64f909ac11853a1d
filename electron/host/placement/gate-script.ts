/** The environment names that the gate sets itself; none of their values is a secret. */
export const gateEnvironmentNames: readonly string[] = ['HOME', 'PATH', 'TERM', 'BAILIWICK_SEAT', 'BAILIWICK_BINDING', 'BAILIWICK_EXECUTION'];

/** How long the gate waits for secrets before it gives up, in seconds. */
const secretsWithinSeconds = 120;

/**
 * The container's command. It reads the launch file, waits for secrets only where a launch has some, and becomes the
 * harness. Plain POSIX, for dash and busybox alike: `exec` takes no `--` in the one and needs it in the other, so a
 * command that starts with a hyphen is refused.
 */
export const gateScript = `#!/bin/sh
# The launch gate of Bailiwick: it becomes the program that the launch file names.

fail() {
  printf 'launch gate: %s\\n' "$1" >&2
  exit 78
}

bailiwick_launch=/state/.bailiwick/launch
[ -r "$bailiwick_launch" ] || fail 'there is no launch file: this container is started by a launch from the console.'

bailiwick_secrets=no
bailiwick_names=
. "$bailiwick_launch" || fail 'the launch file cannot be read.'
[ "$#" -gt 0 ] || fail 'the launch file names no command.'
case $1 in
  -*) fail "a command cannot start with a hyphen: $1" ;;
esac

export HOME=/state/home
export PATH="\${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}"
export TERM="\${TERM:-dumb}"
export BAILIWICK_SEAT BAILIWICK_BINDING BAILIWICK_EXECUTION

if [ "$bailiwick_secrets" = yes ]; then
  bailiwick_env=/run/bailiwick/env
  bailiwick_waited=0
  while [ ! -f "$bailiwick_env" ]; do
    [ "$bailiwick_waited" -lt ${secretsWithinSeconds} ] || fail 'the secrets of this launch did not arrive.'
    sleep 1 || fail 'the image has no sleep, so the gate cannot wait for secrets.'
    bailiwick_waited=$((bailiwick_waited + 1))
  done
  set -a
  . "$bailiwick_env" || fail 'the secrets of this launch cannot be read.'
  set +a
fi

for bailiwick_name in $bailiwick_names; do
  eval "[ -n \\"\\\${$bailiwick_name+set}\\" ]" || fail "the environment name $bailiwick_name was asked for and is not set."
done

cd "$bailiwick_directory" || fail "the working directory cannot be entered: $bailiwick_directory"
unset bailiwick_launch bailiwick_secrets bailiwick_names bailiwick_name bailiwick_directory bailiwick_env bailiwick_waited
exec "$@"
`;
