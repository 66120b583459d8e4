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
      rc_owners_wget -q -O - "$rc_url$1"
      ;;
  esac
}

# wget takes a header from no pipe: it stands in a file that nobody else reads, as long as the call lasts.
rc_owners_wget() {
  rc_config=$(mktemp "${TMPDIR:-/tmp}/rollcall.XXXXXX" 2>/dev/null) || return 1
  echo "header = $rc_header: $rc_api_key" >"$rc_config"
  rc_bounded wget --config="$rc_config" --tries=1 --max-redirect=0 "$@"
  rc_code=$?
  rm -f "$rc_config"
  return "$rc_code"
}

# A field of `item`. Within a text of JSON no quotation mark stands bare.
# shellcheck disable=SC2016
rc_json_awk='
  function raw(name,   at, rest) {
    at = index(item, "\"" name "\":")
    if (!at) return ""
    rest = substr(item, at + length(name) + 3)
    if (substr(rest, 1, 1) != "\"") { sub(/[],}].*/, "", rest); return rest == "null" ? "" : rest }
    rest = substr(rest, 2)
    gsub(/\\\\/, "\001", rest); gsub(/\\"/, "\002", rest)
    sub(/".*/, "", rest)
    return rest
  }
  function field(name,   text) {
    text = raw(name)
    gsub(/\002/, "\"", text); gsub(/\001/, "\\", text)
    return text
  }
  # No answer moves the cursor of a terminal.
  { gsub(/[\001-\037\177]/, ""); gsub(/\302[\200-\237]/, ""); text = text $0 }
'

# Each monitor in a line: state, name, last ping.
rc_monitors_of() {
  LC_ALL=C awk "$rc_json_awk"'
    END {
      count = split(text, items, /\{"id":"/)
      for (i = 2; i <= count; i++) {
        item = items[i]
        last = field("last_event_at")
        state = field("state")
        never = "never pinged"
        if ((state == "ok" || state == "waiting") && item ~ /"incident":\{|"alert_pending":"fail"/) {
          state = "failing"
          never = "never succeeded"
        }
        printf "%-9s %-40s %s\n", state, field("name"), last == "" ? never : last
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
