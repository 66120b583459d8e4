case ${1:-} in
  run) shift; rc_run "$@" ;;
  ping) shift; rc_ping_once "$@" ;;
  status) rc_status ;;
  sync) shift; rc_sync "$@" ;;
  unit) shift; rc_unit "$@" ;;
  help | --help | -h) rc_help ;;
  --version | version) echo "rollcall $rc_version" ;;
  *) rc_help >&2; exit 2 ;;
esac
exit
}
