import ipaddr from 'ipaddr.js';

/** Public by its number, but the host's own control channel on Azure. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/** Global unicast as IANA hands it out; everything else in IPv6 is special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a plain textual address may receive an alert (DECISIONS.md "Alert channels" 1): false for every range
 * that is private, local, shared, reserved or reaches a metadata service, for such an address wrapped in IPv6
 * (mapped, NAT64), for 6to4 and Teredo as a whole, and for anything that is not an address in its plain form.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && isPublic(parsed);
}

/** Whether a plain textual address is the machine itself (127.0.0.0/8, ::1). */
export function isLoopbackAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== AZURE_WIRE_SERVER;
  }
  const range = address.range();
  // A network with NAT64 resolves every IPv4-only receiver to 64:ff9b::/96, so its IPv4 address decides.
  if (range === 'ipv4Mapped' || isWellKnownNat64(address)) return isPublic(embeddedIPv4(address));
  return range === 'unicast' && address.match(GLOBAL_UNICAST);
}

function isWellKnownNat64(address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parseCIDR('64:ff9b::/96'));
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/** Octal, hexadecimal and shortened IPv4 and zone ids are no plain form: two readers may read them differently. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!address.includes(':')) {
    return ipaddr.IPv4.isValidFourPartDecimal(address) ? ipaddr.IPv4.parse(address) : null;
  }
  const tail = address.slice(address.lastIndexOf(':') + 1);
  if (tail.includes('.') && !ipaddr.IPv4.isValidFourPartDecimal(tail)) return null;
  return /^[0-9a-f:.]+$/i.test(address) && ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
}
