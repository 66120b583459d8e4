rc_ping_once() {
  case ${2:-} in
    '' | start | fail | log | [0-9] | [0-9][0-9] | [0-9][0-9][0-9]) ;;
    *) set -- '' ;;
  esac
  if [ -z "${1:-}" ]; then
    rc_say 'usage: rollcall ping NAME [start|fail|log|EXIT-CODE]'
    exit 2
  fi
  rc_target_of "$1" || { rc_say "$rc_trouble."; exit 1; }
  rc_report "$rc_target${2:+/$2}" '' "$rc_patience" || { rc_say "$1: $(rc_why_not)."; exit 1; }
}
