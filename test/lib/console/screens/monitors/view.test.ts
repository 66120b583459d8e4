import { describe, expect, it } from 'vitest';
import { rowOf, type Monitor } from '../../../../../lib/console/screens/monitors/monitor.ts';
import {
  maintenanceCount,
  queryOf,
  shownRows,
  tagCounts,
  toggled,
  viewOf,
} from '../../../../../lib/console/screens/monitors/view.ts';

const AT = '2027-03-01T12:00:00.000Z';
const LATER = '2027-03-01T13:00:00.000Z';
const SOON = '2027-03-01T12:05:00.000Z';
let made = 0;

const rowWith = (fields: Partial<Monitor>) => {
  made += 1;
  const monitor = {
    id: `m${made}`,
    name: 'job',
    tags: [],
    state: 'ok',
    incident: null,
    interval_sec: 300,
    cron: null,
    next_expected_at: null,
    last_event_at: AT,
    deadline_at: SOON,
    paused_until: null,
    created_at: AT,
    ...fields,
  } satisfies Partial<Monitor>;
  // What the list looks at; the rest of a monitor is shown only.
  return rowOf(monitor as unknown as Monitor);
};
const namesOf = (rows: Parameters<typeof shownRows>[0], query: string) =>
  shownRows(rows, viewOf(new URLSearchParams(query))).map(({ monitor }) => monitor.name);

describe('the view of the list', () => {
  it('stands in the query, and back', () => {
    const query = {
      q: 'a b',
      tag: 'db,prod',
      state: 'late,running-too-long',
      maintenance: '1',
      sort: 'name',
    };
    expect(queryOf(viewOf(new URLSearchParams(query)))).toEqual(query);
    expect(queryOf(viewOf(new URLSearchParams('sort=colour&state=blue')))).toEqual({
      q: null,
      tag: null,
      state: null,
      maintenance: null,
      sort: null,
    });
  });

  it('shows those in maintenance alone, and counts them', () => {
    const maintenance = { name: 'patch night', until: LATER };
    const rows = [rowWith({ name: 'db', maintenance }), rowWith({ name: 'web', maintenance: null })];
    expect(namesOf(rows, 'maintenance=1')).toEqual(['db']);
    expect(namesOf(rows, '')).toEqual(['db', 'web']);
    expect(maintenanceCount(rows)).toBe(1);
  });

  it('shows the worst first, the newest trouble before older, names in natural order', () => {
    const incident = (since: string) => ({ number: 1, reason: 'silence', since }) as const;
    const rows = [
      rowWith({ name: 'sync 10' }),
      rowWith({ name: 'Sync 2' }),
      rowWith({ name: 'new', state: 'waiting' }),
      rowWith({ name: 'old late', state: 'late', incident: incident(AT) }),
      rowWith({ name: 'new late', state: 'late', incident: incident(LATER) }),
      rowWith({ name: 'failing', incident: { number: 1, reason: 'fail', since: LATER } }),
      rowWith({ name: 'deleted', state: 'inactive' }),
    ];
    expect(namesOf(rows, '')).toEqual(['new late', 'old late', 'failing', 'new', 'Sync 2', 'sync 10']);
    expect(namesOf(rows, 'sort=name')).toEqual([
      'failing',
      'new late',
      'old late',
      'new',
      'Sync 2',
      'sync 10',
    ]);
    expect(namesOf(rows, 'state=inactive')).toEqual(['deleted']);
    expect(namesOf(rows, 'state=failing,waiting')).toEqual(['failing', 'new']);
  });

  it('finds words of name, tag, job name and id, and what carries all tags', () => {
    const rows = [
      rowWith({ name: 'Nightly Backup', tags: ['db', 'prod'], slug: 'nightly-backup' }),
      rowWith({ name: 'weekly backup', tags: ['prod'] }),
    ];
    expect(namesOf(rows, 'q=backup+NIGHT')).toEqual(['Nightly Backup']);
    expect(namesOf(rows, 'q=nightly-b')).toEqual(['Nightly Backup']);
    expect(namesOf(rows, `q=${rows[1]?.monitor.id}`)).toEqual(['weekly backup']);
    expect(namesOf(rows, 'tag=prod,db')).toEqual(['Nightly Backup']);
  });

  it('is sorted by what is due, where what has no moment is last', () => {
    const rows = [
      rowWith({ name: 'never', last_event_at: null, deadline_at: null, state: 'waiting' }),
      rowWith({ name: 'in an hour', deadline_at: LATER }),
      rowWith({ name: 'soon' }),
      rowWith({ name: 'by plan', cron: '0 12 * * *', next_expected_at: '2027-03-01T12:30:00.000Z' }),
    ];
    expect(namesOf(rows, 'sort=due')).toEqual(['soon', 'by plan', 'in an hour', 'never']);
  });

  it('counts tags with the worst of how their monitors stand', () => {
    const rows = [
      rowWith({ tags: ['prod', 'db'] }),
      rowWith({ tags: ['prod'], state: 'late' }),
      rowWith({ tags: ['gone'], state: 'inactive' }),
    ];
    expect(tagCounts(rows)).toEqual([
      { tag: 'db', count: 1, worst: 'ok' },
      { tag: 'prod', count: 2, worst: 'late' },
    ]);
  });

  it('takes an entry of a filter in and out', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });
});
