import { readFileSync } from 'node:fs';

/** A row of the tables of docs/privacy.md: kinds of items, and what it says of them. */
export interface KeptRow {
  /** Both parts of the key with a blank between; `…` stands for any text. */
  kinds: readonly string[];
  holdsAddress: boolean;
  /** Null where nothing of it ends by itself. */
  ends: { sec: number; isAtMost: boolean; after: string | null } | null;
}

const UNITS: Readonly<Record<string, number>> = { minutes: 60, hours: 3_600, days: 86_400 };

/** Throws for a row that says something else than what rows say. */
export function keptRows(): KeptRow[] {
  const [, text = ''] = readFileSync('docs/privacy.md', 'utf8').split('\n## All that is kept\n');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  return rows.map((line) => {
    const [, , items = '', address = '', ends = ''] = line.split('|').map((cell) => cell.trim());
    const kinds = [...items.matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind);
    if (kinds.length === 0 || !['yes', 'no'].includes(address)) throw new Error(`What is this row? ${line}`);
    return { kinds, holdsAddress: address === 'yes', ends: endOf(ends) };
  });
}

function endOf(text: string): KeptRow['ends'] {
  if (text === 'no') return null;
  const [, most, number, unit = '', after = null] =
    /^(at most )?(\d+) (minutes|hours|days)(?: after (.+))?$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`When does this end by itself? ${text}`);
  return { sec: Number(number) * (UNITS[unit] ?? 0), isAtMost: most !== undefined, after };
}

/** The kind of an item: of those that fit, the one that says most. */
export function kindOf({ pk, sk }: Record<string, unknown>, kinds: readonly string[]): string | undefined {
  const fits = (kind: string) =>
    new RegExp(`^${kind.replaceAll(/[+#]/g, '\\$&').replaceAll('…', '[^]*')}$`).test(`${pk} ${sk}`);
  return kinds.filter(fits).toSorted((a, b) => b.length - a.length)[0];
}
