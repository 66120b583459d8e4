/** Puts an entry as the newest of a map, and lets the oldest go where there are more than `max`. */
export function putNewest<V>(
  map: Map<string, V>,
  { key, value }: { key: string; value: V },
  max: number,
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > max ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
