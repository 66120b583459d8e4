import Parser from 'rss-parser';
import { expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { fiveStates, textOf, tokenOf } from './feed-forms.ts';

const read = async (service: TestService, token: string) =>
  new Parser().parseString(await textOf(service, token, 'rss'));

/** A monitor with a five-minute interval that has pinged, and its one item. */
async function watched(service: TestService) {
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ name: 'job', interval_sec: 300 });
  const token = await tokenOf(alice);
  const ping = () => service.ping(id);
  await ping();
  const item = async () => {
    const { items } = await read(service, token);
    expect(items).toHaveLength(1);
    return { title: items[0]?.title, guid: items[0]?.guid };
  };
  return { alice, path: `/api/endpoints/${id}`, ping, item, text: () => textOf(service, token, 'rss') };
}

it('showFeedRss has one item per monitor with its state in the title', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  await fiveStates(service, alice);
  const token = await tokenOf(alice);

  const feed = await read(service, token);

  expect(feed.items.map((item) => item.title).sort()).toEqual([
    'inactive: inactive job',
    'late: late job',
    'ok: ok job',
    'paused: paused job',
    'waiting: waiting job',
  ]);
  expect(feed.feedUrl).toBe(`${service.url}/s/${token}.rss`);
  expect(new Set(feed.items.map((item) => item.guid)).size).toBe(5);
  expect(feed.items.find((item) => item.title === 'late: late job')?.isoDate).toBe(
    '2027-03-01T12:01:30.000Z',
  );
});

it('the guid stands still over time and over pings that keep the state', async () => {
  await using service = await startTestService();
  const { ping, item, text } = await watched(service);
  const before = { item: await item(), text: await text() };

  for (let round = 0; round < 3; round++) {
    service.clock.advance(290);
    await service.check();
    await ping();
  }
  service.clock.advance(290);

  expect(await item()).toEqual(before.item);
  expect(await text()).toBe(before.text);
});

it('the guid changes with each change of state, a second silence included', async () => {
  await using service = await startTestService();
  const { alice, path, ping, item } = await watched(service);
  const seen = [await item()];
  const then = async (change: () => unknown) => {
    await change();
    seen.push(await item());
  };

  await then(() => service.clock.advance(301));
  await then(ping);
  await then(() => service.clock.advance(301));
  await then(() => alice.call('PATCH', path, { paused_until: '2027-03-01T13:00:00Z' }));
  await then(() => service.clock.advance(3_000));
  await then(() => service.clock.advance(301));
  await then(() => alice.call('PATCH', path, { paused_until: '2027-03-01T16:00:00Z' }));
  await then(() => alice.call('PATCH', path, { paused_until: null }));
  await then(() => alice.call('DELETE', path));

  expect(seen.map(({ title }) => title?.split(':')[0])).toEqual([
    'ok',
    'late',
    'ok',
    'late',
    'paused',
    'ok',
    'late',
    'paused',
    'ok',
    'inactive',
  ]);
  expect(new Set(seen.map(({ guid }) => guid)).size).toBe(10);
});

it('the first ping changes the guid of one that waited', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ name: 'job' });
  const token = await tokenOf(alice);
  const waiting = await read(service, token);

  await service.ping(id);

  const answered = await read(service, token);
  expect([waiting.items[0]?.title, answered.items[0]?.title]).toEqual(['waiting: job', 'ok: job']);
  expect(answered.items[0]?.guid).not.toBe(waiting.items[0]?.guid);
});

it.each([
  ['a check that counts the miss', 'check', {}],
  ['a new name', 'patch', { name: 'renamed' }],
  ['a new alert address', 'patch', { alert_url: 'https://example.com/hook' }],
  ['another interval that it has outlasted too', 'patch', { interval_sec: 120 }],
  ['a fail signal', 'fail', {}],
  ['a start signal', 'start', {}],
] as const)('the guid of a late monitor stands still over %s', async (_what, act, fields) => {
  await using service = await startTestService();
  const { alice, path, item } = await watched(service);
  service.clock.advance(600);
  const before = await item();

  if (act === 'check') await service.check();
  else if (act === 'patch') expect((await alice.call('PATCH', path, fields)).status).toBe(200);
  else await service.call('GET', `/in/${path.split('/').at(-1)}/${act}`);
  service.clock.advance(1);

  const after = await item();
  expect(after.title).toMatch(/^late: /);
  expect(after.guid).toBe(before.guid);
});

it('a silence that a longer interval forgives, and the one after it, are two', async () => {
  await using service = await startTestService();
  const { alice, path, item } = await watched(service);
  service.clock.advance(400);
  const first = await item();
  await alice.call('PATCH', path, { interval_sec: 600 });
  const forgiven = await item();

  service.clock.advance(201);

  const second = await item();
  expect([first.title, forgiven.title, second.title]).toEqual(['late: job', 'ok: job', 'late: job']);
  expect(second.guid).not.toBe(first.guid);
});

it('names that look like markup come back as they were given', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const names = ['<b>bold</b> & "co"', ']]> &amp; out', '</item></channel>', 'شبكة الليل 🌙'];
  for (const name of names) await alice.createMonitor({ name });

  const { items } = await read(service, await tokenOf(alice));

  expect(items.map((item) => item.title).sort()).toEqual(names.map((name) => `waiting: ${name}`).sort());
});
