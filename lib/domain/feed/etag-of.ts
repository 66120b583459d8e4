/**
 * A strong entity tag of a body. Hashing is handed in; `hash` must answer hex or base64url, of which the first
 * 32 characters are kept.
 */
export function etagOf(body: string, hash: (text: string) => string): string {
  return `"${hash(body).slice(0, 32)}"`;
}
