# Lines of a crontab. All that stands before a command stays as it is, byte by byte.

# A line that sync wrote is known by its option, and says what it was.
# shellcheck disable=SC2016 # It is awk, and what stands in a crontab.
rc_line_awk='
  BEGIN {
    quote = "\047"
    opening = "\"${SHELL:-/bin/sh}\" -c " quote
    inner = quote "\"" quote "\"" quote
  }

  # Whether cron runs something by a line: head, schedule, user and command are what it has.
  function divide(line,   count, left) {
    head = schedule = user = command = ""
    if (line !~ /^[ \t]*[-0-9*@~?]/) return 0
    match(line, /^[ \t]*/)
    head = substr(line, 1, RLENGTH)
    command = substr(line, RLENGTH + 1)
    for (count = left = command ~ /^@/ ? 1 : 5; left > 0; left--) {
      if (!match(command, /^[^ \t]+[ \t]+/)) return 0
      schedule = schedule (left < count ? " " : "") word()
    }
    if (has_user) {
      if (!match(command, /^[^ \t]+[ \t]+/)) return 0
      user = word()
    }
    return command !~ /^[ \t\r]*$/
  }

  function word(   found) {
    found = substr(command, 1, RLENGTH)
    head = head found
    command = substr(command, RLENGTH + 1)
    sub(/[ \t]+$/, "", found)
    return found
  }

  # What a shell is given: cron hands what is behind a bare percent sign to its input.
  function for_shell(text,   at, sign) {
    for (at = 1; has_input && at <= length(text); at++) {
      sign = substr(text, at, 1)
      if (sign == "\\") at++
      else if (sign == "%") return substr(text, 1, at - 1)
    }
    return text
  }

  function wrapped(name, text,   part, rest) {
    part = for_shell(text)
    rest = substr(text, length(part) + 1)
    if (part !~ /^\/[-A-Za-z0-9_.\/]*([ \t]+[-A-Za-z0-9_.\/,:@+=]+)*[ \t]*$/) {
      gsub(quote, inner, part)
      part = opening part quote
    }
    return self " run --synced " name " -- " part rest
  }

  # The name in what was wrapped, and in `was` what that was; of one that was edited so that nobody knows, nothing.
  function unwrapped(text,   at, name) {
    was = ""
    if (!match(text, /^\/[^ \t]+ run (--no-output )?--synced (--no-output )?[A-Za-z0-9._-]+ -- /)) return ""
    name = substr(text, 1, RLENGTH - 4)
    sub(/.* /, "", name)
    text = substr(text, RLENGTH + 1)
    if (index(text, opening) != 1) { was = text; return name }
    text = substr(text, length(opening) + 1)
    while ((at = index(text, quote)) && substr(text, at, length(inner)) == inner) {
      was = was substr(text, 1, at - 1) quote
      text = substr(text, at + length(inner))
    }
    was = at ? was substr(text, 1, at - 1) substr(text, at + 1) : ""
    if (!at || substr(text, at + 1) !~ /^(%|$)/) was = ""
    return name
  }

  # Bytes, and whether the last line has an end, are those of the text that was read.
  function keep(line) {
    if (FNR > 1) bytes += put("\n")
    bytes += put(line)
  }
  function put(text) {
    printf "%s", text >out
    return length(text)
  }
  function keep_end() {
    if (!is_open && FNR) bytes += put("\n")
    close(out)
    return bytes + 0
  }'

# lines FILE PROGRAM [-v NAME=VALUE...]: has awk read a crontab.
rc_lines() {
  rc_file=$1 rc_program=$2
  shift 2
  rc_open=''
  [ -z "$(tail -c 1 "$rc_file")" ] || rc_open=1
  LC_ALL=C awk -v self="$rc_self" -v has_input="$rc_has_input" -v is_open="$rc_open" "$@" "$rc_line_awk$rc_program" "$rc_file"
}

# What there is to watch: asks for a name are appended to "ask", with their places in "map"; why lines stay to "left".
# Some awks do not say that a disk is full, so how long the two get is printed.
# shellcheck disable=SC2016
rc_ask_awk='
  BEGIN {
    FS = "\n"
    shell = "sh"
    for (longest = "x"; length(longest) < 40;) longest = longest "x"
    say("CRON_TZ=")
  }
  function say(line) { print line >>(dir "/ask"); asked++; asked_bytes += length(line) + 1 }
  function maps(line) { print line >>(dir "/map"); mapped_bytes += length(line) + 1 }
  function stays(why) { print source "\t" FNR "\t" why >>(dir "/left") }
  # The name that a line has already, also one that was edited or written by hand: no other job gets it.
  function watched_by(text) {
    match(text, /rollcall(\.sh)? run /)
    text = substr(text, RSTART + RLENGTH)
    sub(/[ \t]+--[ \t].*/, "", text)
    sub(/.*[ \t]/, "", text)
    return text
  }
  # The service takes no other text: bytes that are left when the characters are taken out belong to none.
  function is_utf8(text) {
    gsub(/[\302-\337][\200-\277]|\340[\240-\277][\200-\277]|[\341-\354\356\357][\200-\277][\200-\277]|\355[\200-\237][\200-\277]/, "", text)
    gsub(/\360[\220-\277][\200-\277][\200-\277]|[\361-\363][\200-\277][\200-\277][\200-\277]|\364[\200-\217][\200-\277][\200-\277]/, "", text)
    return text !~ /[\200-\377]/
  }
  function stays_why(part) {
    if (schedule ~ /^@reboot/) return "it runs at boot"
    if (!is_utf8(schedule part)) return "it has a byte that is no UTF-8"
    if (command ~ /(curl|wget)[^;|&]*\/(in|ping)\/|:\/\/[^ ]*\/in\/[0-9a-z]|(^|[^A-Za-z0-9_-])rollcall(\.sh)? ping /) return "it pings already"
    if (shell !~ /^([^ ]*\/)?(ba|da|a|z|k|mk)?sh$/) return "its SHELL is none of POSIX"
    if (part ~ /(^|[^&])&[ \t\r]*$/) return "it leaves its job in the background"
    if (has_user && index(keyed, " " user " ") == 0) return user " has no key, in ~" user "/.config/rollcall/key"
    if (length(wrapped(longest, command)) > 990) return "its line would be longer than some crons take"
    return ""
  }
  /^[ \t]*["\047]?SHELL["\047]?[ \t]*=/ { shell = $0; sub(/^[^=]*=[ \t]*["\047]?/, "", shell); sub(/["\047]?[ \t]*$/, "", shell) }
  is_cronie && /^[ \t]*CRON_TZ[ \t]*=/ && is_utf8($0) { say($0) }
  divide($0) {
    if (command ~ /(^|[^A-Za-z0-9_-])rollcall(\.sh)? run /) { print watched_by(command) >>(dir "/watched"); next }
    part = for_shell(command)
    why = stays_why(part)
    if (why != "") { stays(why); next }
    say(schedule " " part)
    maps(base + asked "\t" source "\t" FNR "\t" schedule)
  }
  END { print (asked_bytes + 0) " " (mapped_bytes + 0) }'

# shellcheck disable=SC2016
rc_users_awk='divide($0) { print user }'

# The lines that have a name get it; "sites" has source, line and name.
# shellcheck disable=SC2016
rc_write_awk='
  BEGIN { while ((getline site <(dir "/sites")) > 0) { split(site, of, "\t"); if (of[1] == source) name[of[2]] = of[3] } }
  { keep(FNR in name && divide($0) ? head wrapped(name[FNR], command) : $0) }
  END { print keep_end() }'

# Takes away what sync wrote; "taken" gets source, line and name, "stuck" why one stays.
# shellcheck disable=SC2016
rc_undo_awk='
  divide($0) && ((name = unwrapped(command)) != "" || command ~ / run (--no-output )?--synced /) {
    if (was == "") print source "\t" FNR "\tit was edited, and nobody knows what it was: take away by hand what stands before and around its job" >>(dir "/stuck")
    else { print source "\t" FNR "\t" name >>(dir "/taken"); keep(head was); next }
  }
  { keep($0) }
  END { print keep_end() }'
