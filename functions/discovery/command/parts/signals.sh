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
