/** Crockford's base32, as the ids of monitors are spelled. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ID_CHARS = 26;

/** Whether a text is a UUID as Healthchecks spells the codes of its checks: small letters, with hyphens. */
export function isCheckUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The id of the monitor that a check's UUID stands for. Both are 128 bits, so a check keeps its ping URL and is found by it
 * as any monitor is, without a look elsewhere.
 */
export function idOfUuid(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let id = '';
  for (let at = 0; at < ID_CHARS; at++) {
    id = DIGITS.charAt(Number(rest % 32n)) + id;
    rest /= 32n;
  }
  return id;
}

/** The UUID of a monitor's id, by which clients of Healthchecks name it. */
export function uuidOfId(id: string): string {
  const bits = [...id].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n);
  return uuidOfHex(bits.toString(16).padStart(32, '0').slice(-32));
}

/** 32 hex characters as a UUID is spelled. */
export function uuidOfHex(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
