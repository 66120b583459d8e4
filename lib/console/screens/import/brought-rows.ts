import { wordsFor } from '../../words/wire-words.ts';
import type { Brought } from './sources.ts';

/** What comes of it in one sentence. */
export function summaryOf({ applied, would_create: count, created = [] }: Brought): string {
  if (!applied && count === 0) return 'Nothing of it is new.';
  if (!applied)
    return count === 1 ? 'One would be watched here as new.' : `${count} would be watched here as new.`;
  if (created.length === 0) return 'Nothing of it was new.';
  const made = created.length === 1 ? 'One is' : `${created.length} are`;
  return `${made} watched here now. Point the host name that the jobs ping at Rollcall, and no job is edited.`;
}

interface Row {
  /** In the export, from 0. */
  index: number;
  mark: '+' | '=' | '–';
  name: string;
  what: string;
}

/** What happens to each entry of an export that is told of by itself, in its order. */
export function rowsOf({ existing, left_out: leftOut, created = [] }: Brought): Row[] {
  const made = created.map(({ index, name }): Row => ({ index, name, mark: '+', what: 'is watched now' }));
  const known = existing.map(({ index, name, differs }): Row => {
    const other = differs.map(wordsFor).join(', ');
    const what = other === '' ? 'is watched already' : `is watched already, with another ${other}`;
    return { index, name, mark: '=', what };
  });
  const left = leftOut.map(({ index, name, detail }): Row => ({
    index,
    name,
    mark: '–',
    what: `left out: ${detail}`,
  }));
  return [...made, ...known, ...left].toSorted((a, b) => a.index - b.index);
}
