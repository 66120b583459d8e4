import { accepted, refused, shown, type Decision } from './decision.ts';

/** Control, format, surrogate and unassigned characters, and the two Unicode line ends. */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** The code that a name is refused with, and how many characters it may have. */
export interface NameRule<C extends string> {
  /** @default name */
  field?: string;
  code: C;
  min: number;
  max: number;
}

/** A name that a person gives, trimmed: one line that can be read. */
export function readableName<C extends string>(
  text: string,
  { field = 'name', code, min, max }: NameRule<C>,
): Decision<string, C> {
  const name = text.trim();
  const length = [...name].length;
  if (length >= min && length <= max) return refuseUnreadable(name, code, field);
  const range = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  return refused(code, `${field} must have ${range} characters; got ${length}.`);
}

/** Refuses a name with characters that end a line, or do not show. */
export function refuseUnreadable<C extends string>(
  name: string,
  code: C,
  field = 'name',
): Decision<string, C> {
  const [found] = UNREADABLE.exec(name) ?? [];
  if (found === undefined) return accepted(name);
  const point = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return refused(
    code,
    `${field} must not have control or format characters such as U+${point}; got ${shown(name)}.`,
  );
}
