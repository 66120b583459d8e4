/** An address as a topic or an argument of a contract: 32 bytes in hex, filled up from the left. */
export function addressWord(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** A number as an argument or data of a contract: 32 bytes in hex. */
export function uintWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
