# Sync

rc_sync_usage() { rc_say 'usage: rollcall sync [--yes] [--undo] [--user] [--host NAME] [--tz ZONE]'; exit 2; }

rc_sync_end() {
  [ -z "$rc_dir" ] || rm -rf "$rc_dir"
  [ -z "$rc_lock" ] || rmdir "$rc_lock"
  exit "$1"
}

rc_sync_fail() { rc_say "$1."; rc_sync_end 1; }

rc_sync() {
  rc_yes='' rc_undo='' rc_only_user='' rc_dir='' rc_lock='' rc_host='' rc_tz=''
  while [ "$#" -gt 0 ]; do
    case $1 in
      --yes) rc_yes=yes ;;
      --undo) rc_undo=yes ;;
      --user) rc_only_user=yes ;;
      --host) rc_host=${2:-}; [ "$#" -lt 2 ] || shift ;;
      --tz) rc_tz=${2:-}; [ "$#" -lt 2 ] || shift ;;
      *) rc_sync_usage ;;
    esac
    shift
  done
  case $rc_host$rc_tz in *[!A-Za-z0-9._/+-]*) rc_sync_usage ;; esac
  umask 077
  [ -n "$rc_host" ] || rc_find_host
  [ -n "$rc_tz" ] || rc_find_zone
  [ -n "$rc_tz" ] || rc_sync_fail 'the time zone of this machine is not known: name it by --tz Europe/Lisbon'
  rc_find_self
  rc_sync_begin
  if [ -n "$rc_undo" ]; then rc_take_away; else rc_watch; fi
  rc_sync_end 0
}

# The file that stands in the lines.
rc_find_self() {
  case $0 in */*) rc_self=$(cd "${0%/*}" && pwd)/${0##*/} ;; *) rc_self=$(command -v "$0") ;; esac
  case $rc_self in
    *[!A-Za-z0-9._/-]* | [!/]* | '') rc_sync_fail 'this file has to lie where a crontab can name it: install it as /usr/local/bin/rollcall' ;;
  esac
}

rc_sync_begin() {
  rc_copies=${HOME:-/nowhere}/.config/rollcall/copies
  mkdir -p "$rc_copies" 2>/dev/null || rc_sync_fail "$rc_copies cannot be made"
  mkdir "${rc_copies%/*}/sync.lock" 2>/dev/null ||
    rc_sync_fail "another sync is at work; if none is: rmdir ${rc_copies%/*}/sync.lock"
  rc_lock=${rc_copies%/*}/sync.lock
  for rc_signal in HUP INT TERM; do
    # shellcheck disable=SC2064 # Its name now.
    trap "rc_sync_end 130" "$rc_signal"
  done
  rc_dir=$(mktemp -d "${TMPDIR:-/tmp}/rollcall.XXXXXX" 2>/dev/null) || { rc_dir=''; rc_sync_fail 'no folder can be made for temporary files'; }
  for rc_file in ask map late turns left watched taken stuck copies; do : >"$rc_dir/$rc_file"; done
  rc_find_sources || rc_sync_fail 'there is no room for temporary files'
  [ "$rc_sources" -gt 0 ] || rc_sync_fail 'there is no crontab here that you may write'
}

# Jobs of cron see no environment of ours: they need a file, with the key of this owner.
rc_check_keys() {
  rc_home=$(eval "echo ~$(id -un | tr -cd 'A-Za-z0-9._-')")
  if [ -n "${SUDO_USER:-}" ] && [ "${HOME:-}" != "$rc_home" ]; then
    rc_sync_fail "HOME is ${HOME:-not set}, and jobs of cron look for their key in $rc_home: sudo -H rollcall sync"
  fi
  rc_found=$(unset ROLLCALL_URL ROLLCALL_KEY; rc_settings; [ -z "$rc_trouble" ] && echo "$rc_key $rc_url" || echo "$rc_trouble" >&2)
  rc_settings
  [ -n "$rc_api_key" ] || : "${rc_trouble:=there is no API key (mmk_...) and no guest token (hp_...): set ROLLCALL_KEY}"
  [ -z "$rc_trouble" ] || rc_sync_fail "$rc_trouble"
  case $rc_found in
    "hpk_"*" $rc_url") ;;
    *) rc_sync_fail "jobs find their ingest key (hpk_...) and $rc_url in ~/.config/rollcall/key alone: write both there" ;;
  esac
  rc_unit_trouble=''
  [ "$(HOME=''; unset ROLLCALL_URL ROLLCALL_KEY; rc_settings; echo "$rc_key $rc_url")" = "$rc_found" ] ||
    rc_unit_trouble='services find their key in /etc/rollcall/key alone: write it there'
  rc_json=$(rc_ask /api/ingest-key) || rc_sync_fail 'the service was not reached, or does not know the key, or it is one that only reads'
  case $rc_json in
    *"\"key\":\"${rc_found% *}\""*) ;;
    *) rc_sync_fail 'the ingest key of ~/.config/rollcall/key is of another owner, or was rotated' ;;
  esac
}

rc_watch() {
  rc_check_keys
  rc_each_source rc_read_source || rc_sync_fail 'there is no room for temporary files'
  if [ -s "$rc_dir/map" ] || [ -s "$rc_dir/turns" ]; then
    rc_propose || rc_sync_fail "$rc_why; nothing was changed"
    rc_each_source rc_write_source || rc_sync_fail "$rc_why; nothing was changed"
  fi
  rc_show
  [ -s "$rc_dir/sites" ] || { echo 'There is nothing to change.'; return; }
  [ -x "$rc_self" ] || rc_sync_fail "$rc_self cannot be run: install it as /usr/local/bin/rollcall"
  rc_agreed "Make their monitors, and write $rc_self before these jobs?" || return 0
  rc_each_source rc_keep_copy || rc_sync_fail "no copy can be kept in $rc_copies; nothing was changed"
  rc_send '/api/import/json?apply=1' "$rc_dir/monitors" application/json || rc_sync_fail "$rc_why; nothing was changed"
  rc_change
  if ! [ -s "$rc_dir/copies" ]; then echo 'They are watched.'; return; fi
  echo 'They are watched. What was there before lies in:'
  sed 's/^/  /' "$rc_dir/copies"
}

rc_read_source() {
  [ "$rc_kind" != timers ] || rc_read_timers || return 1
  rc_keyed_users
  rc_asked=$(rc_bytes_of "$rc_dir/ask") rc_mapped=$(rc_bytes_of "$rc_dir/map")
  rc_bytes=$(rc_lines "$rc_dir/old.$rc_source" "$rc_ask_awk" -v has_user="$rc_has_user" -v dir="$rc_dir" -v source="$rc_source" \
    -v keyed="$rc_keyed" -v is_cronie="$rc_has_zone" -v base="$(grep -c '' "$rc_dir/ask")") &&
    [ "$rc_bytes" = "$(($(rc_bytes_of "$rc_dir/ask") - rc_asked)) $(($(rc_bytes_of "$rc_dir/map") - rc_mapped))" ]
}

# Nothing is written that could not be taken away again.
rc_write_source() {
  [ "$rc_kind" != timers ] || return 0
  rc_why='there is no room for temporary files'
  grep -q "^$rc_source	" "$rc_dir/sites" || return 0
  rc_text_of "$rc_dir/old.$rc_source" "$rc_write_awk" "$rc_dir/new.$rc_source" || return 1
  rc_text_of "$rc_dir/old.$rc_source" "$rc_undo_awk" "$rc_dir/first" || return 1
  rc_text_of "$rc_dir/new.$rc_source" "$rc_undo_awk" "$rc_dir/undone" || return 1
  rc_why="$rc_place has what this command does not understand"
  cmp -s "$rc_dir/first" "$rc_dir/undone"
}

# text_of FILE PROGRAM OUT: OUT is as long as it should be.
rc_text_of() {
  rc_bytes=$(rc_lines_of_source "$@") && [ "${rc_bytes:-none}" = "$(rc_bytes_of "$3")" ]
}

rc_bytes_of() { wc -c <"$1" | tr -d ' '; }

# What stays as it is, by its line, or by its service.
# shellcheck disable=SC2016
rc_left_awk='
  BEGIN { while (units != "" && (getline line <units) > 0) { sub(/.* /, "", line); unit[++count] = line } }
  $1 == source { print "  " ($2 in unit ? unit[$2] : $2 ~ /^[0-9]+$/ ? "line " $2 : $2) " stays as it is: " $3 }'

# Each source, its jobs, and what stays as it is.
rc_show() {
  while read -r rc_source rc_kind rc_place; do
    if ! grep -q "^$rc_source	" "$rc_dir/shown" "$rc_dir/left" 2>/dev/null; then continue; fi
    echo "$rc_place"
    rc_units_of=''
    [ "$rc_kind" != timers ] || rc_units_of=$rc_dir/old.$rc_source
    [ ! -f "$rc_dir/shown" ] || sed -n "s/^$rc_source	[^	]*	/  /p" "$rc_dir/shown"
    sort -k 1,1n -k 2,2n "$rc_dir/left" | awk -F '	' -v source="$rc_source" -v units="$rc_units_of" "$rc_left_awk"
  done <"$rc_dir/list"
  rc_count=$(grep -c '' "$rc_dir/watched")
  [ "$rc_count" -eq 0 ] || echo "$rc_count more watched already"
}

# agreed QUESTION: whether a person says yes, or --yes did.
rc_agreed() {
  [ -z "$rc_yes" ] || return 0
  if ! [ -t 0 ]; then echo 'Nothing was changed: nobody can be asked here, and --yes was not said.'; return 1; fi
  echo "$1 [y/N]"
  read -r rc_reply || rc_reply=''
  case $rc_reply in y | Y | yes) return 0 ;; *) echo 'Nothing was changed.'; return 1 ;; esac
}

rc_change() {
  # What is written is to be read as well.
  trap '' HUP INT TERM
  rc_failed=''
  while read -r rc_source rc_kind rc_place; do
    rc_put_back || { rc_failed=yes; rc_say "$rc_place was not changed: $rc_why."; }
  done <"$rc_dir/list"
  [ -z "$rc_failed" ] || rc_sync_fail 'the rest is done; what is wrong once mended, say the same again'
}

rc_take_away() {
  rc_each_source rc_undo_source || rc_sync_fail 'there is no room for temporary files; nothing was changed'
  mv "$rc_dir/taken" "$rc_dir/shown"
  mv "$rc_dir/stuck" "$rc_dir/left"
  rc_show
  [ -s "$rc_dir/shown" ] || [ -s "$rc_dir/left" ] || echo 'No line here was written by rollcall sync.'
  [ -s "$rc_dir/shown" ] || return 0
  rc_agreed 'Take rollcall from these jobs?' || return 0
  rc_each_source rc_keep_copy || rc_sync_fail "no copy can be kept in $rc_copies; nothing was changed"
  rc_change
  echo 'They are as they were. Their monitors hear of them no more: pause or delete them, or they will be told as silent.'
}

rc_undo_source() {
  [ "$rc_kind" != timers ] || { rc_undo_units; return; }
  rc_text_of "$rc_dir/old.$rc_source" "$rc_undo_awk" "$rc_dir/new.$rc_source" || return 1
  ! cmp -s "$rc_dir/new.$rc_source" "$rc_dir/old.$rc_source" || rm "$rc_dir/new.$rc_source"
}
