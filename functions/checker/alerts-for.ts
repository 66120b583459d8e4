import { hashOf } from '../../lib/adapters/ids.ts';
import { alertSk } from '../../lib/data/keys.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import type { Channel, Notice } from '../../lib/domain/alert/notice.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Telling } from '../../lib/domain/monitor/check.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';

/** The alert records of what a check tells: one per telling and channel, in order. */
export function alertsFor(
  monitor: Monitor,
  tellings: readonly Telling[],
  hint: string | null,
  now: Instant,
): AlertRecord[] {
  return tellings.flatMap((telling, sequence) =>
    channelsOf(monitor, telling).map((channel) => {
      const notice = noticeOf(monitor, telling, channel, telling.kind === 'miss' ? hint : null, now);
      return alertOf(notice, channel, sequence);
    }),
  );
}

/** A miss that can be told to nobody still stands in the ledger; a recovery from it does not. */
function channelsOf(monitor: Monitor, telling: Telling): Channel[] {
  const channels: Channel[] = [];
  if (monitor.alertTo !== null) channels.push('email');
  if (monitor.alertUrl !== null) channels.push('webhook');
  return channels.length > 0 || telling.kind === 'recovery' ? channels : ['none'];
}

function alertOf(notice: Notice, channel: Channel, sequence: number): AlertRecord {
  const untold = channel === 'none';
  const createdAt = notice.decidedAt;
  return {
    monitorId: notice.monitorId,
    // Two checks of one instant each number from 0; incident and kind keep their records apart and in order.
    sk: alertSk(createdAt, sequence, `${notice.incident}-${notice.kind}-${channel}`),
    channel,
    state: untold ? 'untold' : 'pending',
    notice,
    attempts: [],
    createdAt,
    dueAt: untold ? null : createdAt + LIMITS.checkEverySec * 1000,
    claimedUntil: null,
    requeued: 0,
  };
}

function noticeOf(
  monitor: Monitor,
  telling: Telling,
  channel: Channel,
  hint: string | null,
  now: Instant,
): Notice {
  return {
    ...telling,
    alertId: alertIdOf(monitor.id, telling, channel),
    monitorId: monitor.id,
    monitorName: monitor.name,
    decidedAt: now,
    lastEventAt: monitor.lastEventAt,
    missCount: monitor.missCount,
    intervalSec: monitor.intervalSec,
    cron: monitor.cron,
    tz: monitor.tz,
    graceSec: monitor.graceSec,
    nextExpectedAt: monitor.nextExpectedAt,
    maxDurationSec: monitor.maxDurationSec,
    tags: monitor.tags,
    hint,
  };
}

/** Deterministic, so that the same alert has one id however often it is decided or sent; hashed, so that it tells nothing. */
function alertIdOf(monitorId: string, telling: Telling, channel: Channel): string {
  const { incident, alertNumber, kind } = telling;
  return `msg_${hashOf([monitorId, incident, alertNumber, kind, channel].join('|')).slice(0, 32)}`;
}
