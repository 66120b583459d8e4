import { afterAll, beforeAll, expect, it } from 'vitest';
import { scheduleBlindNotice } from '../../../lib/data/blind-notices.ts';
import { putFailureToldItem } from '../../../lib/data/channel-failures.ts';
import { transact } from '../../../lib/data/table.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { contentsOf } from '../../support/refused.ts';
import { START_AT, startTestService, type TestService } from '../../support/service.ts';

const DAY = 86_400;
/** When things happen, in seconds. */
const SILENT_AT = START_AT / 1000 + 301;
const DELETED_AT = SILENT_AT + 2 * DAY;

let service: TestService;
let receiver: Receiver;
let items: Record<string, unknown>[];

/** One job lives: it pings with an output, goes silent, is told of, and is deleted two days later. Another lives on. */
beforeAll(async () => {
  service = await startTestService();
  receiver = await startReceiver();
  const { table } = service.core;
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ alert_url: receiver.url });
  await alice.createMonitor({ alert_to: 'alice@example.com' });
  await service.call('POST', `/in/${id}`, { body: 'all is well' });
  service.clock.advance(301);
  await service.check();
  await scheduleBlindNotice(table, {
    spaceId: 'space',
    from: START_AT,
    monitorId: String(id),
    dueAt: START_AT + 10 * DAY * 1000,
  });
  await transact(table, [putFailureToldItem(table, { spaceId: 'space', id: 'news' }, START_AT)]);
  service.clock.advance(2 * DAY);
  await alice.call('DELETE', `/api/endpoints/${id}`);
  items = await contentsOf(service);
});
afterAll(async () => {
  await service.stop();
  await receiver[Symbol.asyncDispose]();
});

/** The `ttl` of every item of a kind, by the beginning of its sort key. */
const ttlsOf = (prefix: string) =>
  items.filter(({ sk }) => String(sk).startsWith(prefix)).map((item) => item['ttl'] ?? 'none');

it.each<[string, string, unknown[]]>([
  ['an event for 90 days after it came', 'EV#', [START_AT / 1000 + 90 * DAY]],
  ['an output as long as its event', 'OUT#', [START_AT / 1000 + 90 * DAY]],
  ['an alert for 90 days after it was decided', 'AL#', [SILENT_AT + 90 * DAY]],
  ['a blind notice for 90 days', 'BLIND#', [START_AT / 1000 + 90 * DAY]],
  ['that a trouble was told for a day', 'TOLD#', [START_AT / 1000 + DAY]],
])('the table keeps %s', (_what, prefix, ttls) => {
  expect(ttlsOf(prefix)).toEqual(ttls);
});

it('the table keeps a deleted monitor and its pointer for 30 days, and a living one for good', () => {
  const monitors = items.filter(({ sk }) => sk === 'MON').map((item) => [item['active'], item['ttl']]);

  expect(monitors).toHaveLength(2);
  expect(monitors).toEqual(
    expect.arrayContaining([
      [false, DELETED_AT + 30 * DAY],
      [true, undefined],
    ]),
  );
  expect(ttlsOf('MON#').toSorted()).toEqual([DELETED_AT + 30 * DAY, 'none']);
});

it('the table keeps for good whom things belong to and what was agreed', () => {
  for (const kind of ['CRED', 'OWNER', 'SPACE', 'MAIL#', 'CHECK']) {
    expect(ttlsOf(kind).length, kind).toBeGreaterThan(0);
    expect(new Set(ttlsOf(kind)), kind).toEqual(new Set(['none']));
  }
});
