import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../../lib/domain/calendar.ts';
import {
  pageGroups,
  pageMonitorOf,
  type PageIncident,
  type ShownPage,
} from '../../../../lib/domain/feed/shown-page.ts';
import { uptimeDays, utcMidnightsTo } from '../../../../lib/domain/statistics/uptime.ts';
import { statusPageSecurity } from '../../../../lib/render/feed/feed-page-security.ts';
import { dayBars } from '../../../../lib/render/feed/page-bars.ts';
import { statusPage } from '../../../../lib/render/feed/status-page.ts';
import { feedMonitor, NOW } from '../../domain/feed/sample-feed.ts';

const incident = (from: number, until: number | null): PageIncident => ({
  rowId: 'a'.repeat(24),
  name: 'backup',
  reason: 'silence',
  from,
  until,
});
const PAGE: ShownPage = {
  title: 'Acme',
  note: '',
  tags: [],
  isIndexed: false,
  asOf: NOW,
  monitors: [],
  incidents: [],
  urls: { self: '/status/x', json: '/status/x.json', badge: (name) => `/status/x/${name}.svg` },
};

it('is sent with the hash of its own stylesheet', () => {
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(statusPage(PAGE)) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');

  expect(statusPageSecurity({ isIndexed: false })['content-security-policy']).toContain(`'sha256-${hash}'`);
});

it('names twenty of what is open and of what is over, and counts the others', () => {
  const open = Array.from({ length: 25 }, () => incident(NOW - MINUTE_MS, null));
  const over = Array.from({ length: 21 }, () => incident(NOW - DAY_MS, NOW - DAY_MS + 90 * MINUTE_MS));

  const page = statusPage({ ...PAGE, incidents: [...open, ...over] });

  expect(page).toContain('<h2 id="now">Now <span>25</span></h2>');
  expect([...page.matchAll(/late for 1 min/g)]).toHaveLength(20);
  expect([...page.matchAll(/was late for 1 h 30 min/g)]).toHaveLength(20);
  expect([...page.matchAll(/<li>and (\d+) more/g)].map(([, count]) => count)).toEqual(['5', '1']);
});

describe('the bars of a monitor', () => {
  const daysOf = (incidents: PageIncident[], knownFrom = 0) =>
    pageMonitorOf(feedMonitor({}), { incidents, knownFrom }, NOW).days;
  const today = NOW - (NOW % DAY_MS);

  it('say in words what they draw, the newest days first', () => {
    const bars = String(
      dayBars(daysOf([incident(today - 3 * DAY_MS, today - 3 * DAY_MS + 12 * 60 * MINUTE_MS)])),
    );

    expect(bars).toMatch(/aria-label="Up 99\.\d+ % of the last 90 days, down on \d{4}-\d\d-\d\d for 12 h"/);
    expect(bars).toContain('<rect x="86" y="5" width=".7" height="5">');
  });

  it('name five days and count the others', () => {
    const each = Array.from({ length: 8 }, (_, at) =>
      incident(today - at * DAY_MS - DAY_MS, today - at * DAY_MS - DAY_MS + MINUTE_MS),
    );
    expect(String(dayBars(daysOf(each)))).toMatch(/(on \S+ for 1 min, ){5}on 3 more days"/);
  });

  it('are grey before it was watched, and where it never pinged', () => {
    expect(String(dayBars(daysOf([], today - DAY_MS)))).toMatch(
      /class="unknown" x1="0" x2="88".*class="up" x1="88" x2="90"/,
    );
    const waiting = feedMonitor({ state: 'waiting', lastEventAt: null });
    const { days } = pageMonitorOf(waiting, { incidents: [], knownFrom: 0 }, NOW);
    expect(String(dayBars(days))).toContain('Nothing is known of the last 90 days yet');
  });

  it('are red on both days of an incident over midnight', () => {
    const days = uptimeDays(
      utcMidnightsTo(NOW, 3),
      [{ from: today - 10 * MINUTE_MS, to: today + MINUTE_MS }],
      { knownFrom: 0, now: NOW },
    );
    expect(days.map(({ downMs }) => downMs / MINUTE_MS)).toEqual([0, 10, 1]);
  });
});

it('groups are the page’s tags in its order, each monitor once', () => {
  const tagged = (...tags: string[]) => ({ tags });
  const [both, web] = [tagged('web', 'db'), tagged('web')];

  expect(pageGroups(['db', 'web'], [web, both])).toEqual([
    { tag: 'db', monitors: [both] },
    { tag: 'web', monitors: [web] },
  ]);
  expect(pageGroups(['db'], [both])).toEqual([{ tag: null, monitors: [both] }]);
});
