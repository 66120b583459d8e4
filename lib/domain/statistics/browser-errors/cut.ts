const LINES_MAX = 100;
/** Longer than any credential but those that are known by how they begin. */
const WORD_MAX = 200;

/**
 * A text of at most so many characters and of 100 lines. Where it is cut the word goes as a whole: half a credential is
 * not known for one.
 */
export function cut(text: string, maxChars: number): string {
  const lines = text.split('\n', LINES_MAX + 1);
  const some = lines.length > LINES_MAX ? lines.slice(0, LINES_MAX).join('\n') : text;
  if (some.length <= maxChars) return some;
  const kept = some.slice(0, Math.max(0, maxChars - WORD_MAX));
  const end = some.slice(kept.length, maxChars);
  // In a text without blanks it ends where no credential could go on.
  const whole = /^.*\s/s.exec(end) ?? /^.*[^\w+/=.~%@-]/s.exec(end);
  return (kept + (whole?.[0] ?? '')).replace(/\p{Cs}$/u, '');
}
