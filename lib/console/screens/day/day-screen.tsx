import { dayAfter } from '../../../domain/calendar.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { usePages } from '../../api/use-pages.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { Empty } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { inQuery, place, setQuery } from '../../router.ts';
import { clock } from '../../state/clock.ts';
import { zone } from '../../state/zone.ts';

type Day = Output<'getDay'>;

/** All jobs on one day of the person: what runs at an hour, what overlaps, and where the gaps are. */
export function Screen() {
  const { query } = place.value;
  const date = query.get('date') ?? undefined;
  const tag = query.get('tag') ?? '';
  const asked = { tz: zone.value, ...(date && { date }), ...(tag && { tag: [tag] }) };
  const read = useRemote('getDay', { query: asked }, { isPolled: false });
  return (
    <>
      <Title text="Day">{<Dates shown={date ?? read.value.value?.date} />}</Title>
      <Shown of={read}>{(page) => <Jobs key={JSON.stringify(asked)} first={page} asked={asked} />}</Shown>
    </>
  );
}

function Dates({ shown }: { shown: string | undefined }) {
  const goTo = (date: string) => setQuery({ date });
  if (!shown) return null;
  return (
    <>
      <Button kind="quiet" label="Previous day" onClick={() => goTo(dayAfter(shown, -1))}>
        ‹
      </Button>
      <input
        type="date"
        aria-label="Date"
        required
        value={shown}
        onChange={({ currentTarget: { value } }) => value && goTo(value)}
      />
      <Button kind="quiet" label="Next day" onClick={() => goTo(dayAfter(shown))}>
        ›
      </Button>
    </>
  );
}

const KEPT = { keyOf: ({ endpoint_id: id }: Day['endpoints'][number]) => id };

function Jobs({ first, asked }: { first: Day; asked: { tz: string; date?: string; tag?: string[] } }) {
  const pageOf = ({ endpoints: entries, next_cursor: next }: Day) => ({ entries, next });
  const { all, more } = usePages(pageOf(first), KEPT, async (cursor) =>
    pageOf(await call('getDay', { query: { ...asked, date: first.date, cursor } })),
  );
  const drawing = useLoaded(true, () => import('../../charts/pictures.ts'));
  const tags = new Set([...all.flatMap((each) => each.tags), ...(asked.tag ?? [])].toSorted());
  if (all.length === 0 && !more && !asked.tag)
    return (
      <Empty title="No job to show yet">
        <p>
          Every job of a day stands here: <a href="/app/new">watch one</a>, or{' '}
          <a href="/app/import">import a crontab</a>.
        </p>
      </Empty>
    );
  return (
    <>
      <p class="hint">
        {weekday(first.date)}, in {zone.value}. {all.length} {all.length === 1 ? 'job' : 'jobs'}
        {more && ' so far'}.
      </p>
      {tags.size > 0 && (
        <div class="filters">
          <SelectField
            label="Tag"
            chosen={inQuery('tag')}
            options={[['', 'Any'], ...[...tags].map((tag) => [tag, tag] as const)]}
          />
        </div>
      )}
      {drawing && (
        <drawing.DayPicture
          day={drawing.dayOf(first)}
          zone={zone.value}
          jobs={drawing.jobsOf(all, clock.value)}
        />
      )}
      {more && <Button onClick={more}>Show more jobs</Button>}
    </>
  );
}

const weekday = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(date));
