/** A place in a text, which parsing moves on. */
export interface Cursor {
  text: string;
  at: number;
  /** A line of more fields is not read. */
  mostFields: number;
}

/** A line of line protocol; the values of its fields as they are written. */
export interface ProtocolLine {
  measurement: string;
  tags: readonly (readonly [string, string])[];
  fields: readonly (readonly [string, string])[];
  time: string;
}

const TAGS_MAX = 40;

/**
 * Reads a line and moves past it (Influx line protocol reference); null for what is none, the cursor then being where it
 * ceases to be one. Each character is looked at once.
 */
export function parsedLine(cursor: Cursor): ProtocolLine | null | 'too many fields' {
  const measurement = wordUntil(cursor, ', ');
  if (measurement === '') return null;
  const tags = parsedTags(cursor);
  if (!tags || !skip(cursor, ' ')) return null;
  skipSpaces(cursor);
  const fields: (readonly [string, string])[] = [];
  do {
    if (fields.length === cursor.mostFields) return 'too many fields';
    const field = parsedField(cursor);
    if (!field) return null;
    fields.push(field);
  } while (skip(cursor, ','));
  const time = wordUntil(cursor, '').trim();
  return { measurement, tags, fields, time };
}

function parsedTags(cursor: Cursor): ProtocolLine['tags'] | null {
  const tags: (readonly [string, string])[] = [];
  while (skip(cursor, ',')) {
    const name = wordUntil(cursor, '=, ');
    if (name === '' || !skip(cursor, '=')) return null;
    const value = wordUntil(cursor, ', ');
    if (tags.length < TAGS_MAX) tags.push([name, value]);
  }
  return tags;
}

function parsedField(cursor: Cursor): readonly [string, string] | null {
  const name = wordUntil(cursor, '=, ');
  if (name === '' || !skip(cursor, '=')) return null;
  const isText = cursor.text[cursor.at] === '"';
  if (isText && !skipText(cursor)) return null;
  const value = wordUntil(cursor, ', ').trim();
  if (isText) return value === '' ? [name, '""'] : null;
  return value === '' ? null : [name, value];
}

/** Moves to the first of these characters that has no backslash before it, or to the end of the line. */
function wordUntil(cursor: Cursor, marks: string): string {
  const { text, at: start } = cursor;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n' || (marks.includes(character) && text[at - 1] !== '\\')) break;
  }
  cursor.at = at;
  const word = text.slice(start, at);
  return word.includes('\\') ? word.replaceAll(/\\([,= ])/g, '$1') : word;
}

/** Moves past a text in quotes, which may have newlines, and quotes behind a backslash; false where it never ends. */
function skipText(cursor: Cursor): boolean {
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text[cursor.at];
    if (character === '\\') cursor.at += 1;
    else if (character === '"') {
      cursor.at += 1;
      return true;
    }
  }
  return false;
}

function skip(cursor: Cursor, character: string): boolean {
  const isThere = cursor.text[cursor.at] === character;
  if (isThere) cursor.at += 1;
  return isThere;
}

function skipSpaces(cursor: Cursor): void {
  while (skip(cursor, ' '));
}
