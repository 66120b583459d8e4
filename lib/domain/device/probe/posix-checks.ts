/**
 * What asks a machine for its facts: POSIX sh that runs the same in dash, bash, busybox ash, mksh, ksh93 and zsh as sh. A
 * fact is a line `key=value`; what is not in the list of lib/domain/device/facts.ts is never read. The checks stand in the
 * probe and, joined to one line between single quotes, in the steps that are pasted into a person's own shell, so they have
 * no single quote, no `!`, no comment and no pattern with a parenthesis in front.
 */
export interface PosixCheck {
  id: 'sistema' | 'contexto' | 'ferramentas' | 'fontes';
  title: string;
  code: string;
}

/**
 * `say KEY VALUE` prints a fact, `has PROGRAM` is true where it is. PATH is what the machine's cron jobs get too: without
 * it a person's shell finds other programs than cron does.
 */
export const PREAMBLE = String.raw`
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
say() {
  v=$(printf %s "$2" | tr -cd "A-Za-z0-9._+:-" | cut -c 1-64)
  [ -z "$v" ] || printf "%s=%s\n" "$1" "$v"
}
has() { command -v "$1" >/dev/null 2>&1; }
s=$(uname -s | tr "[:upper:]" "[:lower:]")
`;

const SYSTEM = String.raw`
m=$(uname -m)
case "$m $(getconf LONG_BIT 2>/dev/null)" in
  "x86_64 32") m=i386 ;;
  "aarch64 32") m=armv7 ;;
esac
d=$s
n=
case $s in
  linux)
    o=/etc/os-release
    [ -r "$o" ] || o=/usr/lib/os-release
    d=$(sed -n "s/^ID=//p" "$o" 2>/dev/null)
    n=$(sed -n "s/^VERSION_ID=//p" "$o" 2>/dev/null)
    [ -n "$n" ] || n=$(sed -n "/^[0-9]/p" /etc/alpine-release /etc/debian_version 2>/dev/null | head -n 1)
    ;;
  darwin)
    d=macos
    n=$(sw_vers -productVersion 2>/dev/null)
    [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ] && m=arm64
    ;;
  freebsd)
    n=$(freebsd-version -u 2>/dev/null)
    ;;
esac
say os "$s"
say versao "$(uname -r)"
say arquitetura "$m"
say distribuicao "$d"
say distribuicao_versao "$n"
`;

/**
 * A file /.dockerenv alone says nothing: images of virtual machines have it too. 4026531836 is the pid namespace of the
 * machine itself, a constant of the kernel. Bare metal of Amazon names the vendor that its virtual machines do.
 */
const CONTEXT = String.raw`
c=bare
i=/sys/class/dmi/id
case $s in
  linux)
    if grep -qiE "microsoft|wsl" /proc/sys/kernel/osrelease 2>/dev/null; then
      c=wsl
    elif readlink /proc/self/ns/pid 2>/dev/null | grep -qv 4026531836 ||
      [ -e /run/.containerenv ] ||
      [ -e /run/systemd/container ] ||
      grep -qE "docker|lxc|kubepods|libpod" /proc/1/cgroup 2>/dev/null ||
      { [ -e /.dockerenv ] && grep -q "^overlay / " /proc/mounts 2>/dev/null; } ||
      { [ -d /proc/vz ] && [ -z "$(ls -d /proc/bc 2>/dev/null)" ]; }; then
      c=container
    elif grep -q "^flags.* hypervisor" /proc/cpuinfo 2>/dev/null ||
      [ -e /sys/hypervisor/type ] ||
      [ -d /proc/device-tree/hypervisor ] ||
      cat $i/sys_vendor $i/product_name 2>/dev/null | tr "\n" " " | sed "s/Amazon EC2 .*metal//" |
      grep -qiE "qemu|kvm|vmware|virtual|innotek|xen|parallels|bochs|bhyve|openstack|google compute|amazon ec2"; then
      c=vm
    fi
    ;;
  darwin)
    [ "$(sysctl -n kern.hv_vmm_present 2>/dev/null)" = 1 ] && c=vm
    ;;
  freebsd)
    case "$(sysctl -n security.jail.jailed 2>/dev/null) $(sysctl -n kern.vm_guest 2>/dev/null)" in
      1*) c=jail ;;
      "0 none" | "0 ") ;;
      *) c=vm ;;
    esac
    ;;
  *)
    c=
    ;;
esac
say contexto "$c"
`;

/** The first program that can send, the shell, and what else only needs to be there. */
const TOOLS = String.raw`
if [ -n "$BASH_VERSION" ]; then
  x=bash
elif [ -n "$ZSH_VERSION" ]; then
  x=zsh
elif [ -n "$YASH_VERSION" ]; then
  x=yash
elif [ -n "$KSH_VERSION" ]; then
  x=ksh
  case $KSH_VERSION in
    *MIRBSD*) x=mksh ;;
  esac
else
  x=$(readlink /proc/$$/exe 2>/dev/null || ps -p $$ -o comm= 2>/dev/null)
fi
say shell "$(printf %s "$x" | sed "s/.*\///; s/^-//")"
c=$(curl --version 2>/dev/null)
w=$(wget --version 2>&1 </dev/null)
t=
case "$c $w" in
  curl*) t=curl ;;
  *"GNU Wget"*) t=wget ;;
  *BusyBox*) t=busybox-wget ;;
  *[Tt]oybox*) t=toybox-wget ;;
  *) has uclient-fetch && t=uclient-fetch ;;
esac
say transporte "$t"
first() { printf "%s\n" "$1" | tr " " "\n" | sed -n "s/^v*\([0-9][0-9]*\.[0-9.]*\).*/\1/p" | head -n 1; }
say versao_curl "$(first "$c")"
case $w in
  *"GNU Wget"*) say versao_wget "$(first "$w")" ;;
  *BusyBox*) say versao_busybox "$(first "$w")" ;;
esac
if [ "$t" = busybox-wget ]; then
  has openssl || has ssl_client || say tem tls_sem_verificacao
fi
if has crontab; then
  case $({ crontab -l >/dev/null; } 2>&1) in
    "" | *[Nn]"o crontab"* | *[Nn]"o such file"*) say tem crontab ;;
  esac
  if [ "$s" = darwin ] || pidof cron crond >/dev/null 2>&1 || pgrep -x "crond*" >/dev/null 2>&1; then
    say tem cron_ativo
  fi
fi
for x in apt-get needs-restarting dnf zypper apk pacman pkg freebsd-version chronyc ntpq nvidia-smi zpool systemctl loginctl; do
  case $x in
    systemctl | loginctl) [ -d /run/systemd/system ] || continue ;;
  esac
  has "$x" && say tem "$(printf %s "$x" | tr - _)"
done
`;

const SOURCES = String.raw`
from() { head -n 1 "/proc/$1" >/dev/null 2>&1 && say tem "proc_$2"; }
for x in who ps; do
  has "$x" && say tem "$x"
done
df -Pk / >/dev/null 2>&1 && say tem df
case $s in
  linux)
    [ -d /proc/self ] && say tem proc
    for x in loadavg meminfo stat diskstats uptime; do
      from "$x" "$x"
    done
    from net/dev net_dev
    from net/tcp net_tcp
    from pressure/cpu pressure
    from sys/fs/file-nr file_nr
    from sys/net/netfilter/nf_conntrack_count conntrack
    grep -q "^md" /proc/mdstat 2>/dev/null && say tem proc_mdstat
    grep -q "^oom_kill " /proc/vmstat 2>/dev/null && say tem proc_vmstat
    cat /sys/class/thermal/thermal_zone*/temp /sys/class/hwmon/hwmon*/temp*_input 2>/dev/null | grep -q "[1-9]" && say tem sys_temp
    cat /sys/class/power_supply/BAT*/capacity 2>/dev/null | grep -q "[0-9]" && say tem sys_bateria
    df -Pi / 2>/dev/null | tail -n 1 | grep -qE "^[^ ]+ +[1-9]" && say tem df_i
    ;;
  *)
    for x in sysctl vm_stat top ioreg iostat netstat swapinfo; do
      has "$x" && say tem "$x"
    done
    sysctl -n hw.acpi.thermal.tz0.temperature dev.cpu.0.temperature 2>/dev/null | grep -q "[1-9]" && say tem sysctl_temp
    pmset -g batt 2>/dev/null | grep -q InternalBattery && say tem pmset
    acpiconf -i 0 >/dev/null 2>&1 && say tem acpiconf
    df -i / >/dev/null 2>&1 && say tem df_i
    ;;
esac
`;

/** In the order in which they are shown. */
export const POSIX_CHECKS: readonly PosixCheck[] = [
  { id: 'sistema', title: 'System and version', code: SYSTEM },
  { id: 'contexto', title: 'Bare metal, virtual machine or container', code: CONTEXT },
  { id: 'ferramentas', title: 'Programs that send and schedule', code: TOOLS },
  { id: 'fontes', title: 'Sources of measures', code: SOURCES },
];
