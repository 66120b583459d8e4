import { createHmac } from 'node:crypto';

/** What an authenticator shows for a key in base32 (RFC 6238): written apart from the code that checks it. */
export function totpOf(key: string, atSec: number): string {
  const bits = [...key].map((digit) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'),
  );
  const bytes = Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(4, Math.floor(atSec / 30));
  const mac = createHmac('sha1', bytes).update(new Uint8Array(counter.buffer)).digest();
  const at = (mac[19] ?? 0) % 16;
  const number = ((mac[at] ?? 0) % 128) * 2 ** 24 + mac.readUIntBE(at + 1, 3);
  return String(number % 1_000_000).padStart(6, '0');
}
