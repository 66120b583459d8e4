import { countOf, totalOf, wordsOf } from './lines.ts';
import type { Read } from './measure.ts';

/** What carries the traffic of a card a second time (bridges, bonds, tunnels, VLANs), or traffic that leaves no machine. */
const LINUX_NO_CARD =
  /^(?:lo\d*$|veth|docker|br-|virbr|cni|tun|tap|wg|dummy|ifb|bond|team|vnet|cali|cilium|flannel|lxc|kube|nodelocaldns|sit|gre|erspan|ip6|ip_vti|vxlan|geneve|vrf|macv|ipvl|ovs|tailscale|zt|pppoe|nlmon)|br\d+$|[.@]/;
const BSD_NO_CARD =
  /^(?:lo|gif|stf|utun|tun|tap|wg|ipsec|awdl|llw|bridge|ap|anpi|p2p|vmenet|vmnet|epair|vnet|ng|pflog|pfsync|enc|faith|lagg|bond|vlan|feth|XHC|plip|usbus)[\d*]|^vm-/;

/** Whether an interface is a card of the machine, of which nobody tells what system it has. */
export function isCard(name: string): boolean {
  return !LINUX_NO_CARD.test(name) && !BSD_NO_CARD.test(name);
}

/** What one interface has counted since its start. */
export interface InterfaceCounters {
  rx: number | undefined;
  tx: number | undefined;
  err: number | undefined;
}
export type Interfaces = ReadonlyMap<string, InterfaceCounters>;

/**
 * Name, link number, bytes in and out and errors of each interface: the other columns hold addresses, which stay on the
 * machine. Columns count from the end, since the address may be missing; FreeBSD has one more, of packets dropped.
 */
export const NETSTAT: Readonly<Record<'darwin' | 'freebsd', Read>> = {
  darwin: { run: 'netstat -ibn|awk "/<Link#/{print \\$1,\\$3,\\$(NF-4),\\$(NF-1),\\$(NF-5)+\\$(NF-2)}"' },
  freebsd: { run: 'netstat -ibn|awk "/<Link#/{print \\$1,\\$3,\\$(NF-4),\\$(NF-1),\\$(NF-6)+\\$(NF-2)}"' },
};

/** `eth0: bytes packets errs drop fifo frame compressed multicast bytes packets errs …` */
export function interfacesOnLinux(lines: readonly string[]): Interfaces {
  const found = new Map<string, InterfaceCounters>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    const columns = wordsOf(line.slice(colon + 1));
    if (colon < 1 || columns.length < 16 || LINUX_NO_CARD.test(name)) continue;
    const [rx, , errorsIn, , , , , , tx, , errorsOut] = columns.map(countOf);
    found.set(name, { rx, tx, err: totalOf([errorsIn, errorsOut]) });
  }
  return found;
}

/** `en0 <Link#4> 123456 7890 0` */
export function interfacesByNetstat(lines: readonly string[]): Interfaces {
  const found = new Map<string, InterfaceCounters>();
  for (const line of lines) {
    const [name = '', link, ...counters] = wordsOf(line);
    if (counters.length !== 3 || !link?.startsWith('<Link#') || BSD_NO_CARD.test(name)) continue;
    const [rx, tx, err] = counters.map(countOf);
    found.set(name, { rx, tx, err });
  }
  return found;
}
