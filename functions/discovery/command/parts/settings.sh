# Settings: url, key (of jobs), api_key (of their owner); trouble is a sentence where one is of no use.

rc_take() {
  case $1 in
    *[!][A-Za-z0-9._~:/?\&=%@-]*) rc_trouble='a key or an address has a character that none has' ;;
    hpk_*) rc_key=$1 ;;
    mmk_* | hp_*) rc_api_key=$1 ;;
    http://* | https://*) rc_url=${1%/} ;;
    *) rc_trouble='ROLLCALL_KEY or its file has a word that is no key and no address' ;;
  esac
}

# Whether group and others may do nothing with a file.
rc_is_own() {
  # shellcheck disable=SC2012 # No other program of POSIX says the mode.
  case $(ls -ldL "$1" | cut -c 5-10) in ------) return 0 ;; *) return 1 ;; esac
}

rc_take_file() {
  for rc_file in "${HOME:-}/.config/rollcall/key" /etc/rollcall/key; do
    if ! [ -f "$rc_file" ] || ! [ -r "$rc_file" ]; then continue; fi
    if ! rc_is_own "$rc_file"; then
      rc_trouble="others can read $rc_file, so it is not used: chmod 600 $rc_file"
      return
    fi
    while read -r rc_line || [ -n "$rc_line" ]; do
      case $rc_line in '#'*) continue ;; esac
      # shellcheck disable=SC2086 # Words are meant.
      set -- $rc_line
      for rc_word; do rc_take "$rc_word"; done
    done <"$rc_file"
    return
  done
}

rc_take_environment() {
  for rc_word in ${ROLLCALL_KEY:-}; do rc_take "$rc_word"; done
  [ -z "${ROLLCALL_URL:-}" ] || rc_take "$ROLLCALL_URL"
}

rc_settings() {
  rc_url='' rc_key='' rc_api_key='' rc_trouble=''
  rc_take_environment
  if [ -z "${ROLLCALL_KEY:-}" ] || [ -z "$rc_url" ]; then
    # What the environment lacks; what it says goes before.
    rc_take_file
    rc_take_environment
  fi
  rc_patience=${ROLLCALL_PATIENCE:-20}
  case $rc_patience in *[!0-9]* | ?????*) rc_patience=20 ;; esac
  rc_client=''
  if command -v curl >/dev/null 2>&1; then rc_client=curl
  elif wget --version 2>/dev/null | grep -q 'GNU Wget'; then rc_client=wget
  else rc_trouble='neither curl nor GNU wget is here'
  fi
  [ -n "$rc_url" ] || : "${rc_trouble:=ROLLCALL_URL is not set}"
}

# Where pings of a job go: the target of a name.
rc_target_of() {
  rc_target='' rc_what=$1
  rc_settings
  [ -z "$rc_trouble" ] || return 1
  case $rc_url in
    */in/hpk_*) rc_target=$rc_url/$1 ;;
    */in/* | */ping/*) rc_target=$rc_url ;;
    *)
      [ -n "$rc_key" ] || { rc_trouble='there is no ingest key (hpk_...): set ROLLCALL_KEY'; return 1; }
      rc_target=$rc_url/in/$rc_key/$1
      ;;
  esac
  case $1 in
    '' | *[!A-Za-z0-9._-]*) rc_trouble='a name is of letters, digits and . _ -'; rc_target=''; return 1 ;;
  esac
}
