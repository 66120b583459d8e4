/**
 * What asks a machine for its facts: POSIX sh that runs the same in dash, bash, busybox ash, mksh, ksh93 and zsh as sh. What
 * is not in the list of lib/domain/machines/devices/facts.ts is never read. The checks stand in the probe and, joined to one line
 * between single quotes, in the steps that are pasted into a person's own shell. So they have no single quote, no `!` and no
 * comment, and are short: line editing of ksh93 and busybox drops what is beyond some 1,020 characters.
 */
export interface PosixCheck {
  id: 'sistema' | 'contexto' | 'ferramentas' | 'fontes';
  title: string;
  /** Prints lines `key=value`. */
  code: string;
  /** Prints words of its own only, by programs that every PATH has: needs neither `CLEANED` nor the PATH of cron. */
  isPlain?: true;
}

/** Messages are no facts, and nothing waits for an answer. */
export const BEGINNING = `
exec </dev/null 2>/dev/null
s=$(uname -s)
`;

/** Lets nothing out but plain characters, at most 64 of them after a key, and no key without any. */
export const CLEANED = String.raw`tr -cd "A-Za-z0-9=._+:\n-" | sed -n "s/\(=.\{1,64\}\).*/\1/p"`;

/** One list of programs for all systems: a source of another system counts for nothing. */
const SYSTEM = String.raw`
m=$(uname -m)
case "$m $(getconf LONG_BIT)" in
  "x86_64 32") m=i386 ;;
  "aarch64 32") m=armv7 ;;
esac
d=$s
n=
case $s in
  Linux)
    o=/etc/os-release
    [ -r $o ] || o=/usr/lib/os-release
    d=$(sed -n "s/^ID=//p" $o)
    n=$(sed -n "s/^VERSION_ID=//p" $o)
    [ "$n" ] || n=$(sed -n "/^[0-9]/p" /etc/alpine-release /etc/debian_version)
    ;;
  Darwin)
    d=macos
    n=$(sw_vers -productVersion)
    [ "$(sysctl -n sysctl.proc_translated)" = 1 ] && m=arm64
    ;;
  FreeBSD) n=$(freebsd-version -u) ;;
esac
echo "os=$s"
echo "versao=$(uname -r)"
echo "arquitetura=$m"
echo "distribuicao=$d"
echo "distribuicao_versao=$n"
for x in apt-get needs-restarting dnf zypper apk pacman pkg freebsd-version chronyc ntpq nvidia-smi zpool who ps sysctl vm_stat top ioreg iostat netstat swapinfo; do
  command -v $x >/dev/null && echo tem=$x | tr - _
done
`;

/**
 * A file /.dockerenv alone says nothing: images of virtual machines have it too. 4026531836 is the pid namespace of the
 * machine itself, a constant of the kernel. Bare metal of Amazon names the vendor that its virtual machines do.
 */
const CONTEXT = String.raw`
c=bare
case $s in
  Linux)
    if grep -qiE "microsoft|wsl" /proc/sys/kernel/osrelease; then
      c=wsl
    elif readlink /proc/self/ns/pid | grep -qv 4026531836 ||
      [ -e /run/.containerenv ] ||
      [ -e /run/systemd/container ] ||
      grep -qE "docker|lxc|kubepods|libpod" /proc/1/cgroup ||
      { [ -e /.dockerenv ] && grep -q "^overlay / " /proc/mounts; } ||
      { [ -d /proc/vz ] && [ -z "$(ls -d /proc/bc)" ]; }; then
      c=container
    elif grep -q "^flags.* hypervisor" /proc/cpuinfo ||
      [ -e /sys/hypervisor/type ] ||
      [ -d /proc/device-tree/hypervisor ] ||
      { cd /sys/class/dmi/id && cat sys_vendor product_name; } | tr "\n" " " | sed "s/Amazon EC2 .*metal//" |
      grep -qiE "amazon ec2|bhyve|bochs|google compute|kvm|openstack|qemu|virtual|vmware|vserver|xen"; then
      c=vm
    fi
    ;;
  Darwin) [ "$(sysctl -n kern.hv_vmm_present)" = 1 ] && c=vm ;;
  FreeBSD)
    case $(sysctl -n security.jail.jailed kern.vm_guest) in
      1*) c=jail ;;
      *none) ;;
      *) c=vm ;;
    esac
    ;;
  *) c= ;;
esac
echo "contexto=$c"
`;

/** `crontab -l` is asked whether it may be used; what it lists is dropped. */
const TOOLS = String.raw`
x=$(readlink /proc/$$/exe || ps -p $$ -o comm=)
[ "$BASH_VERSION" ] && x=bash
[ "$ZSH_VERSION" ] && x=zsh
echo "shell=$(basename "$x")"
c=$(curl --version)
w=$(wget --version | grep GNU)
b=$(busybox wget --help 2>&1)
t=
case "$c $w $b" in
  curl*) t=curl ;;
  *GNU*) t=wget ;;
  *post-data*) t=busybox-wget ;;
  *)
    toybox wget --help >/dev/null && t=toybox-wget
    command -v uclient-fetch >/dev/null && t=uclient-fetch
    ;;
esac
echo "transporte=$t"
for x in "curl=$c" "wget=$w"; do
  echo "versao_$x" | sed "s/=[^0-9]*\([0-9.]*\).*/=\1/;q"
done
case $t$(command -v openssl || command -v ssl_client) in
  busybox-wget) echo tem=tls_sem_verificacao ;;
esac
case $({ crontab -l >/dev/null; } 2>&1) in
  "" | *"o crontab"* | *"o such file"*) echo tem=crontab ;;
esac
{ pidof cron crond || pgrep -x "crond*"; } >/dev/null && echo tem=cron_ativo
`;

const SOURCES = String.raw`
from() { head -n 1 "/proc/$1" >/dev/null && echo "tem=proc$2"; }
from self/stat
for x in loadavg meminfo stat diskstats uptime; do
  from $x _$x
done
from net/dev _net_dev
from net/tcp _net_tcp
from pressure/cpu _pressure
from sys/fs/file-nr _file_nr
from sys/net/netfilter/nf_conntrack_count _conntrack
grep -q ^md /proc/mdstat && echo tem=proc_mdstat
grep -q ^oom_kill /proc/vmstat && echo tem=proc_vmstat
cd /sys/class || cd /
cat thermal/thermal_zone*/temp hwmon/hwmon*/temp*_input | grep -q "[1-9]" && echo tem=sys_temp
cat power_supply/BAT*/capacity | grep -q . && echo tem=sys_bateria
[ -d /run/systemd/system ] && echo tem=systemctl && echo tem=loginctl
df -Pk / >/dev/null && echo tem=df
df -Pi / | tail -n 1 | grep -qE "^[^ ]+ +[1-9]" && echo tem=df_i
sysctl -n hw.acpi.thermal.tz0.temperature dev.cpu.0.temperature | grep -q "[1-9]" && echo tem=sysctl_temp
pmset -g batt | grep -q InternalBattery && echo tem=pmset
acpiconf -i 0 >/dev/null && echo tem=acpiconf
`;

/** In the order in which they are shown. */
export const POSIX_CHECKS: readonly PosixCheck[] = [
  { id: 'sistema', title: 'System, version and programs', code: SYSTEM },
  { id: 'contexto', title: 'Bare metal, virtual machine or container', code: CONTEXT, isPlain: true },
  { id: 'ferramentas', title: 'What sends and what schedules', code: TOOLS },
  { id: 'fontes', title: 'Sources of measures', code: SOURCES, isPlain: true },
];
