# What the service makes of crontabs. It is told of schedule lines alone, up to what goes to their input.

rc_send_sec=30

# send PATH FILE TYPE: "answer" is what came, `got` its status.
rc_send() {
  : >"$rc_dir/answer"
  case $rc_api_key in mmk_*) rc_header=X-Api-Key ;; *) rc_header=X-Guest-Token ;; esac
  case $rc_client in
    curl)
      rc_got=$(echo "header = \"$rc_header: $rc_api_key\"" | curl -q -s -g -K - --connect-timeout "$rc_connect_sec" \
        --max-time "$rc_send_sec" --proto '=http,https' -o "$rc_dir/answer" -w '%{http_code}' -H 'Expect:' \
        -H "Content-Type: $3" --data-binary "@$2" "$rc_url$1")
      ;;
    wget)
      rc_got=$(rc_owners_wget -O "$rc_dir/answer" -nv -S --content-on-error --header="Content-Type: $3" --post-file="$2" "$rc_url$1" 2>&1 |
        sed -n 's|^ *HTTP/[0-9.]* \([0-9][0-9][0-9]\).*|\1|p' | tail -n 1)
      ;;
  esac
  case $rc_got in
    2??)
      # A full disk cuts it, and so does a line that breaks.
      [ "$(tail -c 1 "$rc_dir/answer")" != '}' ] || return 0
      rc_why='the answer of the service did not come whole, or there is no room for it'
      ;;
    000 | '') rc_why='the service was not reached' ;;
    402) rc_why='more monitors than are free: buy places in the console' ;;
    *) rc_why="the service answered $rc_got: $(LC_ALL=C awk "$rc_json_awk"'END { item = text; print field("detail") }' "$rc_dir/answer")" ;;
  esac
  return 1
}

# Of each line that the service would watch: the monitor in "monitors", its place in "sites", words for a person in "shown".
# Nothing of an answer but a name of plain letters is written anywhere else.
# shellcheck disable=SC2016
rc_plan_awk='
  FILENAME != answer { split($0, of, "\t"); place[of[1]] = of[2] "\t" of[3]; schedule[of[1]] = of[4]; next }
  function quoted(name) { return "\"" name "\":\"" joined(joined(raw(name), "\001", "\\\\"), "\002", "\\\"") "\"" }
  function joined(text, sign, by,   parts, count, at, out) {
    count = split(text, parts, sign)
    for (at = 1; at <= count; at++) out = out (at > 1 ? by : "") parts[at]
    return out
  }
  function time(sec) { return sec < 180 ? sec " s" : sec < 7200 ? int(sec / 60) " min" : int(sec / 3600) " h" }
  function make(fields) { made = made (made == "" ? "" : ",") "{" fields "}" }
  function watch(where, slug, words,   site) {
    site = where "\t" slug
    print site >(dir "/sites")
    site_bytes += length(site) + 1
    print where "\t" words >(dir "/shown")
  }
  # A service that runs in turns: no line of a crontab says that.
  function take_turn(turn,   of, slug) {
    split(turn, of, "\t")
    slug = tolower(host "-" of[2])
    gsub(/[^a-z0-9]+/, "-", slug)
    if (length(slug) > 40 || slug in taken) { print of[1] "\t" of[2] "\tanother job has its name, " slug >>(dir "/left"); return }
    taken[slug] = 1
    make("\"name\":\"" host ": " of[2] "\",\"slug\":\"" slug "\",\"interval_sec\":" of[3])
    watch(of[1] "\t" of[2], slug, sprintf("%-16s %-42s %s", "in turns", slug, "told after " time(of[3])))
  }
  END {
    while ((getline name <(dir "/watched")) > 0) taken[name] = 1
    while ((getline extra <(dir "/late")) > 0) { split(extra, of, "\t"); late[of[1] "\t" of[2]] = of[3] }
    sub(/.*"recognized":\[/, "", text)
    sub(/\],"ignored":\[.*/, "", text)
    count = split(text, items, /\{"line":/)
    for (i = 2; i <= count; i++) {
      item = items[i]
      line = item + 0
      slug = field("slug")
      grace = raw("grace_sec")
      if (!(line in place) || line in given || slug !~ /^[a-z0-9][a-z0-9-]*$/ || length(slug) > 40 || grace !~ /^[0-9]+$/) continue
      if (place[line] in late && (grace += late[place[line]]) > 86400) { given[line] = "it may begin a day late"; continue }
      if (slug in taken) { given[line] = "another line has its name, " slug; continue }
      taken[slug] = 1
      given[line] = ""
      tz = raw("tz") == "" ? "\"tz\":\"UTC\"" : quoted("tz")
      make(quoted("name") "," quoted("slug") "," quoted("cron") "," tz ",\"grace_sec\":" grace)
      watch(place[line], slug, sprintf("%-16s %-42s %-7s %s", schedule[line], slug, time(grace), field("tz")))
    }
    while ((getline turn <(dir "/turns")) > 0) take_turn(turn)
    for (line in place) {
      if (!(line in given)) given[line] = "the service finds no schedule in it"
      if (given[line] != "") print place[line] "\t" given[line] >>(dir "/left")
    }
    if (made != "") made = "{\"monitors\":[" made "]}\n"
    printf "%s", made >(dir "/monitors")
    print "planned " (site_bytes + 0) " " length(made)
  }'

rc_propose() {
  : >"$rc_dir/sites" && : >"$rc_dir/shown" && : >"$rc_dir/monitors" || return 1
  rc_send "/api/import/crontab?host=$rc_host&tz=$rc_tz" "$rc_dir/ask" text/plain ||
    grep -q '"error":"crontab_sem_agenda"' "$rc_dir/answer" || return 1
  rc_why='there is no room for temporary files'
  rc_planned=$(LC_ALL=C awk -v dir="$rc_dir" -v host="$rc_host" -v answer="$rc_dir/answer" "$rc_plan_awk$rc_json_awk" "$rc_dir/map" "$rc_dir/answer") &&
    [ "$rc_planned" = "planned $(rc_bytes_of "$rc_dir/sites") $(rc_bytes_of "$rc_dir/monitors")" ]
}

# The zone that cron runs by.
rc_find_zone() {
  # shellcheck disable=SC2012 # No other program of POSIX says where a link leads.
  rc_tz=$(ls -l /etc/localtime 2>/dev/null | sed -n 's|.*zoneinfo/||p' | sed 's|^posix/||')
  [ -n "$rc_tz" ] || rc_tz=$(head -n 1 /etc/timezone 2>/dev/null)
  [ -n "$rc_tz" ] || [ "$(date +%Z)" != UTC ] || rc_tz=UTC
}

# Names of jobs begin with it, since two machines may have the same crontab.
rc_find_host() {
  rc_host=$(uname -n | sed 's/[.].*//' | tr -cd 'A-Za-z0-9_-' | cut -c 1-24)
  [ "$(id -u)" -eq 0 ] || rc_host=$rc_host-$(id -un | tr -cd 'A-Za-z0-9_-' | cut -c 1-14)
}
