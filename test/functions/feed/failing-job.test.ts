import { beforeAll, expect, it } from 'vitest';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { pathOf, rowIdsOf, textOf, tokenOf } from './feed-forms.ts';

let token: string;
let id: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  id = String((await alice.createMonitor({ name: 'job', interval_sec: 3_600 }))['id']);
  token = await tokenOf(alice);
  await service.ping(id);
});

/** What an owner or a reader of the feed learns of the one job. */
async function told() {
  const monitor = await alice.read(id);
  const listed = (await alice.monitors())[0];
  const feed = (await service.call('GET', pathOf(token, 'json'))).json;
  const [row]: Reply['json'][] = feed['endpoints'];
  const rowId = (await rowIdsOf(service, token))['job'];
  return {
    incidents: [monitor['incident'], listed['incident'], row?.['incident']],
    state: [monitor['state'], row?.['status'], row?.['healthy']],
    allOk: feed['summary']['all_ok'],
    badge: /<title>(.*)<\/title>/.exec(await textOf(service, token, 'badge', rowId))?.[1],
    rss: /<item>\n<title>(.*)<\/title>/.exec(await textOf(service, token, 'rss'))?.[1],
    metric: /^service_incident\{.*\} (\d)$/m.exec(await textOf(service, token, 'metrics'))?.[1],
    headline: /<h1>(.*)<\/h1>/.exec(await textOf(service, token, 'page'))?.[1],
    row: /<summary><b>([^<]*)<\/b>/.exec(await textOf(service, token, 'page'))?.[1],
  };
}

const WELL = {
  incidents: [null, null, null],
  state: ['ok', 'ok', true],
  allOk: true,
  badge: 'job: ok',
  rss: 'ok: job',
  metric: '0',
  headline: 'The only one watched is ok',
};
const incident = { number: 1, reason: 'fail', since: '2027-03-01T12:00:00.000Z' };
const FAILING = {
  incidents: [incident, incident, incident],
  state: ['ok', 'ok', true],
  allOk: false,
  badge: 'job: failing',
  rss: 'ok, failing: job',
  metric: '1',
  headline: 'The only one watched is failing',
  row: 'failing',
};

it('a failing job reads as failing wherever it is shown, until it succeeds', async () => {
  expect(await told()).toMatchObject(WELL);

  await service.call('GET', `/in/${id}/1`);
  expect(await told()).toEqual(FAILING);

  service.clock.advance(60);
  await service.check();
  expect(await told()).toEqual(FAILING);

  await service.call('GET', `/in/${id}/0`);
  expect(await told()).toMatchObject(WELL);

  await service.check();
  expect(await told()).toMatchObject(WELL);
});
