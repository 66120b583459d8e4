/** After these a command goes on, so that no `;` may follow: `then`, the pattern of a `case`, a pipe. */
const GOES_ON = /(?:^|\s)(?:then|do|else|in|\{|;;|\||&&|\|\|)$|^[^$(]*\)$/;

/** POSIX sh of several lines as one line. The code has no comments and no here-documents. */
export function oneLine(code: string): string {
  const lines = code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines
    .map((line, at) => {
      const before = lines[at - 1];
      if (before === undefined) return line;
      return GOES_ON.test(before) || line.startsWith(';;') ? ` ${line}` : `;${line}`;
    })
    .join('')
    .replaceAll(/ (\|\||&&|\||;;) ?/g, '$1');
}
