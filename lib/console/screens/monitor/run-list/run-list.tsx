import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import type { Output } from '../../../api/operations.ts';
import type { Page } from '../../../api/pages.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useRemote } from '../../../api/use-remote.ts';
import { Button } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/notices.tsx';
import { Shown } from '../../../parts/shown.tsx';
import { place, setQuery } from '../../../router.ts';
import { zone } from '../../../state/zone.ts';
import type { Monitor } from '../monitor.ts';
import { useFirstLines } from './first-lines.ts';
import { chosenOf, endOfDay, RunFilters } from './run-filters.tsx';
import { daysOf, goodBefore, runRowsOf, type Event, type RunRow } from './run-rows.ts';
import { RunsTable } from './runs-table.tsx';
import { useDrawing } from './use-drawing.ts';

/** Every run of a monitor by day, newest first, with what the job said; of a day and before it where one is chosen. */
export function RunList({ monitor }: { monitor: Monitor }) {
  const day = place.value.query.get('day') ?? '';
  const before = endOfDay(day);
  const input = { params: { id: monitor.id }, ...(before !== null && { query: { before } }) };
  const newest = useRemote('listEvents', input, { isPolled: before === null });
  return <Shown of={newest}>{(page) => <List key={before} monitor={monitor} newest={pageOf(page)} />}</Shown>;
}

function List({ monitor, newest }: { monitor: Monitor; newest: Page<Event> }) {
  const { id } = monitor;
  const { all, more } = usePages(newest, { keyOf: ({ id: event }) => event }, async (cursor) =>
    pageOf(await call('listEvents', { params: { id }, query: { cursor } })),
  );
  // What was recorded never changes, and typing is to be answered at once.
  const rows = useMemo(() => runRowsOf(all), [all.length, all[0]?.id]);
  const drawing = useDrawing(rows, monitor);
  const typed = useSignal('');
  const { chosen, counts, filtered } = chosenOf(rows, drawing?.times);
  const lines = useFirstLines(
    id,
    filtered.flatMap(({ outputOf: event }) => event ?? []),
  );
  const lineOf = ({ outputOf: event }: RunRow) => (event === null ? '' : (lines.get(event) ?? ''));
  const sought = typed.value.trim().toLowerCase();
  const shown = filtered.filter((row) =>
    [row.words, row.rid ?? '', lineOf(row)].join(' ').toLowerCase().includes(sought),
  );
  if (rows.length === 0 && chosen === 'all' && !place.value.query.has('day'))
    return <Empty title="No ping yet" />;
  return (
    <>
      <RunFilters chosen={chosen} counts={counts} typed={typed} />
      {shown.length === 0 ? (
        <p class="hint">
          {more ? `No matches in the ${rows.length} runs loaded so far.` : 'No matching runs.'}{' '}
          <Button kind="quiet" onClick={() => clear(typed)}>
            Show all
          </Button>
        </p>
      ) : (
        <RunsTable
          monitor={monitor}
          days={daysOf(shown, zone.value)}
          drawing={drawing}
          lineOf={lineOf}
          goodOf={(row) => (row.kind === 'fail' ? goodBefore(row, rows) : undefined)}
        />
      )}
      {more && <Button onClick={more}>Show older ones</Button>}
    </>
  );
}

function clear(typed: { value: string }): void {
  typed.value = '';
  setQuery({ show: null, day: null });
}

function pageOf({ events, next_cursor: next }: Output<'listEvents'>): Page<Event> {
  return { entries: events, next };
}
