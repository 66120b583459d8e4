import { beforeAll, expect, it } from 'vitest';
import { countAskItem, getAsks } from '../../../lib/data/spaces.ts';
import { createCanary, canaryMonitorId } from '../../../lib/data/monitors/canary.ts';
import { getBlindNotice, scheduleBlindNotice } from '../../../lib/data/alerts/blind-notices.ts';
import { isFailureTold, putFailureToldItem } from '../../../lib/data/alerts/channel-failures.ts';
import { getCheckerState, noteChecker } from '../../../lib/data/monitors/checker-state.ts';
import { getConsent, listConsents, putConsentItem } from '../../../lib/data/alerts/consents.ts';
import { putEvent, type MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listEvents } from '../../../lib/data/monitors/history.ts';
import { blindNoticeKey, eventIdOf } from '../../../lib/data/keys.ts';
import {
  getMonitor,
  getMonitors,
  putMonitorItem,
  replaceMonitor,
} from '../../../lib/data/monitors/monitors.ts';
import { createGuestOwner, getOwner, ownerOfGuestToken, ownerOfSpace } from '../../../lib/data/owners.ts';
import { listMonitorIds, pointerItem } from '../../../lib/data/monitors/space-monitors.ts';
import { getSpaceToken, replaceSpaceToken, scopeOfToken } from '../../../lib/data/accounts/space-tokens.ts';
import {
  askedSpaces,
  getStop,
  putAskedSpaceItem,
  noteBounce,
} from '../../../lib/data/alerts/stopped-addresses.ts';
import { transact, type Table } from '../../../lib/data/table.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { newSettings } from '../../../lib/domain/monitors/settings/settings.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { staleTable } from '../../support/table/stale-table.ts';

let table: Table;
const seen = madeMonitor('seen');
const fresh = madeMonitor('fresh');

function madeMonitor(name: string): Monitor {
  const settings = newSettings({ name, intervalSec: 300 }, { now: START_AT, allowLoopback: false });
  if (!settings.ok) throw new Error(settings.detail);
  return newMonitor({ id: name.padEnd(26, '0'), spaceId: 'space', slug: null }, settings.value, START_AT);
}

function eventOf(tail: string): MonitorEvent {
  const none = { rid: null, durationMs: null, exitCode: null, status: null, latencyMs: null };
  return {
    ...none,
    id: eventIdOf(START_AT, tail),
    at: START_AT,
    kind: 'ping',
    source: 'get',
    hasOutput: false,
  };
}

/** One monitor is there when the replica falls behind; all else comes after it. */
const service = shared(startTestService);
const stale = shared(() => staleTable(service));
beforeAll(async () => {
  table = stale.table;
  await transact(table, [putMonitorItem(table, seen), pointerItem(table, seen)]);
  await stale.freeze();

  await replaceMonitor(table, seen, { ...seen, lastEventAt: START_AT });
  await transact(table, [putMonitorItem(table, fresh), pointerItem(table, fresh)]);
  await noteChecker(table, { startedAt: START_AT });
  const consent = {
    address: 'a@example.com',
    state: 'pending',
    monitorName: 'fresh',
    isOfChannel: false,
    mailedAt: null,
    answeredAt: null,
    stoppedAt: null,
    untold: null,
    quota: 'guests',
  } as const;
  const asked = {
    createdAt: START_AT,
    askedAt: START_AT,
    mails: 0,
    dueAt: START_AT,
    countedAt: null,
    booked: null,
  };
  const named = { spaceId: 'space', addressHash: 'hash', ...consent, ...asked };
  await noteBounce(table, 'hash', START_AT);
  await transact(table, [
    putConsentItem(table, named),
    putAskedSpaceItem(table, named),
    putFailureToldItem(table, { spaceId: 'space', id: 'news' }, START_AT),
  ]);
  await createGuestOwner(table, { ownerId: 'owner', spaceId: 'space', tokenHash: 'guest', now: START_AT });
  const token = { kind: 'ingest', spaceId: 'space', version: 1, hash: 'token', salt: 'salt' } as const;
  await replaceSpaceToken(table, 'owner', undefined, { ...token, scope: 'space', spelledBy: null });
  await transact(table, [countAskItem(table, 'space', 0)]);
  await createCanary(table, 'canary'.padEnd(26, '0'), START_AT);
  await scheduleBlindNotice(table, {
    spaceId: 'space',
    from: START_AT,
    monitorId: fresh.id,
    dueAt: START_AT,
  });
  for (const tail of ['a', 'b']) await putEvent(table, fresh.id, eventOf(tail));
});

it('the view is behind: what need not be consistent does not see the write', async () => {
  expect(await getMonitor(table, seen.id, { consistent: false })).toMatchObject({ rev: 0 });
  expect(await getMonitor(table, fresh.id, { consistent: false })).toBeUndefined();
});

it.each<[string, () => Promise<unknown>, unknown]>([
  ['a monitor', () => getMonitor(table, seen.id), { rev: 1, lastEventAt: START_AT }],
  ['many monitors', () => getMonitors(table, [fresh.id]), [{ id: fresh.id }]],
  ['the monitors of a space', () => listMonitorIds(table, ['space']), [fresh.id, seen.id]],
  ["the checker's state", () => getCheckerState(table), { startedAt: START_AT }],
  ['a consent', () => getConsent(table, 'space', 'hash'), { state: 'pending' }],
  ['every consent of a space', async () => [...(await listConsents(table, 'space')).keys()], ['hash']],
  ['how often a space asked', async () => ({ asks: await getAsks(table, 'space') }), { asks: 1 }],
  ['whether an address is stopped', () => getStop(table, 'hash'), { bouncedAt: START_AT }],
  ['who mailed an address', async () => (await askedSpaces(table, 'hash').next()).value, ['space']],
  ['what a token opens', () => scopeOfToken(table, 'ingest', 'token'), { spaceId: 'space' }],
  ['the token of a space', () => getSpaceToken(table, 'ingest', 'space'), { version: 1 }],
  ['the owner of a credential', () => ownerOfGuestToken(table, 'guest'), { id: 'owner' }],
  ['the owner of a space', () => ownerOfSpace(table, 'space'), { id: 'owner' }],
  ['an owner', () => getOwner(table, 'owner'), { id: 'owner' }],
  [
    "the canary's monitor",
    () => canaryMonitorId(table).then((id) => ({ id })),
    { id: 'canary'.padEnd(26, '0') },
  ],
  ['a blind notice', () => getBlindNotice(table, blindNoticeKey('space', START_AT)), { monitorId: fresh.id }],
  [
    'the next page of events',
    () =>
      listEvents(table, fresh, {
        limit: 5,
        before: START_AT + 1,
        now: START_AT,
        olderThan: eventIdOf(START_AT, 'b'),
      }),
    [{ id: eventIdOf(START_AT, 'a') }],
  ],
  [
    'whether a trouble was told',
    async () => ({ told: await isFailureTold(table, { spaceId: 'space', id: 'news' }, START_AT) }),
    { told: true },
  ],
])('%s is read as it is now', async (_what, read, expected) => {
  expect(await read()).toMatchObject(expected as object);
});
