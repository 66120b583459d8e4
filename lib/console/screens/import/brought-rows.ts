import { wordsFor } from '../../words/wire-words.ts';
import type { Brought } from './sources.ts';

/** What comes of it in one sentence. */
export function summaryOf({ applied, would_create: count, created = [] }: Brought): string {
  if (!applied && count === 0) return 'Nothing new here.';
  if (!applied) return count === 1 ? 'One new monitor.' : `${count} new monitors.`;
  if (created.length === 0) return 'Nothing was new.';
  const made = created.length === 1 ? '1 monitor' : `${created.length} monitors`;
  return `${made} imported. Point the host name your jobs ping at Rollcall; no job needs editing.`;
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
  const made = created.map(({ index, name }): Row => ({ index, name, mark: '+', what: 'imported' }));
  const known = existing.map(({ index, name, differs }): Row => {
    const other = differs.map(wordsFor).join(', ');
    const what = other === '' ? 'already monitored' : `already monitored, with another ${other}`;
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
