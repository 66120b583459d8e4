import ipaddr from 'ipaddr.js';

/** Of an IPv6 address, what one customer is given. */
const PREFIX_BITS = 64;

/** The network of an address, as one name: an IPv4 address itself, also mapped into IPv6; of an IPv6 address its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.toByteArray().slice(0, PREFIX_BITS / 8);
  return `${Buffer.from(network).toString('hex')}/${PREFIX_BITS}`;
}
