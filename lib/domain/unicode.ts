/**
 * Whether all texts in a value of JSON are characters, its keys too: JSON can spell half a surrogate pair, and no table keeps one.
 * By a list, since the value may be nested deeper than the call stack.
 */
export function isUnicode(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each === 'string' && !each.isWellFormed()) return false;
    if (typeof each !== 'object' || each === null) continue;
    for (const [key, held] of Object.entries(each)) left.push(key, held);
  }
  return true;
}
