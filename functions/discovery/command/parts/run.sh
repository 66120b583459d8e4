rc_run() {
  rc_keeps=yes rc_name='' rc_cron='' rc_zone=''
  while [ "$#" -gt 0 ]; do
    case $1 in
      --no-output) rc_keeps='' ;;
      # Says to `rollcall sync --undo` whose line it is.
      --synced) ;;
      --cron) rc_cron=${2:-}; [ "$#" -lt 2 ] || shift ;;
      --tz) rc_zone=${2:-}; [ "$#" -lt 2 ] || shift ;;
      -*) break ;;
      *) [ -z "$rc_name" ] || break; rc_name=$1 ;;
    esac
    shift
  done
  if [ -z "$rc_name" ] || [ "$#" -lt 2 ] || [ "$1" != -- ]; then
    rc_say 'usage: rollcall run [--no-output] [--cron SCHEDULE [--tz ZONE]] NAME -- COMMAND [ARGUMENT...]'
    exit 2
  fi
  shift
  # Whatever is wrong with us is no reason to leave a job undone.
  rc_target_of "$rc_name" || rc_say "$rc_name runs, and is not reported: $rc_trouble."
  rc_rid=$(od -An -N16 -tx1 /dev/urandom 2>/dev/null | tr -d ' \n')
  rc_rid=${rc_rid:-$$-$(rc_now)}
  rc_said="?rid=$rc_rid$(rc_schedule_said)"
  rc_find_ears
  for rc_signal in HUP INT QUIT TERM USR1 USR2; do
    # shellcheck disable=SC2064 # Its name now.
    trap "rc_pass_on $rc_signal" "$rc_signal"
  done
  rc_starter='' rc_dir=''
  # What is in the background has no input, unless it comes by another number.
  if (: <&0) 2>/dev/null; then exec 8<&0; else exec 8</dev/null; fi
  if [ -n "$rc_target" ]; then
    (rc_report "$rc_target/start$rc_said" '' 0) </dev/null >/dev/null 2>&1 8<&- &
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

# What a monitor is made of that is not there yet: words of a schedule, and nothing that ends a URL.
rc_schedule_said() {
  case $rc_cron$rc_zone in
    *[!A-Za-z0-9*/,?#LW_+\ -]*) rc_say "$rc_what: --cron and --tz are not sent: no schedule and no zone has such a character." ;;
    *)
      [ -z "$rc_cron" ] || echo "&cron=$rc_cron" | sed 's/ /%20/g; s/#/%23/g'
      [ -z "$rc_cron" ] || [ -z "$rc_zone" ] || echo "&tz=$rc_zone" | sed 's/+/%2B/g'
      ;;
  esac | tr -d '\n'
}

rc_close_run() {
  { [ -z "$rc_dir" ] || rc_captured; } 2>/dev/null
  # A start that arrived after the end would open a run that nobody closes.
  rc_await "$rc_starter"
  rc_report "$rc_target/$rc_ended$rc_said" "${rc_dir:+$rc_dir/tail}" "$rc_patience" ||
    rc_say "$rc_what ended with $rc_ended, and that could not be reported: $(rc_why_not)."
  [ -z "$rc_dir" ] || rm -rf "$rc_dir"
}
