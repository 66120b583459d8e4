import { MASK } from './masked-value.ts';

/** A word that mixes letters and digits; written ones are shorter. */
const MIXED = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/g;
/** Forty characters of base64, as the secret of an AWS key, whose slashes and pluses make short words of it. */
const AWS_SECRET =
  /(?<![A-Za-z0-9+/])(?=[^\s]{0,39}\d)(?=[^\s]{0,39}[a-z])(?=[^\s]{0,39}[A-Z])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/g;

/**
 * Masks, more eagerly than `redactTokens`, what looks drawn by chance: names in code are words, and a mask too many costs
 * little where nobody has to run the text.
 */
export function redactDrawn(text: string): string {
  return text.replace(AWS_SECRET, MASK).replace(MIXED, MASK);
}
