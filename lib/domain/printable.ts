const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** One line in which what ends a line, moves a terminal or does not show is spelled out, such as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, spelledOut);
}

/** A character as JSON and most languages spell it, of two units where it has two. */
export function spelledOut(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
