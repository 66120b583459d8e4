#!/bin/sh
# rollcall: one word before a job. It tells a Rollcall service that the job began and how it ended, and passes on
# all else: arguments, input, output, signals and exit code. It needs curl, or GNU wget. "rollcall help" says more.
# All of it stands between braces, so that a shell runs nothing of a file that was cut.
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
rollcall run [--no-output] NAME -- COMMAND [ARGUMENT...]
    runs a job: tells that it began, how it ended, and the last 10 kB of what it printed
rollcall ping NAME [start|fail|log|EXIT-CODE]
    says that a job is alive, or another signal
rollcall status
    lists your monitors; exit code 1 where one is late or failing
rollcall help, rollcall --version

NAME is the name of the job; its first ping makes its monitor.
ROLLCALL_URL   the address of the service, or a whole ping URL
ROLLCALL_KEY   your ingest key (hpk_...), for status also an API key or guest token; parted by a space
ROLLCALL_PATIENCE   for how many seconds after a job its end is tried again (20)
Without ROLLCALL_KEY the words of ~/.config/rollcall/key or /etc/rollcall/key count, the address too.
No one but the owner of that file may be able to read it.
END
}

rc_say() { echo "rollcall: $*" >&2; }

# Settings: url, key (of jobs), api_key (of their owner); trouble is a sentence where one is of no use.

rc_take() {
  case $1 in
    *[!][A-Za-z0-9._~:/?\&=%@-]*) rc_trouble='a key or an address has a character that none has' ;;
    hpk_*) rc_key=$1 ;;
    mmk_* | hp_*) rc_api_key=$1 ;;
    http://* | https://*) rc_url=${1%/} ;;
    *) rc_trouble='ROLLCALL_KEY or its file has a word that is no key and no address' ;;
  esac
}

# Whether group and others may do nothing with a file.
rc_is_own() {
  # shellcheck disable=SC2012 # No other program of POSIX says the mode.
  case $(ls -ldL "$1" | cut -c 5-10) in ------) return 0 ;; *) return 1 ;; esac
}

rc_take_file() {
  for rc_file in "${HOME:-}/.config/rollcall/key" /etc/rollcall/key; do
    if ! [ -f "$rc_file" ] || ! [ -r "$rc_file" ]; then continue; fi
    if ! rc_is_own "$rc_file"; then
      rc_trouble="others can read $rc_file, so it is not used: chmod 600 $rc_file"
      return
    fi
    while read -r rc_line || [ -n "$rc_line" ]; do
      case $rc_line in '#'*) continue ;; esac
      # shellcheck disable=SC2086 # Words are meant.
      set -- $rc_line
      for rc_word; do rc_take "$rc_word"; done
    done <"$rc_file"
    return
  done
}

rc_settings() {
  rc_url='' rc_key='' rc_api_key='' rc_trouble=''
  if [ -n "${ROLLCALL_KEY:-}" ]; then
    for rc_word in $ROLLCALL_KEY; do rc_take "$rc_word"; done
  else
    rc_take_file
  fi
  [ -z "${ROLLCALL_URL:-}" ] || rc_take "$ROLLCALL_URL"
  rc_patience=${ROLLCALL_PATIENCE:-20}
  case $rc_patience in *[!0-9]* | ?????*) rc_patience=20 ;; esac
  rc_client=''
  if command -v curl >/dev/null 2>&1; then rc_client=curl
  elif wget --version 2>/dev/null | grep -q 'GNU Wget'; then rc_client=wget
  else rc_trouble='neither curl nor GNU wget is here'
  fi
  [ -n "$rc_url" ] || : "${rc_trouble:=ROLLCALL_URL is not set}"
}

# Where pings of a job go: the target of a name.
rc_target_of() {
  rc_target='' rc_what=$1
  rc_settings
  [ -z "$rc_trouble" ] || return 1
  case $rc_url in
    */in/hpk_*) rc_target=$rc_url/$1 ;;
    */in/* | */ping/*) rc_target=$rc_url ;;
    *)
      [ -n "$rc_key" ] || { rc_trouble='there is no ingest key (hpk_...): set ROLLCALL_KEY'; return 1; }
      rc_target=$rc_url/in/$rc_key/$1
      ;;
  esac
  case $1 in
    '' | *[!A-Za-z0-9._-]*) rc_trouble='a name is of letters, digits and . _ -'; rc_target=''; return 1 ;;
  esac
}

# Calls. Keys go by standard input, since others see arguments. `echo` is built into every shell, `printf` is not.

# ping URL FILE: `got` is the status of the answer, or nothing. A FILE that is empty or not there is not sent.
rc_ping() {
  [ -s "$2" ] && rc_body=$2 || rc_body=''
  case $rc_client in
    curl)
      rc_got=$(echo "url = \"$1\"" | curl -q -s -g -K - --connect-timeout "$rc_connect_sec" --max-time "$rc_call_sec" \
        --proto '=http,https' -o /dev/null -w '%{http_code}' -H 'Expect:' -H 'Content-Type: text/plain' \
        ${rc_body:+--data-binary "@$rc_body"} 2>/dev/null)
      ;;
    wget)
      rc_got=$(echo "$1" | rc_bounded wget --no-config -i - -O /dev/null -nv -S --tries=1 --max-redirect=0 \
        --connect-timeout="$rc_connect_sec" --dns-timeout="$rc_connect_sec" --read-timeout="$rc_call_sec" \
        ${rc_body:+--header='Content-Type: text/plain' --post-file="$rc_body"} 2>&1 |
        sed -n 's|^ *HTTP/[0-9.]* \([0-9][0-9][0-9]\).*|\1|p' | tail -n 1)
      ;;
  esac
  [ "$rc_got" != 000 ] || rc_got=''
}

rc_bounded() {
  if command -v timeout >/dev/null 2>&1; then timeout "$rc_call_sec" "$@"; else "$@"; fi
}

rc_random() { od -An -N2 -tu2 /dev/urandom 2>/dev/null | tr -d ' \n' || echo "$$"; }

rc_now() { date +%s; }

# report URL FILE SECONDS: pings, and again for that many seconds where it may help. Each time waits longer, and by chance.
rc_report() {
  rc_until=$(($(rc_now) + $3)) rc_pause=1
  while :; do
    rc_ping "$1" "$2"
    case $rc_got in
      2??) return 0 ;;
      '' | 408 | 429 | 5??) ;;
      *) return 1 ;;
    esac
    rc_drawn=$(rc_random)
    rc_wait_sec=$((rc_pause + ${rc_drawn:-$$} % (rc_pause + 2)))
    [ -n "$rc_caught" ] || [ $(($(rc_now) + rc_wait_sec)) -gt "$rc_until" ] && return 1
    sleep "$rc_wait_sec"
    rc_pause=$((rc_pause * 2))
  done
}

rc_why_not() {
  case $rc_got in
    '') echo 'the service was not reached' ;;
    402) echo 'the service answered 402: the name is new, and the free monitors are used up' ;;
    404) echo 'the service answered 404: it does not know the key or the URL' ;;
    *) echo "the service answered $rc_got" ;;
  esac
}

# A job

rc_caught='' rc_signals=0 rc_job='' rc_deaf=''

rc_pass_on() {
  rc_caught=$1 rc_signals=$((rc_signals + 1))
  [ -z "$rc_job" ] || kill -s "$1" "$rc_job" 2>/dev/null
  # Shells let what they put into the background ignore INT, and some cannot take that back.
  [ "$1" != INT ] || [ -z "$rc_deaf" ] || [ -z "$rc_job" ] || kill -s TERM "$rc_job" 2>/dev/null
}

# How INT reaches a job: by env of GNU, or by a shell that can reset it; else it is told by TERM.
rc_find_ears() {
  rc_ears='' rc_deaf=''
  if env --default-signal=INT,QUIT true 2>/dev/null; then
    rc_ears='env'
    return
  fi
  # shellcheck disable=SC2016 # The inner shell ends itself.
  (trap - INT; exec sh -c 'kill -s INT "$$"; exit 9') >/dev/null 2>&1 &
  wait "$!"
  [ "$?" -ne 9 ] || rc_deaf=yes
}

# Becomes the job.
rc_become() {
  trap - INT QUIT
  case $rc_ears in env) exec env --default-signal=INT,QUIT "$@" ;; *) exec "$@" ;; esac
}

# Output goes where it went, and through the end of one pipe into a file of 10 kB. Whoever copies ends with its input.
rc_capture() {
  rc_dir=$(mktemp -d "${TMPDIR:-/tmp}/rollcall.XXXXXX" 2>/dev/null) || { rc_dir=''; return; }
  if ! mkfifo "$rc_dir/out" "$rc_dir/err" "$rc_dir/all" "$rc_dir/end" 2>/dev/null; then
    rm -rf "$rc_dir"
    rc_dir=''
    return
  fi
  (trap '' HUP INT TERM; exec tail -c "$rc_output_bytes") <"$rc_dir/end" >"$rc_dir/tail" 2>/dev/null &
  rc_keeper=$!
  (trap '' HUP INT TERM; exec cat) <"$rc_dir/all" >"$rc_dir/end" 2>/dev/null &
  rc_copier=$!
  # Both hold the pipe before the job can open theirs, or the one might find it left by the other.
  # shellcheck disable=SC2094 # It is a pipe.
  (trap '' HUP INT TERM; exec tee "$rc_dir/all") 7>"$rc_dir/all" <"$rc_dir/out" &
  # shellcheck disable=SC2094
  (trap '' HUP INT TERM; exec tee "$rc_dir/all") 7>"$rc_dir/all" <"$rc_dir/err" >&2 &
}

# The output is whole when all who can write have ended. A daemon that the job left behind does not: then its output goes
# on to where it went, and what there is by now is sent.
rc_captured() {
  (
    trap '' HUP INT TERM
    sleep "$rc_linger_sec"
    exec 7<"$rc_dir/all"
    kill -s KILL "$rc_copier"
    exec cat <&7
  ) </dev/null >/dev/null 2>&1 &
  rc_timer=$!
  rc_await "$rc_copier"
  if [ "$rc_code" -le 128 ]; then
    kill -s KILL "$rc_timer"
    rc_await "$rc_timer"
  fi
  rc_await "$rc_keeper"
}

# Waits for a child, whatever signals come meanwhile: `rc_code` is how it ended, as a shell says it.
rc_await() {
  rc_seen=''
  while :; do
    rc_before=$rc_signals
    # Silently: some shells say how a child ended.
    wait "$1" 2>/dev/null
    rc_code=$?
    # A signal ends `wait` too; where the child had ended with it, there is nobody left to wait for.
    [ "$rc_code" -ne 127 ] || [ -z "$rc_seen" ] || rc_code=$rc_seen
    [ "$rc_before" -ne "$rc_signals" ] || break
    rc_seen=$rc_code
  done
  # ksh says 256 and the signal.
  [ "$rc_code" -le 255 ] || rc_code=$((rc_code - 128))
}

rc_run() {
  rc_keeps=yes
  if [ "${1:-}" = --no-output ]; then rc_keeps=''; shift; fi
  if [ "$#" -lt 3 ] || [ "$2" != -- ]; then
    rc_say 'usage: rollcall run [--no-output] NAME -- COMMAND [ARGUMENT...]'
    exit 2
  fi
  # Whatever is wrong with us is no reason to leave a job undone.
  rc_target_of "$1" || rc_say "$1 runs, and is not reported: $rc_trouble."
  shift 2
  rc_rid=$(od -An -N16 -tx1 /dev/urandom 2>/dev/null | tr -d ' \n')
  rc_rid=${rc_rid:-$$-$(rc_now)}
  rc_find_ears
  for rc_signal in HUP INT QUIT TERM USR1 USR2; do
    # shellcheck disable=SC2064 # Its name now.
    trap "rc_pass_on $rc_signal" "$rc_signal"
  done
  rc_starter='' rc_dir=''
  # What is in the background has no input, unless it comes by another number.
  if (: <&0) 2>/dev/null; then exec 8<&0; else exec 8</dev/null; fi
  if [ -n "$rc_target" ]; then
    (rc_report "$rc_target/start?rid=$rc_rid" '' 0) </dev/null >/dev/null 2>&1 8<&- &
    rc_starter=$!
    [ -z "$rc_keeps" ] || rc_capture 8<&-
  fi
  if [ -n "$rc_dir" ]; then
    (rc_become "$@") <&8 8<&- >"$rc_dir/out" 2>"$rc_dir/err" &
  else
    (rc_become "$@") <&8 8<&- &
  fi
  rc_job=$!
  exec 8<&-
  [ -z "$rc_caught" ] || rc_pass_on "$rc_caught"
  rc_await "$rc_job"
  rc_ended=$rc_code rc_job='' rc_caught=''
  [ -z "$rc_target" ] || rc_close_run
  exit "$rc_ended"
}

rc_close_run() {
  { [ -z "$rc_dir" ] || rc_captured; } 2>/dev/null
  # A start that arrived after the end would open a run that nobody closes.
  rc_await "$rc_starter"
  rc_report "$rc_target/$rc_ended?rid=$rc_rid" "${rc_dir:+$rc_dir/tail}" "$rc_patience" ||
    rc_say "$rc_what ended with $rc_ended, and that could not be reported: $(rc_why_not)."
  [ -z "$rc_dir" ] || rm -rf "$rc_dir"
}

rc_ping_once() {
  case ${2:-} in
    '' | start | fail | log | [0-9] | [0-9][0-9] | [0-9][0-9][0-9]) ;;
    *) set -- '' ;;
  esac
  if [ -z "${1:-}" ]; then
    rc_say 'usage: rollcall ping NAME [start|fail|log|EXIT-CODE]'
    exit 2
  fi
  rc_target_of "$1" || { rc_say "$rc_trouble."; exit 1; }
  rc_report "$rc_target${2:+/$2}" '' "$rc_patience" || { rc_say "$1: $(rc_why_not)."; exit 1; }
}

# Status

# ask PATH: the JSON of the owner's API.
rc_ask() {
  case $rc_api_key in mmk_*) rc_header=X-Api-Key ;; *) rc_header=X-Guest-Token ;; esac
  case $rc_client in
    curl)
      echo "header = \"$rc_header: $rc_api_key\"" | curl -q -s -f -g -K - --connect-timeout "$rc_connect_sec" \
        --max-time "$rc_call_sec" --proto '=http,https' "$rc_url$1"
      ;;
    wget)
      echo "header = $rc_header: $rc_api_key" | rc_bounded wget --config=/dev/stdin -q -O - \
        --tries=1 --max-redirect=0 "$rc_url$1"
      ;;
  esac
}

# Each monitor in a line: state, name, last ping. Within a text of JSON no quotation mark stands bare.
rc_monitors_of() {
  awk '
    function field(name,   at, rest) {
      at = index(item, "\"" name "\":")
      if (!at) return ""
      rest = substr(item, at + length(name) + 3)
      if (substr(rest, 1, 1) != "\"") { sub(/[,}].*/, "", rest); return rest == "null" ? "" : rest }
      rest = substr(rest, 2)
      gsub(/\\\\/, "\001", rest); gsub(/\\"/, "\002", rest)
      sub(/".*/, "", rest)
      gsub(/\002/, "\"", rest); gsub(/\001/, "\\", rest)
      return rest
    }
    { text = text $0 }
    END {
      count = split(text, items, /\{"id":"/)
      for (i = 2; i <= count; i++) {
        item = items[i]
        last = field("last_event_at")
        state = field("state")
        if (state == "ok" && item ~ /"incident":\{/) state = "failing"
        printf "%-9s %-40s %s\n", state, field("name"), last == "" ? "never pinged" : last
      }
    }'
}

rc_status() {
  rc_settings
  [ -n "$rc_api_key" ] || : "${rc_trouble:=there is no API key (mmk_...) and no guest token (hp_...)}"
  [ -z "$rc_trouble" ] || { rc_say "$rc_trouble."; exit 1; }
  case $rc_url in */in/* | */ping/*) rc_say 'ROLLCALL_URL is a ping URL; the address of the service is needed.'; exit 1 ;; esac
  rc_cursor='' rc_page=0 rc_worst=0
  while [ "$rc_page" -lt 20 ]; do
    rc_page=$((rc_page + 1))
    rc_json=$(rc_ask "/api/endpoints?limit=500$rc_cursor") ||
      { rc_say 'the service was not reached, or does not know the key.'; exit 1; }
    rc_lines=$(rc_echo_raw "$rc_json" | rc_monitors_of)
    [ -z "$rc_lines" ] || rc_echo_raw "$rc_lines"
    case $rc_json in *'"state":"late"'* | *'"incident":{'* | *'"alert_pending":"fail"'*) rc_worst=1 ;; esac
    case $rc_json in *'"next_cursor":"'*) ;; *) exit "$rc_worst" ;; esac
    rc_cursor=${rc_json##*\"next_cursor\":\"}
    rc_cursor="&cursor=${rc_cursor%%\"*}"
  done
  exit "$rc_worst"
}

# As echo, of a text with backslashes.
rc_echo_raw() {
  cat <<END
$1
END
}

case ${1:-} in
  run) shift; rc_run "$@" ;;
  ping) shift; rc_ping_once "$@" ;;
  status) rc_status ;;
  help | --help | -h) rc_help ;;
  --version | version) echo "rollcall $rc_version" ;;
  *) rc_help >&2; exit 2 ;;
esac
exit
}
