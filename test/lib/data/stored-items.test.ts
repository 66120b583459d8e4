import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { getAlert, putAlertItem } from '../../../lib/data/alerts/alerts.ts';
import { getBlindNotice, scheduleBlindNotice } from '../../../lib/data/alerts/blind-notices.ts';
import { listChannelFailures, putChannelFailureItem } from '../../../lib/data/alerts/channel-failures.ts';
import { getConsent, putConsentItem, type Consent } from '../../../lib/data/alerts/consents.ts';
import { putEvent, type MonitorEvent } from '../../../lib/data/monitors/events.ts';
import { listEvents } from '../../../lib/data/monitors/history.ts';
import {
  alertKey,
  blindNoticeKey,
  channelKey,
  consentKey,
  feedTokenKey,
  guestTokenKey,
  eventIdOf,
  eventKey,
  incidentKey,
  incidentPointerKey,
  monitorBlockKey,
  monitorKey,
  monthKey,
  outputKey,
  ownerKey,
  pingBlockKey,
  spaceKey,
  spaceMonitorKey,
  spaceTokenKey,
  stopKey,
  type Key,
} from '../../../lib/data/keys.ts';
import { getIncidents, incidentItems } from '../../../lib/data/monitors/incidents.ts';
import { listMonths, putDays } from '../../../lib/data/statistics/months.ts';
import { stageBlock } from '../../../lib/data/monitors/monitor-blocks.ts';
import { getMonitor, putMonitorItem } from '../../../lib/data/monitors/monitors.ts';
import { getOutput, putOutput } from '../../../lib/data/monitors/job-outputs.ts';
import { putPingBlock } from '../../../lib/data/monitors/ping-blocks.ts';
import { pingEntryOf } from '../../../lib/data/monitors/ping-entries.ts';
import { createGuestOwner, getOwner } from '../../../lib/data/owners.ts';
import { expiringPointerItem, pointerItem } from '../../../lib/data/monitors/space-monitors.ts';
import { getSpaceToken, replaceSpaceToken, scopeOfToken } from '../../../lib/data/accounts/space-tokens.ts';
import { getStop, noteBounce, noteComplaint } from '../../../lib/data/alerts/stopped-addresses.ts';
import { transact, type Table } from '../../../lib/data/table.ts';
import type { Alert } from '../../../lib/domain/alerts/alert.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { DUE_SHARDS } from '../../../lib/data/due-index.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

/** 2027-03-01T12:00:00Z: the literal items below were written by the version before the mapper. */
const AT = START_AT;
const DAY_SEC = 86_400;

let table: Table;

const service = shared(() => startTestService({ dueShards: DUE_SHARDS }));
beforeAll(() => void ({ table } = service.core));

async function stored(key: Key): Promise<Record<string, unknown> | undefined> {
  const { Item: item } = await table.client.send(new GetCommand({ TableName: table.name, Key: { ...key } }));
  return item;
}

const bare: Monitor = {
  id: 'bare0000000000000000000000', idTail: null, spaceId: 'space', slug: null, name: 'bare', intervalSec: 300, cron: null, tz: null,
  graceSec: null, alertTo: null, alertToOwn: false, alertUrl: null, maxDurationSec: null, alertRepeatSec: null, alertAfterFailures: 1, usesChannels: true, tags: [],
  pausedUntil: null, active: true, countsAsFast: false, createdAt: AT, nextExpectedAt: null, unscheduledSec: null, lastEventAt: null, lastStatus: null, lastLatencyMs: null,
  lastDurationMs: null, recent: [], runs: [], pending: [], incident: null, incidents: 0, failing: false, failedRuns: null,
  missCount: 0, missCounted: false, alertedAt: null, resumedAt: null, pausedAt: null, healthySince: null, extendedUntil: null,
  deactivatedAt: null, tokenVersion: 1, webhookSecretVersion: 1, webhookSecretRotatedAt: null, rev: 0, dueAt: null,
}; // prettier-ignore

const incident = {
  number: 2, reason: 'silence', downSince: AT, openedAt: AT, alertedAt: AT, realertAt: AT + 1, realertBy: ['email'],
  alerts: 1, failure: { exitCode: 3, outputOf: 'out' },
} satisfies Monitor['incident']; // prettier-ignore

const failedRuns = { inARow: 2, since: AT, events: ['event-1', 'event-2'], exitCode: 3 };

const full: Monitor = {
  ...bare, id: 'full0000000000000000000000', slug: 'full', sentAs: 'Full', importedAs: 'line', cron: '0 3 * * *',
  tz: 'UTC', graceSec: 90, alertTo: 'a@example.com', alertUrl: 'https://example.com/', maxDurationSec: 60,
  alertRepeatSec: 3600, alertAfterFailures: 3, usesChannels: false, failedRuns, tags: ['shop'], pausedUntil: AT + 1, nextExpectedAt: AT + 2, unscheduledSec: 600, lastEventAt: AT + 3, lastStatus: 0,
  lastLatencyMs: 0, lastDurationMs: 5, runs: [{ rid: null, startedAt: AT, alertedAt: null }],
  pending: [{ kind: 'fail', at: AT }], incident, incidents: 2, failing: true, missCount: 1, missCounted: true,
  alertedAt: AT + 4, resumedAt: AT + 5, pausedAt: AT + 6, healthySince: AT + 7, extendedUntil: AT + 8, rev: 9,
  dueAt: AT + 10, rolledUpTo: '2027-02-28',
}; // prettier-ignore

describe('a monitor', () => {
  it('is stored without what it lacks, and reads back whole', async () => {
    await transact(table, [putMonitorItem(table, bare)]);

    expect(await stored(monitorKey(bare.id))).toEqual({
      pk: 'MON#bare0000000000000000000000', sk: 'MON', id: 'bare0000000000000000000000', spaceId: 'space', name: 'bare',
      intervalSec: 300, tags: [], active: true, createdAt: AT, recent: [], runs: [], pending: [], incidents: 0, failing: false,
      missCount: 0, missCounted: false, rev: 0,
    }); // prettier-ignore
    expect(await getMonitor(table, bare.id)).toEqual(bare);
  });

  it('is stored with all it has and its place in the index, and reads back whole', async () => {
    await transact(table, [putMonitorItem(table, full)]);

    expect(await stored(monitorKey(full.id))).toEqual({
      pk: 'MON#full0000000000000000000000', sk: 'MON', duePk: 'DUE#6', dueAt: AT + 10,
      id: 'full0000000000000000000000', spaceId: 'space', slug: 'full', sentAs: 'Full', importedAs: 'line', name: 'bare',
      intervalSec: 300, cron: '0 3 * * *', tz: 'UTC', graceSec: 90, alertTo: 'a@example.com',
      alertUrl: 'https://example.com/', maxDurationSec: 60, alertRepeatSec: 3600, alertAfterFailures: 3, usesChannels: false, failedRuns, tags: ['shop'], pausedUntil: AT + 1,
      active: true, createdAt: AT, nextExpectedAt: AT + 2, unscheduledSec: 600, lastEventAt: AT + 3, lastStatus: 0, lastLatencyMs: 0,
      lastDurationMs: 5, recent: [], runs: [{ rid: null, startedAt: AT, alertedAt: null }], pending: [{ kind: 'fail', at: AT }],
      incident, incidents: 2, failing: true, missCount: 1, missCounted: true, alertedAt: AT + 4, resumedAt: AT + 5,
      pausedAt: AT + 6, healthySince: AT + 7, extendedUntil: AT + 8, rev: 9, rolledUpTo: '2027-02-28',
    }); // prettier-ignore
    expect(await getMonitor(table, full.id)).toEqual(full);
  });

  it('goes 30 days after its end', async () => {
    const ended = { ...bare, id: 'ended000000000000000000000', active: false, deactivatedAt: AT + 1 };
    await transact(table, [putMonitorItem(table, ended)]);

    expect(await stored(monitorKey(ended.id))).toMatchObject({
      deactivatedAt: AT + 1,
      ttl: AT / 1000 + 1 + 30 * DAY_SEC,
    });
    expect(await getMonitor(table, ended.id)).toEqual(ended);
  });
});

describe('an event', () => {
  const none = { rid: null, durationMs: null, exitCode: null, status: null, latencyMs: null };
  const ping: MonitorEvent = {
    ...none,
    id: '01803902400000-a',
    at: AT,
    kind: 'ping',
    source: 'get',
    hasOutput: false,
  };
  const failed: MonitorEvent = {
    id: '01803902400000-b', at: AT, kind: 'fail', source: 'post', rid: 'r', durationMs: 0, exitCode: 1, status: 2,
    latencyMs: 3, hasOutput: true,
  }; // prettier-ignore
  const ttl = AT / 1000 + 90 * DAY_SEC;

  it('is stored without its id and what it lacks, and reads back whole', async () => {
    for (const event of [ping, failed]) await putEvent(table, 'monitor', event);

    expect(await stored(eventKey('monitor', ping.id))).toEqual({
      pk: 'MON#monitor', sk: `EV#${ping.id}`, at: AT, kind: 'ping', source: 'get', ttl,
    }); // prettier-ignore
    expect(await stored(eventKey('monitor', failed.id))).toEqual({
      pk: 'MON#monitor', sk: `EV#${failed.id}`, at: AT, kind: 'fail', source: 'post', rid: 'r', durationMs: 0,
      exitCode: 1, status: 2, latencyMs: 3, hasOutput: true, ttl,
    }); // prettier-ignore
    const read = await listEvents(
      table,
      { id: 'monitor', recent: [] },
      { limit: 2, before: AT + 1, now: AT },
    );
    expect(read).toMatchObject([failed, ping]);
  });

  it('lies with others in a block that is kept as long as the newest of them', async () => {
    const later = AT + 40 * DAY_SEC * 1000;
    const plain = { ...ping, rid: null, durationMs: null, exitCode: null, status: null, latencyMs: null };
    const events = [AT, later].map((at) => ({ ...plain, at, id: eventIdOf(at, '4f7z0q8c1v') }));
    const entries = events.map((event) => pingEntryOf(event) ?? expect.fail());
    const [oldest = '', newest = ''] = events.map(({ id }) => id);

    await putPingBlock(table, 'packed', entries);

    expect(await stored(pingBlockKey('packed', oldest, newest))).toEqual({
      pk: 'MON#packed', sk: `PINGS#${oldest}#${newest}`, entries, ttl: later / 1000 + 90 * DAY_SEC,
    }); // prettier-ignore
  });

  it('has its output apart', async () => {
    await putOutput(table, 'monitor', { eventId: ping.id, at: AT, text: 'done' });

    expect(await stored(outputKey('monitor', ping.id))).toEqual({
      pk: 'MON#monitor', sk: `OUT#${ping.id}`, text: 'done', ttl,
    }); // prettier-ignore
    expect(await getOutput(table, 'monitor', ping.id)).toBe('done');
  });
});

describe('an alert', () => {
  const content: Alert['content'] = {
    kind: 'miss', alertId: 'msg_1', monitorId: 'monitor', monitorName: 'n', reason: 'silence', incident: 1, alertNumber: 1,
    downSince: AT, recoveredAt: null, decidedAt: AT, lastEventAt: null, missCount: 1, intervalSec: 300, cron: null, tz: null,
    graceSec: null, nextExpectedAt: null, maxDurationSec: null, runId: null, tags: [], hint: null, output: null,
    notHeard: null, failingChannel: null,
  }; // prettier-ignore
  const fresh: Alert = {
    monitorId: 'monitor', sk: 'AL#01#000#a-webhook', channel: 'webhook', state: 'pending', content, attempts: [],
    createdAt: AT, dueAt: AT + 300_000, claimedUntil: null, nextTryAt: null, requeued: 0, waitingSince: null, pace: null,
    reopened: false,
  }; // prettier-ignore
  const ttl = AT / 1000 + 90 * DAY_SEC;

  it('is stored with its place in the index while it is pending, and reads back whole', async () => {
    await transact(table, [putAlertItem(table, fresh)]);

    expect(await stored(alertKey('monitor', fresh.sk))).toEqual({
      pk: 'MON#monitor', sk: 'AL#01#000#a-webhook', duePk: 'DUE#3', dueAt: AT + 300_000, monitorId: 'monitor',
      channel: 'webhook', state: 'pending', content, attempts: [], createdAt: AT, requeued: 0, reopened: false, ttl,
    }); // prettier-ignore
    expect(await getAlert(table, 'monitor', fresh.sk)).toEqual(fresh);
  });

  it('is stored with all it has, and without an index when nothing is due', async () => {
    const attempt = { at: AT, outcome: 'delivered', status: null, detail: '', durationMs: 1 };
    const final: Alert = {
      ...fresh, sk: 'AL#02#000#a-webhook', state: 'sent', attempts: [attempt], dueAt: null, claimedUntil: AT + 1,
      nextTryAt: AT + 2, requeued: 3, waitingSince: AT + 4, reopened: true,
    }; // prettier-ignore
    await transact(table, [putAlertItem(table, final)]);

    expect(await stored(alertKey('monitor', final.sk))).toEqual({
      pk: 'MON#monitor', sk: 'AL#02#000#a-webhook', monitorId: 'monitor', channel: 'webhook', state: 'sent', content,
      attempts: [attempt], createdAt: AT, claimedUntil: AT + 1, nextTryAt: AT + 2, requeued: 3, waitingSince: AT + 4,
      reopened: true, ttl,
    }); // prettier-ignore
    expect(await getAlert(table, 'monitor', final.sk)).toEqual(final);
  });
});

describe('an incident', () => {
  const record = {
    monitorId: 'monitor', spaceId: 'space', number: 12, reason: 'fail', downSince: AT, openedAt: AT + 1, closedAt: null,
    alerts: 1,
  } as const; // prettier-ignore
  const life = { id: 'monitor', createdAt: AT };
  const place = { monitorId: 'monitor', number: 12, downSince: AT };
  const fields = { spaceId: 'space', reason: 'fail', downSince: AT, openedAt: AT + 1, alerts: 1 };

  it('that is open is stored for good, with its place among the open ones', async () => {
    await transact(table, incidentItems(table, life, [record]));

    const key = { pk: 'MON#monitor', sk: 'INC#0000000012' };
    expect(await stored(incidentKey('monitor', 12))).toEqual({ ...key, ...fields });
    expect(await stored(incidentPointerKey('space', { ...place, state: 'open' }))).toEqual({
      pk: 'INCIDENTS#space#2', sk: `OPEN#0${AT}#monitor#0000000012`,
    }); // prettier-ignore
    expect(await getIncidents(table, [record])).toEqual([record]);
  });

  it('that is closed is stored for 400 days, with its place and its part of the month', async () => {
    const closed = { ...record, closedAt: AT + 60_000 };
    await transact(table, incidentItems(table, life, [closed]));

    const ttl = AT / 1000 + 60 + 400 * DAY_SEC;
    expect(await stored(incidentKey('monitor', 12))).toMatchObject({ ...fields, closedAt: AT + 60_000, ttl });
    expect(await stored(incidentPointerKey('space', { ...place, state: 'open' }))).toBeUndefined();
    expect(await stored(incidentPointerKey('space', { ...place, state: 'closed' }))).toEqual({
      pk: 'INCIDENTS#space#2', sk: `CLOSED#0${AT}#monitor#0000000012`, ttl,
    }); // prettier-ignore
    expect(await getIncidents(table, [record])).toEqual([closed]);
    const figures = { runs: 1, p50Ms: 5, p95Ms: 5, maxMs: 5 };
    await putDays(table, life, '2027-03', [{ day: '2027-03-01', figures }]);
    expect(await stored(monthKey(life, '2027-03'))).toEqual({
      pk: 'MON#monitor', sk: `MONTH#0${AT}#2027-03`, incidents: 1, downMs: 60_000, d01: figures,
      ttl: Date.UTC(2027, 3) / 1000 + 400 * DAY_SEC,
    }); // prettier-ignore
    expect(await listMonths(table, life, '2027-03')).toEqual([
      { month: '2027-03', incidents: 1, downMs: 60_000, days: [{ day: '2027-03-01', figures }] },
    ]);
  });
});

it('a guest is stored as its credential, itself and its space', async () => {
  await createGuestOwner(table, { ownerId: 'owner', spaceId: 'home', tokenHash: 'hash', now: AT });

  expect(await stored(guestTokenKey('hash'))).toEqual({
    pk: 'GUEST#hash', sk: 'CRED', ownerId: 'owner', createdAt: AT,
  }); // prettier-ignore
  expect(await stored(ownerKey('owner'))).toEqual({
    pk: 'OWNER#owner', sk: 'OWNER', id: 'owner', kind: 'guest', spaces: ['home'], monitors: 0, emailAlerts: 0,
    imports: 0, createdAt: AT,
  }); // prettier-ignore
  expect(await stored(spaceKey('home'))).toEqual({
    pk: 'SPACE#home', sk: 'SPACE', ownerId: 'owner', createdAt: AT,
  }); // prettier-ignore
  expect(await getOwner(table, 'owner')).toEqual({
    id: 'owner', kind: 'guest', spaces: ['home'], monitors: 0, fast: 0, devices: 0, collections: 0, emailAlerts: 0, imports: 0, createdAt: AT,
    monitorSlots: 0, fastSlots: 0, emailAlertSlots: 0,
  }); // prettier-ignore
});

it('a pointer is its key, with an end once its monitor has ended', async () => {
  const ended = { ...bare, id: 'ended' };
  await transact(table, [pointerItem(table, bare), expiringPointerItem(table, ended, AT)]);

  expect(await stored(spaceMonitorKey('space', bare.id))).toEqual({
    pk: 'SPACE#space',
    sk: `MON#${bare.id}`,
  });
  expect(await stored(spaceMonitorKey('space', 'ended'))).toEqual({
    pk: 'SPACE#space', sk: 'MON#ended', ttl: AT / 1000 + 30 * DAY_SEC,
  }); // prettier-ignore
});

it('a block is stored in the index while it is staged', async () => {
  const block = { spaceId: 'space', blockId: 'block', state: 'staged', ids: ['a'], dueAt: AT } as const;
  await stageBlock(table, { ...block, ids: [...block.ids], changeId: 'change' }, [], {
    doer: { by: 'guest' },
  });

  expect(await stored(monitorBlockKey('space', 'block'))).toEqual({
    pk: 'SPACE#space', sk: 'MON#+block', duePk: 'DUE#9', dueAt: AT, state: 'staged', ids: ['a'], changeId: 'change',
  }); // prettier-ignore
});

it('a token of a space is stored beside the space and by its hash', async () => {
  await createGuestOwner(table, { ownerId: 'other', spaceId: 'space', tokenHash: 'other', now: AT });
  const form = { kind: 'feed', spaceId: 'space', version: 1, hash: 'feedhash', salt: 'salt' } as const;
  const token = { ...form, scope: 'space', spelledBy: null } as const;
  await replaceSpaceToken(table, 'other', undefined, token);

  expect(await stored(spaceTokenKey('space', 'feed'))).toEqual({
    pk: 'SPACE#space', sk: 'TOKEN#feed', version: 1, hash: 'feedhash', salt: 'salt',
  }); // prettier-ignore
  expect(await stored(feedTokenKey('feedhash'))).toEqual({
    pk: 'FEED#feedhash', sk: 'CRED', spaceId: 'space', salt: 'salt',
  }); // prettier-ignore
  expect(await getSpaceToken(table, 'feed', 'space')).toEqual(token);
  expect(await scopeOfToken(table, 'feed', 'feedhash')).toMatchObject({ spaceId: 'space', salt: 'salt' });
});

it('a consent is stored without what has not happened, and reads back whole', async () => {
  const consent: Consent = {
    spaceId: 'space', addressHash: 'address', address: 'a@example.com', state: 'pending', monitorName: 'n', isOfChannel: false, createdAt: AT,
    askedAt: AT + 1, mailedAt: null, quota: 'guests', countedAt: null, booked: null, mails: 0, answeredAt: null, stoppedAt: null,
    dueAt: AT + 2, untold: null,
  }; // prettier-ignore
  await transact(table, [putConsentItem(table, consent)]);

  expect(await stored(consentKey('space', 'address'))).toEqual({
    pk: 'SPACE#space', sk: 'MAIL#address', duePk: 'DUE#9', dueAt: AT + 2, spaceId: 'space', addressHash: 'address',
    address: 'a@example.com', state: 'pending', monitorName: 'n', createdAt: AT, askedAt: AT + 1, quota: 'guests',
    mails: 0,
  }); // prettier-ignore
  expect(await getConsent(table, 'space', 'address')).toEqual(consent);
});

it('a blind notice is stored in the index, and reads back whole', async () => {
  const notice = { spaceId: 'space', from: AT, monitorId: 'monitor', dueAt: AT + 1 };
  await scheduleBlindNotice(table, notice);

  expect(await stored(blindNoticeKey('space', AT))).toEqual({
    pk: 'SPACE#space', sk: `BLIND#0${AT}`, duePk: 'DUE#9', dueAt: AT + 1, spaceId: 'space', from: AT,
    monitorId: 'monitor', ttl: AT / 1000 + 90 * DAY_SEC,
  }); // prettier-ignore
  expect(await getBlindNotice(table, blindNoticeKey('space', AT))).toEqual(notice);
});

it('the failure of a channel is stored, and reads back whole', async () => {
  const failure = {
    monitorId: 'monitor', channel: 'email', since: AT, detail: 'd', dedupeKey: { spaceId: 'space', id: 'k' },
  } as const; // prettier-ignore
  await transact(table, [putChannelFailureItem(table, failure)]);

  expect(await stored(channelKey('monitor', 'email'))).toEqual({
    pk: 'MON#monitor', sk: 'CHANNEL#email', ...failure,
  }); // prettier-ignore
  expect(await listChannelFailures(table, 'monitor')).toEqual([failure]);
});

it('the failure of a channel that nobody can be told of reads the same with its null stored and without', async () => {
  const lone = { monitorId: 'lone', channel: 'email', since: AT, detail: 'd', dedupeKey: null } as const;
  const { Put } = putChannelFailureItem(table, lone);
  const former = { ...channelKey('former', 'email'), ...lone, monitorId: 'former' };
  await transact(table, [{ Put }, { Put: { TableName: table.name, Item: former } }]);

  expect(await stored(channelKey('lone', 'email'))).not.toHaveProperty('dedupeKey');
  expect(await stored(channelKey('former', 'email'))).toHaveProperty('dedupeKey', null);
  expect(await listChannelFailures(table, 'lone')).toEqual([lone]);
  expect(await listChannelFailures(table, 'former')).toEqual([{ ...lone, monitorId: 'former' }]);
});

it('the stop of an address is stored: of what came back with an end, of a complaint for good', async () => {
  await noteBounce(table, 'back', AT);
  await noteComplaint(table, 'loud', ['questions'], AT);
  await noteBounce(table, 'loud', AT + 1);
  await noteBounce(table, 'both', AT);
  await noteComplaint(table, 'both', ['invitations'], AT + 1);

  expect(await stored(stopKey('back'))).toEqual({
    pk: 'ADDRESS#back', sk: 'STOP', bouncedAt: AT, ttl: AT / 1000 + 31 * DAY_SEC,
  }); // prettier-ignore
  expect(await stored(stopKey('loud'))).toEqual({
    pk: 'ADDRESS#loud', sk: 'STOP', questionsAt: AT, bouncedAt: AT + 1,
  }); // prettier-ignore
  expect(await getStop(table, 'both')).toEqual({
    addressHash: 'both', bouncedAt: AT, questionsAt: null, invitationsAt: AT + 1, reportsAt: null,
  }); // prettier-ignore
  expect(await stored(stopKey('both'))).not.toHaveProperty('ttl');
});

it('the stop of an address that an earlier version wrote means what it can mean', async () => {
  for (const reason of ['bounced', 'complained']) {
    const item = { ...stopKey(`former ${reason}`), reason, at: AT, ttl: 1 };
    await transact(table, [{ Put: { TableName: table.name, Item: item } }]);
  }

  expect(await getStop(table, 'former bounced')).toEqual({
    addressHash: 'former bounced', bouncedAt: AT, questionsAt: null, invitationsAt: null, reportsAt: null,
  }); // prettier-ignore
  expect(await getStop(table, 'former complained')).toEqual({
    addressHash: 'former complained', bouncedAt: null, questionsAt: AT, invitationsAt: AT, reportsAt: null,
  }); // prettier-ignore
  await noteBounce(table, 'former complained', AT + 1);
  expect(await getStop(table, 'former complained')).toMatchObject({ bouncedAt: AT + 1, questionsAt: AT });
  expect(await stored(stopKey('former complained'))).toHaveProperty('ttl', 1);
});
