import type { Json } from '../fuzz/described.ts';

/** A mark by which a word is found again wherever it went. */
export const MARK = 'zq7xj2';

/** The file that a word makes in the folder that it is run in. */
export const CANARY = 'canary';

/** Words that some reader would obey: a shell, a page, a sheet, a chat, a header, a terminal, a template. */
export const WORDS = {
  shell: `${MARK}'"$(>${CANARY})\`>${CANARY}\`;>${CANARY}|>${CANARY}&#%\\!`,
  markup: `${MARK}</script></title></textarea>]]>--><b onload="'&amp;`,
  chat: `${MARK}@everyone<!channel><@U1>[x](http://e.example)**_~`,
  formula: `=cmd|'/c calc'!A1 ${MARK}`,
  template: `${MARK}{{7*7}}\${7*7}%s%n__proto__`,
  line: `${MARK}\r\nBcc: e@e.example\r\n\r\n* * * * * >${CANARY}`,
  terminal: `${MARK}\u001b]52;c;eA==\u0007\u009b31mx\u007f`,
  direction: `${MARK}\u202egpj\u2066x\u2028y\u200b\ufeff`,
  nul: `${MARK}\u0000x\ud800`,
  astral: `${MARK}𝒳👩‍👩‍👧é̸̢ﷺ`,
} as const;

/** What a terminal, or the direction of its text, obeys, and what nobody sees; line feed, return and tab are told apart by who reads. */
export const ACTING = /[^\P{Cc}\t\r\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Where a JSON schema takes texts that it does not list, as paths of names; `0` is the entry of an array. */
export function textsOf(schema: Json | undefined, path: readonly string[] = []): (readonly string[])[] {
  if (!schema) return [];
  const choices: Json[] = [...(schema['anyOf'] ?? []), ...(schema['oneOf'] ?? [])];
  const members = Object.entries<Json>(schema['properties'] ?? {});
  return [
    ...(schema['type'] === 'string' && !schema['enum'] ? [path] : []),
    ...choices.flatMap((choice) => textsOf(choice, path)),
    ...(schema['items'] ? textsOf(schema['items'], [...path, '0']) : []),
    ...members.flatMap(([name, member]) => textsOf(member, [...path, name])),
  ];
}

/** The same value with a word at a path. */
export function withWord(value: unknown, [head, ...rest]: readonly string[], word: string): unknown {
  if (head === undefined) return word;
  if (head === '0') return [withWord((value as unknown[] | undefined)?.[0], rest, word)];
  const fields = (value ?? {}) as Json;
  return { ...fields, [head]: withWord(fields[head], rest, word) };
}

/** Every text of a JSON value that holds a word, with the path to it. */
export function markedTexts(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return value.includes(MARK) ? [{ path, text: value }] : [];
  if (Array.isArray(value)) return value.flatMap((each) => markedTexts(each, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    ...markedTexts(name, `${path}.(name)`),
    ...markedTexts(each, `${path}.${name.includes(MARK) ? '*' : name}`),
  ]);
}
