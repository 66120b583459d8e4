import type { NameKind } from './secret-words.ts';

/** What stands in the place of a secret. */
export const MASK = '***';

const VARIABLE = /^(?:"?\$(?:[A-Z_][A-Z0-9_]*|\{[A-Za-z_]\w*\}|\d)"?)$/;
const READ_FROM_FILE = /^"?(?:\$\((?:cat\s|<)|`cat\s)/;
const WORD_OF_STATE = /^(?:true|false|yes|no|null|none|nil|on|off|undefined)$/i;
const PATH =
  /^(?:~|\.{1,2}|\$[A-Z_]+|\$\{\w+\})?(?:\/[\w.@+-]+)+\/?$|^[\w-]+\.(?:pem|key|crt|cer|json|ya?ml|txt|conf|cnf|env|p12|asc|gpg)$/;
const SORT_KEY = /^\d{1,2}(?:[.,]\d{1,2})?[a-z]{0,3}$/;

/** `raw`, the value of a name of this kind as written, with its secret masked and a single pair of quotes kept. */
export function maskedValue(raw: string, kind: NameKind): string {
  const mark = /^\\?["']/.exec(raw)?.[0] ?? '';
  const isOneQuotation =
    mark !== '' &&
    raw.length >= 2 * mark.length &&
    raw.indexOf(mark, mark.length) === raw.length - mark.length;
  const content = isOneQuotation ? raw.slice(mark.length, raw.length - mark.length) : raw;
  if (isHarmless(content, mark, kind)) return raw;
  return isOneQuotation ? mark + MASK + mark : MASK;
}

function isHarmless(content: string, mark: string, kind: NameKind): boolean {
  if (content === '' || content === MASK || WORD_OF_STATE.test(content)) return true;
  // Between apostrophes a dollar sign is only a character.
  if (!mark.endsWith("'") && (VARIABLE.test(content) || READ_FROM_FILE.test(content))) return true;
  return kind === 'pointer' && (PATH.test(content) || SORT_KEY.test(content));
}
