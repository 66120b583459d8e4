import { beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../lib/contract/catalogue.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { fiveStates, look, pathOf, textOf, tokenOf } from './feed-forms.ts';

let token: string;

const service = shared(startTestService);
const alice = shared(() => service.guest());
beforeAll(async () => {
  await fiveStates(service, alice);
  token = await tokenOf(alice);
});

it('showFeedJson shows each monitor in its state, failures first, as SPEC.md "FeedStatus" says', async () => {
  const status = catalogue.showFeedJson.output.json.parse(JSON.parse(await textOf(service, token, 'json')));

  expect(status.generated_at).toBe('2027-03-01T12:01:30.000Z');
  expect(status.summary).toEqual({
    total: 5,
    ok: 2,
    overdue: 1,
    waiting_first_ping: 1,
    inactive: 1,
    all_ok: false,
  });
  const pingedAt = '2027-03-01T12:00:00.000Z';
  const common = { miss_count: 0, drifts: [], maintenance: null, alerts: { email: false, url: false } };
  const row = (state: string, healthy: boolean, overdue: boolean, last: string | null, interval = 3_600) => ({
    ...common,
    badge: expect.stringMatching(new RegExp(`^${service.url}/s/${token}/[0-9a-f]{24}\\.svg$`)),
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: `${state} job`,
    status: state,
    healthy,
    overdue,
    interval_sec: interval,
    last_event_at: last,
    incident: overdue ? { number: 1, reason: 'silence', since: '2027-03-01T12:01:30.000Z' } : null,
  });
  expect(status.endpoints).toEqual([
    row('late', false, true, pingedAt, 90),
    row('waiting', false, false, null),
    row('paused', true, false, pingedAt),
    row('ok', true, false, pingedAt),
    row('inactive', true, false, pingedAt),
  ]);
});

it('every link and every badge address leads to something', async () => {
  const { json } = await service.call('GET', pathOf(token, 'json'));
  const links = Object.values<string>(json['_links']);
  const badges = json['endpoints'].map((row: { badge: string }) => row.badge);

  expect(json['_links']).toMatchObject({
    json: `${service.url}/s/${token}.json`,
    rss: `${service.url}/s/${token}.rss`,
    api_index: `${service.url}/api/`,
  });
  for (const url of [...links, ...badges]) {
    expect([url, (await look(service, url.slice(service.url.length))).status]).toEqual([url, 200]);
  }
});

it('a badge address ends in the id of its row', async () => {
  const { json } = await service.call('GET', pathOf(token, 'json'));

  for (const row of json['endpoints']) expect(row.badge).toBe(`${service.url}/s/${token}/${row.id}.svg`);
});

it('says that alerts go out, by e-mail once the address has confirmed itself, and never where to', async () => {
  const bob = await service.guest();
  await bob.createMonitor({ name: 'both', alert_to: 'bob@example.com', alert_url: 'https://example.com/x' });
  await bob.createMonitor({ name: 'url', alert_url: 'https://example.com/x' });

  const bobs = await tokenOf(bob);
  const channels = async () => {
    const { json } = await service.call('GET', pathOf(bobs, 'json'));
    return json['endpoints'].map((row: Record<string, unknown>) => [row['name'], row['alerts']]);
  };

  expect(await channels()).toEqual([
    ['both', { email: false, url: true }],
    ['url', { email: false, url: true }],
  ]);
  expect(await textOf(service, bobs, 'page')).not.toContain('by e-mail');

  await service.drain();
  const mail = service.mailbox.messages().find(({ to }) => to === 'bob@example.com');
  const [consentPath = ''] = /\/email\/[^\s"<>]+/.exec(mail?.text ?? '') ?? [];
  expect((await service.call('POST', `${consentPath}/confirm`)).status).toBe(200);

  expect(await channels()).toEqual([
    ['both', { email: true, url: true }],
    ['url', { email: false, url: true }],
  ]);
  expect(await textOf(service, bobs, 'page')).toContain('by e-mail and webhook');
});

it('counts a miss once the check has seen it', async () => {
  await service.check();

  const { json } = await service.call('GET', pathOf(token, 'json'));

  expect(json['endpoints'][0]).toMatchObject({ name: 'late job', miss_count: 1 });
});

it('a monitor is late the instant after its deadline and not on it', async () => {
  await using own = await startTestService();
  const bob = await own.guest();
  const { id } = await bob.createMonitor({ interval_sec: 300 });
  await own.ping(id);
  const bobs = await tokenOf(bob);
  const statusNow = async () => (await own.call('GET', pathOf(bobs, 'json'))).json['endpoints'][0].status;

  own.clock.advance(300);
  const onTheDeadline = await statusNow();
  own.clock.advance(0.001);

  expect([onTheDeadline, await statusNow()]).toEqual(['ok', 'late']);
});

it.each([
  ['answered', ['ping'], true],
  ['answered, beside one that never did', ['ping', 'none'], false],
])('all_ok of a feed where everyone %s is told', async (_what, signals, allOk) => {
  const bob = await service.guest();
  for (const signal of signals) {
    const { id } = await bob.createMonitor();
    if (signal === 'ping') await service.ping(id);
  }

  const { json } = await service.call('GET', pathOf(await tokenOf(bob), 'json'));

  expect(json['summary'].all_ok).toBe(allOk);
});
