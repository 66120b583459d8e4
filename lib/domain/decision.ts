import { printable } from './printable.ts';

/** What a rule decides: a value, or a refusal by its literal code with one plain sentence. */
export type Decision<T, Code extends string> =
  | { ok: true; value: T }
  | { ok: false; code: Code; detail: string };

export function accepted<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refused<Code extends string>(
  code: Code,
  detail: string,
): { ok: false; code: Code; detail: string } {
  return { ok: false, code, detail };
}

/** A value as an error sentence shows it: short, and never more than a line. */
export function shown(value: unknown): string {
  const text = printable(written(value));
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

/** What is nested deeper than the call stack can be read but not written out. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'a value nested too deeply to show';
  }
}
