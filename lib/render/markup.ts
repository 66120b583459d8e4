import { markupEscape } from './escape.ts';

/** Text that is markup already. Only `markup` and `trustedMarkup` make it, so nothing else goes in unescaped. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Markup };

/** What a template may hold; null leaves nothing behind. */
export type MarkupValue = string | number | Markup | readonly Markup[] | null;

/**
 * HTML, XML and SVG by template: every value is escaped unless it is markup itself. Attributes must be quoted.
 */
export function markup(literal: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  let text = literal[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    text += written(values[index] ?? null) + (literal[index + 1] ?? '');
  }
  return new Markup(text);
}

/** Takes a text of our own (a stylesheet, a script) as it stands. Never for text that came from outside. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

function written(value: MarkupValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return markupEscape(value);
  if (typeof value === 'number' || value instanceof Markup) return String(value);
  return value.join('');
}
