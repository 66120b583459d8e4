import { beforeEach, describe, expect, it } from 'vitest';
import { watchingTable } from '../../support/table/watching-table.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { pathOf, rowIdsOf, textOf, tokenOf } from './feed-forms.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

let token: string;
let id: string;
let rowId: string;

/** A job due each ten minutes that was heard, and a canary. */
const service = fresh(startTestService);
const alice = fresh(() => service.guest());
beforeEach(async () => {
  token = await tokenOf(alice);
  await service.canary();
  id = String((await alice.createMonitor({ name: 'job', interval_sec: 600 }))['id']);
  await service.ping(id);
  await service.check();
  rowId = (await rowIdsOf(service, token))['job'] ?? '';
});

/** The ingest path is out for so long: neither canary nor job is heard, and nobody checks. */
const out = (seconds: number) => void service.clock.sleep(seconds);

/** Nothing is out for so long but nobody checks. */
async function listen(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    service.clock.sleep(Math.min(60, left));
    await service.canary();
  }
}

const show = {
  detail: () => alice.read(id),
  list: async () => (await alice.monitors())[0] as Reply['json'],
  feed: async () => (await service.call('GET', pathOf(token, 'json'))).json['endpoints'][0] as Reply['json'],
  badge: () => textOf(service, token, 'badge', rowId),
  rss: () => textOf(service, token, 'rss'),
  metrics: () => textOf(service, token, 'metrics'),
  page: () => textOf(service, token, 'page'),
};

/** What every place that shows the job calls it. */
async function states() {
  const [detail, list, feed] = await Promise.all([show.detail(), show.list(), show.feed()]);
  return {
    api: [detail, list].map(({ state, healthy, overdue, incident }) => [
      state,
      healthy,
      overdue,
      incident?.reason,
    ]),
    feed: [feed['status'], feed['healthy'], feed['overdue'], feed['incident']?.reason],
    badge: /<title>job: (.*)<\/title>/.exec(await show.badge())?.[1],
    guid: /<guid[^>]*>[0-9a-f]{24}-([a-z]+)-/.exec(await show.rss())?.[1],
    late: /^service_late\{.*\} (\d)$/m.exec(await show.metrics())?.[1],
    page: (await show.page()).includes('Was due by'),
  };
}

const OK = ['ok', true, false, undefined];
const LATE = ['late', false, true, 'silence'];
const allOk = { api: [OK, OK], feed: OK, badge: 'ok', guid: 'ok', late: '0', page: false };
const allLate = { api: [LATE, LATE], feed: LATE, badge: 'late', guid: 'late', late: '1', page: true };

describe('a job that could not reach us, wherever it is shown before the next check', () => {
  it('is not late while that lasts, nor when it is over', async () => {
    out(1_800);
    expect(await states()).toEqual(allOk);
    await service.canary();
    expect(await states()).toEqual(allOk);

    await service.check();

    expect(await states()).toEqual(allOk);
  });

  it('is late once its moved deadline has passed, as one item of the feed before and after the check', async () => {
    out(1_800);
    await service.canary();
    await listen(600);
    expect(await states()).toEqual(allOk);
    await listen(0.001);

    const before = await show.rss();
    expect(await states()).toEqual(allLate);
    await service.check();

    expect(await states()).toEqual(allLate);
    expect(await show.rss()).toBe(before);
  });

  itThorough('is late at once where only the checks were missing', async () => {
    await listen(601);

    expect(await states()).toEqual(allLate);
  });

  it('counts no miss by a change of its settings', async () => {
    out(1_800);
    await service.canary();

    const { json } = await alice.patch(id, { interval_sec: 700 });

    expect(json).toMatchObject({ state: 'ok', overdue: false, miss_count: 0 });
    await service.ping(id);
    expect(await show.detail()).toMatchObject({ state: 'ok', miss_count: 0 });
  });
});

describe('what it costs to show a job', () => {
  async function reads(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    await watchingTable(service, { before: () => void (count += 1) }, work);
    return count;
  }

  it.each(casesOf(2, ['list', 'page', 'feed', 'badge', 'rss', 'metrics'] as const))(
    'as %s is three reads more while some are silent and not told so, however many, and none otherwise',
    async (place) => {
      for (const name of ['two', 'three']) {
        const { id: other } = await alice.createMonitor({ name, interval_sec: 600 });
        await service.ping(other);
      }
      const usual = await reads(show[place]);
      await listen(601);
      expect(await reads(show[place])).toBe(usual + 3);

      await service.check();

      expect(await reads(show[place])).toBe(usual);
    },
  );
});
