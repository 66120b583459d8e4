# Timers of systemd. A service is told of by a drop-in beside it, so that nothing of its own is touched.

rc_units=/etc/systemd/system

rc_find_timers() {
  if ! [ -w "$rc_units" ] || ! systemctl list-timers --all --no-legend --no-pager >"$rc_dir/timers" 2>/dev/null; then return 0; fi
  [ -s "$rc_dir/timers" ] || return 0
  rc_sources=$((rc_sources + 1))
  echo "$rc_sources timers timers of systemd" >>"$rc_dir/list"
}

# What systemctl shows of a service and then of its timer, as a line of a crontab: zone, schedule, and how much later it
# may begin; or its turn in seconds; or why it stays as it is.
# shellcheck disable=SC2016
rc_timer_awk='
  BEGIN {
    split("us ms s min h d w month y", names, " ")
    split("0.000001 0.001 1 60 3600 86400 604800 2629800 31557600", sizes, " ")
    for (at in names) seconds[names[at]] = sizes[at]
    seconds[""] = 0
    split("Mon Tue Wed Thu Fri Sat Sun", weekdays, " ")
  }
  { at = index($0, "="); name = substr($0, 1, at - 1); value = substr($0, at + 1) }
  name == "TimersCalendar" && value != "" { calendars++; calendar = value }
  name == "TimersMonotonic" && value ~ /OnUnit(Ina|A)ctiveUSec=/ { turns++; turn = value }
  { of[name] = value }

  # A span of time such as "1min 30s"; -1 for one without an end.
  function span(text,   parts, count, at, unit, sum) {
    count = split(text, parts, " ")
    for (at = 1; at <= count; at++) {
      unit = parts[at]
      gsub(/[0-9.]/, "", unit)
      if (!(unit in seconds)) return -1
      sum += parts[at] * seconds[unit]
    }
    return sum + 0
  }

  # A part of a calendar as cron has it; nothing for one that cron has none of.
  function cron_of(text, most,   parts, count, at, one, step, ends, out) {
    count = split(text, parts, ",")
    for (at = 1; at <= count; at++) {
      one = parts[at]
      step = ""
      if (one != "*" && one !~ /^[0-9]+(\.\.[0-9]+)?(\/[1-9][0-9]*)?$/) return ""
      if (match(one, /\//)) { step = substr(one, RSTART); one = substr(one, 1, RSTART - 1); if (one !~ /\./) one = one ".." most }
      if (one ~ /\./) {
        split(one, ends, /\.\./)
        one = ends[1] + 0 == (most > 12 && most != 31 ? 0 : 1) && ends[2] + 0 == most ? "*" : (ends[1] + 0) "-" (ends[2] + 0)
      }
      else if (one != "*") one += 0
      out = out (at > 1 ? "," : "") one step
    }
    return out
  }

  function days_of(text,   at) {
    for (at in weekdays) gsub(weekdays[at], at, text)
    gsub(/\.\./, "-", text)
    return text
  }

  # Sets zone and schedule, or why there are none.
  function read_calendar(text,   words, count, at, date, time, days, month, day) {
    sub(/^\{ OnCalendar=/, "", text)
    sub(/ ; next_elapse=.*/, "", text)
    count = split(text, words, " ")
    at = 1
    days = "*"
    if (words[1] ~ /^[A-Z]/) days = days_of(words[at++])
    if (split(words[at++], date, "-") != 3 || date[1] != "*") { why = "cron has no such date"; return }
    if (split(words[at++], time, ":") != 3 || time[3] != "00") { why = "it begins at seconds, which cron does not know"; return }
    zone = at <= count ? words[at] : ""
    if (zone != "" && zone != "UTC" && zone !~ /^[A-Z][A-Za-z_]*\/[A-Za-z0-9_\/+-]+$/) { why = "its zone is none that has a name"; return }
    month = cron_of(date[2], 12)
    day = cron_of(date[3], 31)
    if (days != "*" && day != "*") { why = "it asks for a day of the week and of the month, of which cron takes either"; return }
    schedule = cron_of(time[2], 59) " " cron_of(time[1], 23) " " day " " month " " days
    if (schedule ~ /^ |  / || days !~ /^(\*|[1-7]([-,][1-7])*)$/) why = "cron has no such schedule"
  }

  function judge() {
    if (of["LoadState"] != "loaded") return "its service is not there"
    if (of["TimerState"] != "active") return "its timer is off"
    if (of["FragmentPath"] == "" || of["FragmentPath"] ~ /^\/run\//) return "it is gone after the next start of this machine"
    if (of["Type"] !~ /^(oneshot|simple|exec)$/) return "its service is of type " of["Type"]
    if (of["RemainAfterExit"] == "yes") return "its service counts as running when it has ended"
    if (of["RootDirectory"] of["RootImage"] != "") return "its service has another root folder"
    if (of["PrivateNetwork"] == "yes" || of["NetworkNamespacePath"] of["IPAddressDeny"] != "") return "its service has no network, or another"
    if (of["Said"] == "condition") return "its service begins only under a condition"
    if (of["Said"] == "pings") return "it pings already"
    if (short(of["TimeoutStartUSec"]) || short(of["TimeoutStopUSec"])) return "it has less than a minute to start or to stop"
    if (calendars + turns > 1) return "it has several times"
    if (calendars + turns == 0) return "it has no time but the start of this machine"
    late = span(of["RandomizedDelayUSec"]) + span(of["AccuracyUSec"])
    if (late < 60) late = 60
    if (calendars) { read_calendar(calendar); return why }
    sub(/.*ctiveUSec=/, "", turn)
    sub(/ ; .*/, "", turn)
    turn = span(turn)
    return turn < 60 ? "its turn is under a minute" : turn > 15768000 ? "its turn is longer than half a year" : ""
  }
  function short(text) { return text != "" && span(text) >= 0 && span(text) < 60 }

  END {
    why = judge()
    if (why != "") print "stays\t" why
    else if (calendars) print "calendar\t" zone "\t" schedule "\t" late
    # Later than by a half it is late, and by ten minutes at least.
    else print "turn\t" int(turn + (turn > 1200 ? turn / 2 : 600) + late)
  }'

# Of each timer a line in "old": the schedule and the service, or the service alone.
rc_read_timers() {
  awk 'NF > 1 { print $(NF - 1), $NF }' "$rc_dir/timers" >"$rc_dir/pairs" || return 1
  rc_line=0
  : >"$rc_dir/old.$rc_source" || return 1
  while read -r rc_timer rc_unit; do
    rc_read_timer || return 1
    case $rc_how in
      calendar*)
        # A zone holds for the lines below.
        rc_line=$((rc_line + 2))
        rc_echo_raw "$rc_how" | awk -F '	' -v unit="$rc_unit" '{ print "CRON_TZ=" $2; print $3, unit }' >>"$rc_dir/old.$rc_source" || return 1
        echo "$rc_source	$rc_line	${rc_how##*	}" >>"$rc_dir/late" || return 1
        ;;
      turn*) echo "$rc_source	$rc_unit	${rc_how##*	}" >>"$rc_dir/turns" || return 1 ;;
      watched*) echo "${rc_how##*	}" >>"$rc_dir/watched" || return 1 ;;
      *) echo "$rc_source	$rc_unit	${rc_how##*	}" >>"$rc_dir/left" || return 1 ;;
    esac
  done <"$rc_dir/pairs"
}

# Sets how a timer is watched.
rc_read_timer() {
  rc_how=''
  case $rc_unit in
    *[!A-Za-z0-9:_.@-]* | -*) rc_how='stays	its service has an odd name' ;;
    *.service) ;;
    *) rc_how='stays	it starts no service' ;;
  esac
  [ -z "$rc_how" ] || return 0
  rc_name_in_drop_in "$rc_units/$rc_unit.d/rollcall.conf"
  if [ -n "$rc_name" ]; then
    rc_how="watched	$rc_name"
    # Until then it tells nothing, and the silence looks well.
    case $(systemctl show -p NeedDaemonReload -- "$rc_unit" </dev/null 2>/dev/null) in
      *NeedDaemonReload=yes*) rc_how='stays	systemd did not read its files again: systemctl daemon-reload' ;;
    esac
    return 0
  fi
  [ -z "$rc_unit_trouble" ] || { rc_how="stays	$rc_unit_trouble"; return 0; }
  systemctl cat -- "$rc_unit" </dev/null >"$rc_dir/text" 2>/dev/null
  rc_said=''
  if grep -qE '^[[:space:]]*(Condition|Assert)[A-Za-z]+[[:space:]]*=' "$rc_dir/text"; then rc_said=condition; fi
  if grep -qE '(^|[^A-Za-z0-9_-])rollcall(\.sh)? (run|ping) |/(in|ping)/' "$rc_dir/text"; then rc_said=pings; fi
  systemctl show -p LoadState -p FragmentPath -p Type -p RemainAfterExit -p RootDirectory -p RootImage -p PrivateNetwork \
    -p NetworkNamespacePath -p IPAddressDeny -p TimeoutStartUSec -p TimeoutStopUSec -- "$rc_unit" </dev/null >"$rc_dir/unit" 2>/dev/null
  systemctl show -p ActiveState -p TimersCalendar -p TimersMonotonic -p RandomizedDelayUSec -p AccuracyUSec -- "$rc_timer" </dev/null 2>/dev/null |
    sed 's/^ActiveState=/TimerState=/' >"$rc_dir/timer"
  rc_how=$(echo "Said=$rc_said" | LC_ALL=C awk "$rc_timer_awk" "$rc_dir/unit" "$rc_dir/timer" -)
  [ -n "$rc_how" ]
}

# The name in a drop-in that sync wrote.
rc_name_in_drop_in() {
  rc_name=''
  [ ! -f "$1" ] || rc_name=$(sed -n '1s/^# rollcall sync \([a-z0-9-]*\)$/\1/p' "$1")
}

# unit_text NAME SELF FOLDER: what a drop-in says. The plus lets it read the key and reach the network whatever the service may.
rc_unit_text() {
  echo "# rollcall sync $1"
  echo '# "rollcall sync --undo" takes this file away.'
  [ -z "$3" ] || echo '# Its folder was made for it.'
  echo '[Service]'
  echo "ExecStartPre=-+$2 unit $1 start"
  echo "ExecStopPost=-+$2 unit $1"
}

rc_put_units() {
  while IFS='	' read -r rc_of rc_line rc_name; do
    [ "$rc_of" = "$rc_source" ] || continue
    case $rc_line in *.service) rc_unit=$rc_line ;; *) rc_unit=$(sed -n "${rc_line}s/.* //p" "$rc_dir/old.$rc_source") ;; esac
    (umask 022; rc_put_unit) || { rc_reload; rc_why="$rc_units/$rc_unit.d/rollcall.conf cannot be written"; return 1; }
  done <"$rc_dir/sites"
  rc_reload
}

rc_put_unit() {
  rc_folder=$rc_units/$rc_unit.d rc_made=''
  [ -d "$rc_folder" ] || { mkdir "$rc_folder" 2>/dev/null && rc_made=yes || return 1; }
  # systemd reads no name that begins with a dot.
  rc_beside=$rc_folder/.rollcall.$$
  if [ ! -e "$rc_folder/rollcall.conf" ] && rc_unit_text "$rc_name" "$rc_self" "$rc_made" >"$rc_beside" 2>/dev/null &&
    rc_unit_text "$rc_name" "$rc_self" "$rc_made" | cmp -s - "$rc_beside" && mv "$rc_beside" "$rc_folder/rollcall.conf"; then
    return 0
  fi
  rm -f "$rc_beside"
  [ -z "$rc_made" ] || rmdir "$rc_folder"
  return 1
}

rc_reload() { systemctl daemon-reload </dev/null 2>/dev/null || { rc_why='systemd did not read it again: systemctl daemon-reload'; return 1; }; }

# What of the drop-ins can be taken away: "taken", and "stuck" with why one cannot.
rc_undo_units() {
  set +f
  for rc_place in "$rc_units"/*.service.d/rollcall.conf; do
    rc_name_in_drop_in "$rc_place"
    [ -n "$rc_name" ] || continue
    rc_unit=${rc_place%.d/rollcall.conf} rc_unit=${rc_unit##*/}
    rc_was=$(sed -n 's/^ExecStartPre=-+\(\/[^ ]*\) unit .*/\1/p' "$rc_place")
    if rc_unit_text "$rc_name" "$rc_was" "$(grep '^# Its folder' "$rc_place")" | cmp -s - "$rc_place"; then
      echo "$rc_source	$rc_unit	$rc_name" >>"$rc_dir/taken" || return 1
    else
      echo "$rc_source	$rc_unit	$rc_place was edited: take away by hand what is yours, and then the file" >>"$rc_dir/stuck" || return 1
    fi
  done
  set -f
}

rc_take_units() {
  while IFS='	' read -r rc_of rc_unit rc_name; do
    [ "$rc_of" = "$rc_source" ] || continue
    rc_folder=$rc_units/$rc_unit.d rc_made=''
    ! grep -q '^# Its folder' "$rc_folder/rollcall.conf" || rc_made=yes
    rm "$rc_folder/rollcall.conf" || { rc_reload; rc_why="$rc_folder/rollcall.conf cannot be taken away"; return 1; }
    [ -z "$rc_made" ] || rmdir "$rc_folder" 2>/dev/null
  done <"$rc_dir/shown"
  rc_reload
}

# unit NAME [start]: what a drop-in says of a service of systemd, whatever its environment. It fails nothing.
rc_unit() {
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME='' ROLLCALL_URL='' ROLLCALL_KEY=''
  rc_target_of "${1:-}" || { rc_say "$rc_what is not reported: $rc_trouble."; exit 0; }
  rc_said=''
  case ${INVOCATION_ID:-} in '' | *[!0-9a-f]*) ;; *) rc_said="?rid=$INVOCATION_ID" ;; esac
  if [ "${2:-}" = start ]; then
    # The job waits for it.
    rc_call_sec=3
    rc_report "$rc_target/start$rc_said" '' 0 || rc_say "$rc_what began, and that could not be reported: $(rc_why_not)."
    exit 0
  fi
  case ${SERVICE_RESULT:-}:${EXIT_CODE:-exited} in
    success:exited | exec-condition:*) rc_ended=0 ;;
    exit-code:exited) rc_ended=${EXIT_STATUS:-fail} ;;
    *) rc_ended=fail ;;
  esac
  case $rc_ended in [0-9] | [0-9][0-9] | [0-9][0-9][0-9]) ;; *) rc_ended=fail ;; esac
  rc_report "$rc_target/$rc_ended$rc_said" '' "$rc_patience" ||
    rc_say "$rc_what ended with $rc_ended, and that could not be reported: $(rc_why_not)."
  exit 0
}
