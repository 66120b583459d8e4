import { useSignal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import type { Page } from '../../api/pages.ts';
import { usePages } from '../../api/use-pages.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Empty } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Table } from '../../parts/table.tsx';
import { runText } from '../../words/relative-text.ts';

type Event = Output<'listEvents'>['events'][number];

const COLUMNS = [
  { label: 'When' },
  { label: 'What' },
  { label: 'Duration', isNumber: true },
  { label: 'Run', isWide: true },
  { label: 'Output' },
] as const;

/** Every signal of a monitor, newest first, with what the job said. */
export function Events({ id }: { id: string }) {
  const newest = useRemote('listEvents', { params: { id } });
  return <Shown of={newest}>{(page) => <List id={id} newest={pageOf(page)} />}</Shown>;
}

function List({ id, newest }: { id: string; newest: Page<Event> }) {
  const { all, more } = usePages(newest, { keyOf: ({ id: event }) => event }, async (cursor) =>
    pageOf(await call('listEvents', { params: { id }, query: { cursor } })),
  );
  if (all.length === 0) return <Empty title="No ping yet" />;
  return (
    <>
      <Table name="Pings" columns={COLUMNS}>
        {all.map((event) => (
          <Row key={event.id} monitor={id} event={event} />
        ))}
      </Table>
      {more && <Button onClick={more}>Show older ones</Button>}
    </>
  );
}

function pageOf({ events, next_cursor: next }: Output<'listEvents'>): Page<Event> {
  return { entries: events, next };
}

function Row({ monitor, event }: { monitor: string; event: Event }) {
  const output = useSignal<string | null>(null);
  const show = async () => {
    if (output.value !== null) {
      output.value = null;
      return;
    }
    const params = { id: monitor, event: event.id };
    output.value = await call('getEventBody', { params }).catch((error: unknown) =>
      error instanceof ApiError ? error.message : 'It could not be read.',
    );
  };
  const word = output.value === null ? 'Show' : 'Hide';
  return (
    <>
      <tr class={event.kind === 'fail' ? 'failed' : ''}>
        <td>
          <RelativeTime at={event.at} />
        </td>
        <td>
          {whatOf(event)}
          {event.maintenance !== undefined && <span class="soft">, in maintenance</span>}
        </td>
        <td class="number">{event.duration_ms === null ? '' : runText(event.duration_ms)}</td>
        <td class="wide">{event.rid !== null && <code>{event.rid}</code>}</td>
        <td>
          {event.has_body && (
            <Button kind="quiet" label={`${word} output of this ping`} onClick={show}>
              {word}
            </Button>
          )}
        </td>
      </tr>
      {output.value !== null && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <CodeBlock text={output.value} name="output" />
          </td>
        </tr>
      )}
    </>
  );
}

function whatOf({ kind, exit_code: code, status }: Event): string {
  const words = { ping: 'OK', start: 'Started', fail: 'Failure', log: 'Note' }[kind];
  const exit = code === null ? '' : `, exit code ${code}`;
  return `${words}${exit}${status === null ? '' : `, status ${status}`}`;
}
