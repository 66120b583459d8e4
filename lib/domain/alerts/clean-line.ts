const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * One printable line of at most `maxChars` characters: control and format characters, lone surrogates and line
 * separators become one space, so a text chosen by a stranger cannot end a header, a line or a direction of writing.
 * A longer text ends in an ellipsis.
 */
export function cleanLine(text: string, maxChars: number): string {
  const line = text.replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
  const chars = [...line];
  return chars.length <= maxChars
    ? line
    : `${chars
        .slice(0, maxChars - 1)
        .join('')
        .trimEnd()}…`;
}
