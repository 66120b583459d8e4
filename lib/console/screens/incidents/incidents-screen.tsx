import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import type { Page } from '../../api/pages.ts';
import { usePages } from '../../api/use-pages.ts';
import { useRemote } from '../../api/use-remote.ts';
import { IncidentTable } from '../../incidents/incident-table.tsx';
import { incidentPath, REASONS } from '../../incidents/incident-words.ts';
import { isOpen, keyOf, passesOf, type Incident } from '../../incidents/passes.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { Empty } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { inQuery, place, setQuery } from '../../router.ts';
import { clock } from '../../state/clock.ts';

const FILTERS = [
  [null, 'All'],
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const;

const ANY = ['', 'Any'] as const;
const TIMES = [ANY, ['1', 'Last day'], ['7', 'Last 7 days'], ['30', 'Last 30 days']] as const;
const DAY_MS = 86_400_000;

/** What went wrong across all monitors, by the check that found it, open ones first. */
export function Screen() {
  const { query } = place.value;
  const state = FILTERS.find(([id]) => id === query.get('state'))?.[0] ?? undefined;
  const tag = query.get('tag') ?? '';
  const asked = { ...(state && { state }), ...(tag && { tag: [tag] }) };
  const list = useRemote('listIncidents', { query: asked });
  return (
    <>
      <Title text="Incidents">
        <div class="together" role="group" aria-label="Which">
          {FILTERS.map(([id, label]) => (
            <Button
              key={label}
              kind="quiet"
              pressed={id === (state ?? null)}
              onClick={() => setQuery({ state: id })}
            >
              {label}
            </Button>
          ))}
        </div>
      </Title>
      <Shown of={list}>
        {(page) => <List key={JSON.stringify(asked)} newest={pageOf(page)} asked={asked} />}
      </Shown>
    </>
  );
}

interface ListProps {
  newest: Page<Incident>;
  asked: { state?: 'open' | 'closed'; tag?: string[] };
}

const KEPT = { keyOf, isOpen };

function List({ newest, asked }: ListProps) {
  const { all, more } = usePages(newest, KEPT, async (cursor) =>
    pageOf(await call('listIncidents', { query: { ...asked, cursor } })),
  );
  const { query } = place.value;
  const reason = query.get('reason') ?? '';
  const days = Number(query.get('days') ?? 0);
  const from = days > 0 ? clock.value - days * DAY_MS : null;
  const passes = passesOf(
    all.filter(
      (each) =>
        (reason === '' || each.reason === reason) &&
        (from === null || Date.parse(each.down_since) + each.downtime_sec * 1000 >= from),
    ),
  );
  const isFiltered = reason !== '' || from !== null || asked.tag !== undefined;
  const drawing = useLoaded(true, () => import('../../charts/pictures.ts'));
  return (
    <>
      {(all.length > 0 || isFiltered) && <Filters all={all} />}
      {drawing && passes.length > 0 && <drawing.Lanes passes={passes} from={from} pathOf={incidentPath} />}
      {passes.length > 0 ? (
        <IncidentTable passes={passes} />
      ) : isFiltered ? (
        <Empty title={more ? `None of ${all.length} matches` : 'No matches'} />
      ) : (
        !more && <NoneYet state={asked.state} />
      )}
      {more && <Button onClick={more}>Show older ones</Button>}
    </>
  );
}

function NoneYet({ state }: { state: 'open' | 'closed' | undefined }) {
  return (
    <Empty title={state === 'open' ? 'Nothing is down' : 'No incident yet'}>
      <p>An incident opens when a job is late, fails or runs too long, and closes with its next success.</p>
    </Empty>
  );
}

/** All of them are in the address. */
function Filters({ all }: { all: readonly Incident[] }) {
  const tags = new Set([...all.flatMap((each) => each.tags), inQuery('tag').value].toSorted());
  tags.delete('');
  return (
    <div class="filters">
      <SelectField label="Why" chosen={inQuery('reason')} options={[ANY, ...Object.entries(REASONS)]} />
      {tags.size > 0 && (
        <SelectField
          label="Tag"
          chosen={inQuery('tag')}
          options={[ANY, ...[...tags].map((tag) => [tag, tag] as const)]}
        />
      )}
      <SelectField label="When" chosen={inQuery('days')} options={TIMES} />
    </div>
  );
}

function pageOf({ incidents, next_cursor: next }: Output<'listIncidents'>): Page<Incident> {
  return { entries: incidents, next };
}
