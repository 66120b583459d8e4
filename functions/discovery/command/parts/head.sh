#!/bin/sh
# rollcall: one word before a job. It tells a Rollcall service that the job began and how it ended, and passes on
# all else: arguments, input, output, signals and exit code. It needs curl, or GNU wget. "rollcall help" says more.
# All of it stands between braces, so that a shell runs nothing of a file that was cut.
# shellcheck disable=SC2317 # Some functions are called by a name in a variable.
{
# Nobody's trace shows the key.
set +vx
set -f
rc_version=0.1.0
rc_connect_sec=3
rc_call_sec=10
rc_output_bytes=10000
# How long output is waited for that a job left to others, once it ended.
rc_linger_sec=2

rc_help() {
  cat <<'END'
rollcall run [--no-output] [--cron SCHEDULE [--tz ZONE]] NAME -- COMMAND [ARGUMENT...]
    runs a job: tells that it began, how it ended, and the last 10 kB of what it printed;
    --cron: what its monitor is to be made with, if there is none
rollcall ping NAME [start|fail|log|EXIT-CODE]
    says that a job is alive, or another signal
rollcall status
    lists your monitors; exit code 1 where one is late or failing
rollcall sync [--yes] [--user] [--host NAME] [--tz ZONE]
    shows what it would watch of your crontab, /etc/crontab, /etc/cron.d and timers of systemd, and does it after a yes;
    --user: of your crontab alone
rollcall sync --undo [--yes] [--user]
    takes rollcall from the lines and services to which sync wrote it
rollcall help, rollcall --version

NAME is the name of the job; its first ping makes its monitor.
ROLLCALL_URL   the address of the service, or a whole ping URL
ROLLCALL_KEY   your ingest key (hpk_...), for status also an API key or guest token; parted by a space
ROLLCALL_PATIENCE   for how many seconds after a job its end is tried again (20)
What is in neither is taken from ~/.config/rollcall/key or /etc/rollcall/key.
No one but the owner of that file may be able to read it.
END
}

rc_say() { echo "rollcall: $*" >&2; }
