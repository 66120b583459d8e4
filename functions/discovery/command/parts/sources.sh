# Where jobs stand: the crontab of the caller, and those of the system where they may be written.

# Sets what differs between crons, and copies what they have: "list" has for each its number, kind and name.
rc_find_sources() {
  rc_has_input=1 rc_is_cronie=''
  # The crond of busybox takes a percent sign for what it is.
  case $(ls -l "$(command -v crontab)" 2>/dev/null) in *busybox*) rc_has_input='' ;; esac
  # Other crons pass CRON_TZ on, and do not read it.
  for rc_place in /usr/sbin/crond /usr/sbin/cron; do
    ! grep -q CRON_TZ "$rc_place" 2>/dev/null || rc_is_cronie=1
  done
  : >"$rc_dir/list" || return 1
  rc_sources=0
  if command -v crontab >/dev/null 2>&1; then
    if crontab -l >"$rc_dir/old.1" 2>"$rc_dir/why"; then
      rc_sources=1
      echo "1 crontab crontab of $(id -un)" >>"$rc_dir/list" || return 1
    elif ! [ -s "$rc_dir/why" ]; then
      return 1
    elif ! grep -qiE 'no crontab for|no such file' "$rc_dir/why"; then
      rc_say "your crontab cannot be read: $(head -n 1 "$rc_dir/why")"
    fi
  fi
  [ -n "$rc_only_user" ] || { rc_find_system && rc_find_timers; }
}

rc_find_system() {
  set +f
  for rc_place in /etc/crontab /etc/cron.d/*; do
    case ${rc_place##*/} in
      *[!A-Za-z0-9._-]* | *.rpm* | *.dpkg-* | *.bak | *.old | *.orig | *.swp) continue ;;
      # Debian reads none with a dot.
      *.*) [ ! -f /etc/debian_version ] || continue ;;
    esac
    if ! [ -f "$rc_place" ] || [ -h "$rc_place" ] || ! [ -w "$rc_place" ] || ! [ -w "${rc_place%/*}" ]; then continue; fi
    rc_sources=$((rc_sources + 1))
    cat "$rc_place" >"$rc_dir/old.$rc_sources" || return 1
    echo "$rc_sources file $rc_place" >>"$rc_dir/list" || return 1
  done
  set -f
}

# Each source with a program of `rc_lines`: fails where one does.
rc_each_source() {
  rc_each=$1
  while read -r rc_source rc_kind rc_place; do
    rc_has_user='' rc_has_zone=$rc_is_cronie
    case $rc_kind in file) rc_has_user=1 ;; timers) rc_has_zone=1 ;; esac
    "$rc_each" || return 1
  done <"$rc_dir/list"
}

rc_lines_of_source() { rc_lines "$1" "$2" -v has_user="$rc_has_user" -v dir="$rc_dir" -v source="$rc_source" -v out="$3"; }

# Users have a key where jobs of cron find one.
rc_keyed_users() {
  rc_keyed=' '
  [ -n "$rc_has_user" ] || return 0
  for rc_user in $(rc_lines_of_source "$rc_dir/old.$rc_source" "$rc_users_awk" /dev/null | sort -u); do
    case $rc_user in *[!A-Za-z0-9._-]* | -* | '') continue ;; esac
    rc_home=$(eval "echo ~$rc_user" 2>/dev/null)
    if [ -s "$rc_home/.config/rollcall/key" ] || { [ "$rc_user" = root ] && [ -s /etc/rollcall/key ]; }; then
      rc_keyed="$rc_keyed$rc_user "
    fi
  done
}

# Keeps what a source has, before it is changed.
rc_keep_copy() {
  [ -f "$rc_dir/new.$rc_source" ] || return 0
  rc_copy=$rc_copies/$(echo "${rc_place##*/}" | tr ' ' -).$(date +%Y%m%d-%H%M%S)-$$
  cat "$rc_dir/old.$rc_source" >"$rc_copy" && cmp -s "$rc_dir/old.$rc_source" "$rc_copy" && echo "$rc_copy" >>"$rc_dir/copies"
}

# Puts the new text of a source into its place, whole or not at all, unless somebody changed it meanwhile.
rc_put_back() {
  [ "$rc_kind" != timers ] || { if [ -n "$rc_undo" ]; then rc_take_units; else rc_put_units; fi; return; }
  [ -f "$rc_dir/new.$rc_source" ] || return 0
  rc_why='it was changed meanwhile'
  if [ "$rc_kind" = crontab ]; then rc_put_crontab; else rc_put_file; fi
}

rc_is_crontab() { crontab -l >"$rc_dir/now" 2>/dev/null && cmp -s "$rc_dir/now" "$1"; }

rc_put_crontab() {
  crontab -l >"$rc_dir/now" 2>/dev/null || { rc_why='it cannot be read again, or there is no room for it'; return 1; }
  rc_is_crontab "$rc_dir/old.$rc_source" || return 1
  crontab "$rc_dir/new.$rc_source" 2>"$rc_dir/why" || { rc_why=$(head -n 1 "$rc_dir/why"); rc_why=${rc_why:-crontab refused it}; }
  if rc_is_crontab "$rc_dir/new.$rc_source"; then return 0; fi
  # Whoever wrote it just now must not lose that.
  rc_is_crontab "$rc_dir/old.$rc_source" || rc_why="it is not what was to be written: see crontab -l, and $rc_copies"
  return 1
}

rc_put_file() {
  # No cron reads a file whose name begins with a dot.
  rc_beside=$(mktemp "${rc_place%/*}/.rollcall.XXXXXX" 2>/dev/null) || { rc_why='no file can be made beside it'; return 1; }
  if ! cp -p "$rc_place" "$rc_beside" || ! cat "$rc_dir/new.$rc_source" >"$rc_beside" || ! cmp -s "$rc_dir/new.$rc_source" "$rc_beside"; then
    rc_why='it cannot be written'
  elif cmp -s "$rc_place" "$rc_dir/old.$rc_source" && mv -f "$rc_beside" "$rc_place"; then
    ! command -v restorecon >/dev/null 2>&1 || restorecon "$rc_place" 2>/dev/null
    return 0
  fi
  rm -f "$rc_beside"
  return 1
}
