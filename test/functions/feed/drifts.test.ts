import { beforeAll, expect, it } from 'vitest';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { watchingTable } from '../../support/table/watching-table.ts';
import { pathOf, textOf, tokenOf } from './feed-forms.ts';

let token: string;
let id: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
const SAID = 'It has started to fail now and then.';

const runOn = async (runs: number, failed: readonly number[] = []) => {
  for (let run = 0; run < runs; run++) {
    service.clock.advance(3 * 3_600);
    await (failed.includes(run) ? service.fail(id) : service.ping(id));
    await service.check();
  }
};

/** A job of every three hours that failed twice after the look at the days before, and is well again. */
beforeAll(async () => {
  id = String((await alice.createMonitor({ name: 'job', interval_sec: 14_400 }))['id']);
  token = await tokenOf(alice);
  await runOn(26, [23, 25]);
  await runOn(1);
});

/** What a reader of the feed learns of the one job, and of how it is written. */
async function told() {
  const feed = (await service.call('GET', pathOf(token, 'json'))).json;
  const [row]: Reply['json'][] = feed['endpoints'];
  const rss = await textOf(service, token, 'rss');
  return {
    drifts: row?.['drifts'],
    standing: [row?.['status'], row?.['incident'], feed['summary']['all_ok']],
    rss: rss.includes(SAID),
    title: /<item>\n<title>(.*)<\/title>/.exec(rss)?.[1],
    page: (await textOf(service, token, 'page')).includes(`<dt>Noticed, no alert<dd>${SAID}`),
  };
}
const guid = async () => /<guid[^>]*>(.*)<\/guid>/.exec(await textOf(service, token, 'rss'))?.[1];

const WELL = { standing: ['ok', null, true], title: 'ok: job' };
const UNTOLD = { ...WELL, drifts: [], rss: false, page: false };

it('shows what a job began to do once the daily look has seen it, without figures and as no trouble', async () => {
  expect(await told()).toEqual(UNTOLD);
  const before = await guid();
  const alerts = (await alice.call('GET', `/api/endpoints/${id}/incidents`)).json;

  const written: string[] = [];
  await watchingTable(
    service,
    { before: ({ reads, input }) => void (reads || written.push(JSON.stringify(input))) },
    () => runOn(8),
  );

  expect(await told()).toEqual({ ...WELL, drifts: ['flaky'], rss: true, page: true });
  expect(await guid()).toBe(before);
  expect((await alice.call('GET', `/api/endpoints/${id}/incidents`)).json).toEqual(alerts);
  const noting = written.filter((each) => each.includes('drifts'));
  expect(noting).toHaveLength(1);
  expect(noting[0]).toContain('SET rolledUpTo');
  const forms = await Promise.all((['page', 'json', 'rss'] as const).map((form) => textOf(service, token, form))); // prettier-ignore
  for (const text of forms) expect(text).not.toMatch(/of the last \d+ runs/);
});

it('stays with the job under another timing, and is gone once its owner does not want it', async () => {
  await alice.patch(id, { interval_sec: 18_000 });
  expect(await told()).toMatchObject({ drifts: ['flaky'] });

  const { drifts } = (await alice.call('GET', `/api/endpoints/${id}/proposal`)).json;
  const dismissal = await alice.call('POST', `/api/endpoints/${id}/proposal/dismiss`, {
    proposal: drifts[0].id,
  });

  expect(dismissal.status).toBe(200);
  expect(await told()).toEqual(UNTOLD);
  expect(await getMonitor(service.core.table, id)).not.toHaveProperty('drifts');
});
