import ipaddr from 'ipaddr.js';

/** Of an IPv6 address, what one customer is given. */
const PREFIX_BITS = 64;
/** Of one, what a site or a hoster is given, whose customers can be many thousand of those. */
const WIDER_PREFIX_BITS = 48;

/** The network of an address, as one name: an IPv4 address itself, also mapped into IPv6; of an IPv6 address its /64. */
export function networkOf(address: string): string {
  return prefixOf(address, PREFIX_BITS);
}

/** The same, but of an IPv6 address its /48. */
export function widerNetworkOf(address: string): string {
  return prefixOf(address, WIDER_PREFIX_BITS);
}

function prefixOf(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.toByteArray().slice(0, bits / 8);
  return `${Buffer.from(network).toString('hex')}/${bits}`;
}
