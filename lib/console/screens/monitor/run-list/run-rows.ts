import type { Output } from '../../../api/operations.ts';

export type Event = Output<'listEvents'>['events'][number];

/** A run as one row, whether it told its start or not; a note has its own. Times in milliseconds. */
export interface RunRow {
  /** Of the event that ended it, or of its start or note. */
  id: string;
  kind: 'ok' | 'fail' | 'started' | 'note';
  /** When it began, or what is known in the place of that. */
  at: number;
  endedAt: number | null;
  ms: number | null;
  /** Its outcome in words. */
  words: string;
  rid: string | null;
  /** The event whose output it is; null where nothing was sent. */
  outputOf: string | null;
}

const KINDS = { ping: 'ok', fail: 'fail', start: 'started', log: 'note' } as const;
const WORDS = { ping: 'OK', fail: 'Failure', start: 'Started, not finished', log: 'Note' } as const;

/** Events, newest first, as rows of runs, newest first: a start goes into the row of its end. */
export function runRowsOf(events: readonly Event[]): RunRow[] {
  /** Ends whose start is still to come, by run id. */
  const waiting = new Map<string | null, RunRow>();
  const rows: RunRow[] = [];
  for (const event of events) {
    const end = event.kind === 'start' ? waiting.get(event.rid) : undefined;
    if (end) {
      end.outputOf ??= outputOf(event);
      waiting.delete(event.rid);
      continue;
    }
    const row = rowOf(event);
    rows.push(row);
    if (row.ms !== null) waiting.set(row.rid, row);
  }
  return rows.toSorted((one, other) => other.at - one.at);
}

function rowOf(event: Event): RunRow {
  const { id, kind, duration_ms: ms, rid } = event;
  const at = Date.parse(event.at);
  const hasEnded = kind === 'ping' || kind === 'fail';
  return {
    id,
    kind: KINDS[kind],
    at: hasEnded ? at - (ms ?? 0) : at,
    endedAt: hasEnded ? at : null,
    ms,
    words: wordsOf(event),
    rid,
    outputOf: outputOf(event),
  };
}

const outputOf = ({ id, has_body: hasBody }: Event) => (hasBody ? id : null);

function wordsOf({ kind, exit_code: code, status, maintenance }: Event): string {
  const exit = code === null || (code === 0 && kind === 'ping') ? '' : `, exit code ${code}`;
  const answer = status === null ? '' : `, status ${status}`;
  return `${WORDS[kind]}${exit}${answer}${maintenance === undefined ? '' : `, during maintenance ${maintenance}`}`;
}

/** Rows that follow each other and are of one day. */
export interface Day {
  key: string;
  /** `Tue 24 Nov 2026`. */
  words: string;
  rows: RunRow[];
}

/** The rows, newest first, by the days of a zone. */
export function daysOf(rows: readonly RunRow[], zone: string): Day[] {
  const keys = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const words = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
  });
  const days: Day[] = [];
  for (const row of rows) {
    const key = keys.format(row.at);
    const last = days.at(-1);
    if (last?.key === key) last.rows.push(row);
    else days.push({ key, words: words.format(row.at).replace(',', ''), rows: [row] });
  }
  return days;
}

/** The last good run with an output before one that failed; undefined where none is among the rows. */
export function goodBefore(failed: RunRow, rows: readonly RunRow[]): RunRow | undefined {
  return rows.find(({ kind, at, outputOf: output }) => kind === 'ok' && at < failed.at && output !== null);
}
