import { encode } from 'uqr';

/** What cameras need around a code (ISO/IEC 18004, section 6.3.8). */
const QUIET = 4;

/** A text as the squares of a QR code, row by row, true for black, with white around them. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'M', border: QUIET }).data;
}
