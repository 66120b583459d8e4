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
