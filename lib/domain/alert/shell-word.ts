/** A text as one word of a POSIX shell, quoted only when it must be. */
export function shellWord(text: string): string {
  return /^[\w/:.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
