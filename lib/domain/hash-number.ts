/** A whole number that follows from a text and is far from that of the next one: for shards and times of day. */
export function spread(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash;
}
