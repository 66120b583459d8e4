/** Line editing of busybox drops what is over 510 characters where it is built as OpenWrt does, over 1,022 by default. */
const EDITED_MAX_CHARS = 500;
/** What stands between two words, which is not cut: `' && sh -c '` and an escaped quote. */
const BETWEEN_CHARS = 20;

/**
 * A text as one word for whatever shell it is pasted into: POSIX shells, zsh, fish and csh read it alike as long as it has
 * no `!`, no newline, no two backslashes in a row and none before a single quote.
 */
export function pastedWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command in lines that the line editing of busybox takes, cut inside its quoted words, where POSIX shells join them again. */
export function inShortLines(command: string): string {
  const lines: string[] = [];
  let line = '';
  let isQuoted = false;
  for (const [at, character] of [...command].entries()) {
    const isMark = character === "'" && (isQuoted || command[at - 1] !== '\\');
    if (isQuoted && !isMark && line.length >= EDITED_MAX_CHARS - BETWEEN_CHARS) {
      lines.push(`${line}'\\`);
      line = "'";
    }
    line += character;
    if (isMark) isQuoted = !isQuoted;
  }
  return [...lines, line].join('\n');
}
