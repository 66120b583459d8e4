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
