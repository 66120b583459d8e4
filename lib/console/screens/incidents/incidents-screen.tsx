import { useSignal } from '@preact/signals';
import type { Output } from '../../api/operations.ts';
import { call } from '../../api/call.ts';
import type { Page } from '../../api/pages.ts';
import { usePages } from '../../api/use-pages.ts';
import { useRemote } from '../../api/use-remote.ts';
import { IncidentPacket } from '../../incidents/incident-packet.tsx';
import { incidentPath, REASONS } from '../../incidents/incident-words.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { place, setQuery } from '../../router.ts';
import { runText } from '../../words/relative-text.ts';

type Incident = Output<'listIncidents'>['incidents'][number];

const FILTERS = [
  [null, 'All'],
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const;

/** What went wrong across all monitors, open ones first. */
export function Screen() {
  const state = FILTERS.find(([id]) => id === place.value.query.get('state'))?.[0] ?? null;
  const list = useRemote('listIncidents', { query: state === null ? {} : { state } });
  return (
    <>
      <Title text="Incidents">
        <div class="together" role="group" aria-label="Which">
          {FILTERS.map(([id, label]) => (
            <Button key={label} kind="quiet" pressed={id === state} onClick={() => setQuery({ state: id })}>
              {label}
            </Button>
          ))}
        </div>
      </Title>
      <Shown of={list}>{(page) => <List key={state} newest={pageOf(page)} state={state} />}</Shown>
    </>
  );
}

function List({ newest, state }: { newest: Page<Incident>; state: 'open' | 'closed' | null }) {
  const { all, more } = usePages(newest, KEPT, async (cursor) =>
    pageOf(await call('listIncidents', { query: { cursor, ...(state !== null && { state }) } })),
  );
  if (all.length === 0 && !more)
    return (
      <Empty title={state === 'open' ? 'Nothing is down' : 'No incident yet'}>
        <p>An incident begins when a job is late, fails or runs too long, and ends with its next success.</p>
      </Empty>
    );
  return (
    <>
      <ol class="incidents" aria-label="Incidents">
        {all.map((incident) => (
          <Row key={keyOf(incident)} incident={incident} />
        ))}
      </ol>
      {more && <Button onClick={more}>Show older ones</Button>}
    </>
  );
}

function pageOf({ incidents, next_cursor: next }: Output<'listIncidents'>): Page<Incident> {
  return { entries: incidents, next };
}

const keyOf = ({ endpoint_id: id, number }: Incident): string => `${id}#${number}`;
const KEPT = { keyOf, isOpen: ({ state }: Incident) => state === 'open' };

function Row({ incident }: { incident: Incident }) {
  const isShown = useSignal(false);
  const { endpoint_id: id, name, reason, downtime_sec: down, alerts } = incident;
  const isOpen = incident.state === 'open';
  return (
    <li class={isOpen ? 'open' : ''}>
      <p>
        <a href={`/app/monitors/${id}`}>
          <bdi>{name}</bdi>
        </a>{' '}
        <a class={isOpen ? 'trouble' : ''} href={incidentPath(id, incident.number)}>
          {REASONS[reason]}
        </a>{' '}
        <RelativeTime at={incident.down_since} />
        <span class="soft">
          , down {runText(down * 1000)}
          {isOpen && ' so far'}, {alerts === 1 ? '1 alert' : `${alerts} alerts`}
          {incident.maintenance !== null && `, began in maintenance ${incident.maintenance}`}
        </span>
        {isOpen && (
          <Button
            kind="quiet"
            label={`${isShown.value ? 'Hide' : 'Show'} what is known of ${name}`}
            onClick={() => {
              isShown.value = !isShown.value;
            }}
          >
            {isShown.value ? 'Hide' : 'Show'}
          </Button>
        )}
      </p>
      {isShown.value && <IncidentPacket id={id} />}
    </li>
  );
}
