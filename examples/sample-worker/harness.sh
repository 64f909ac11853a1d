#!/bin/sh
# The sample worker: a harness without a model, to try the console with.
#
#   harness [--session ID | --resume ID] [--steps N] [--pause SECONDS] [--wait]
#
# It lists what it was given under /workspace/task, keeps a history of its session in its home, and leaves a report in
# /workspace/results. With --wait it then stays until it is asked to end. Exit codes: 0 done, 2 wrong arguments,
# 3 the session asked for cannot be had, 143 asked to end before it was done.
set -u

task=/workspace/task
results=/workspace/results
history_folder=${HOME:-/state/home}/history

say() { printf '%s %s\n' "$(date -u +%H:%M:%S)" "$1"; }
refuse() { printf 'harness: %s\n' "$2" >&2; exit "$1"; }

session='' resume='' steps=3 pause=1 stay=no
while [ $# -gt 0 ]; do
  case $1 in
    --session) [ $# -gt 1 ] || refuse 2 '--session needs an id'; session=$2; shift 2 ;;
    --resume) [ $# -gt 1 ] || refuse 2 '--resume needs an id'; resume=$2; shift 2 ;;
    --steps) [ $# -gt 1 ] || refuse 2 '--steps needs a number'; steps=$2; shift 2 ;;
    --pause) [ $# -gt 1 ] || refuse 2 '--pause needs seconds'; pause=$2; shift 2 ;;
    --wait) stay=yes; shift ;;
    *) refuse 2 "unknown argument: $1" ;;
  esac
done

[ -z "$session" ] || [ -z "$resume" ] || refuse 2 'give either --session or --resume'
case $session$resume in *[!A-Za-z0-9-]*) refuse 2 'an id holds letters, digits and hyphens only' ;; esac
case $steps in '' | *[!0-9]*) refuse 2 '--steps needs a number' ;; esac
case $pause in '' | *[!0-9.]*) refuse 2 '--pause needs seconds' ;; esac

# A session is resumed exactly or not at all: another one, or a fresh one, never takes its place.
id=${resume:-${session:-$(cat /proc/sys/kernel/random/uuid)}}
history=$history_folder/$id.jsonl
if [ -n "$resume" ]; then
  [ -f "$history" ] || refuse 3 "there is no history of session $id, so it cannot be resumed"
  begun=resumed
else
  [ ! -e "$history" ] || refuse 3 "session $id has a history already: resume it, or choose another id"
  begun=started
fi

mkdir -p "$history_folder" "$results" || refuse 1 'the home or the results folder cannot be written'

remember() { printf '{"at":"%s","session":"%s","event":"%s","step":%s}\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$id" "$1" "$2" >> "$history"; }

# Waiting in the background lets the signal through at once.
ending=no
trap 'ending=yes' TERM INT
rest() { sleep "$1" & wait $!; }
end_early() { remember stopped "$1"; say "session $id: asked to end"; exit "$2"; }

remember "$begun" 0
say "session $id: $begun"

# What this worker was given, one line for each file: its digest and its path.
given() { (cd "$task" && find . -type f -print0 | sort -z | xargs -0 -r sha256sum); }
files=$(given | grep -c .)
say "session $id: $files files under $task"

step=1
while [ "$step" -le "$steps" ]; do
  say "session $id: step $step of $steps"
  remember step "$step"
  rest "$pause"
  [ "$ending" = no ] || end_early "$step" 143
  step=$((step + 1))
done

# Each result appears whole, under its own name, once it is complete.
{
  printf '# Report of session %s\n\n' "$id"
  printf 'The session was %s. It was given %s files:\n\n' "$begun" "$files"
  given | while IFS= read -r line; do printf '    %s\n' "$line"; done
  if [ -f "$task/task.md" ]; then
    printf '\nIts task, as it stood in task.md:\n\n'
    while IFS= read -r line || [ -n "$line" ]; do printf '> %s\n' "$line"; done < "$task/task.md"
  fi
} > "$results/.report.md" && mv "$results/.report.md" "$results/report.md"
printf '{"session":"%s","begun":"%s","files":%s,"steps":%s,"history":%s}\n' "$id" "$begun" "$files" "$steps" "$(grep -c . "$history")" > "$results/.summary.json" &&
  mv "$results/.summary.json" "$results/summary.json"
remember finished "$steps"
say "session $id: report written to $results/report.md"

[ "$stay" = yes ] || exit 0
say "session $id: waiting until it is asked to end"
while [ "$ending" = no ]; do rest 60; done
end_early "$steps" 0
