import { hashOf } from '../../lib/adapters/ids.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import { noticeAbout } from '../../lib/domain/alert/notice-about.ts';
import type { Channel, Notice } from '../../lib/domain/alert/notice.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Telling } from '../../lib/domain/monitor/check.ts';
import { newAlert } from '../../lib/flows/new-alert.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { BlindWindow } from '../../lib/domain/outage/blind-window.ts';

/** What a miss says beyond the state of its monitor. */
export interface NoticeExtras {
  /** What is probably wrong with the schedule. */
  hint?: string | null;
  /** The last lines of stored outputs, by their event. */
  outputs?: ReadonlyMap<string, string | null>;
  /** The blind window in which the deadline of a silence passed. */
  notHeard?: BlindWindow | null;
}

/** The alert records of what a check tells: one per telling and channel, in order. */
export function alertsFor(
  monitor: Monitor,
  tellings: readonly Telling[],
  extras: NoticeExtras,
  now: Instant,
): AlertRecord[] {
  return tellings.flatMap((telling, sequence) =>
    channelsOf(monitor, telling).map((channel) => {
      const notice = noticeOf(monitor, telling, channel, telling.kind === 'miss' ? extras : {}, now);
      return newAlert(notice, channel, sequence);
    }),
  );
}

/** A miss that can be told to nobody still stands in the ledger; a recovery from it does not. */
function channelsOf(monitor: Monitor, telling: Telling): Channel[] {
  if (telling.channels) return telling.channels;
  const channels: Channel[] = [];
  if (monitor.alertTo !== null) channels.push('email');
  if (monitor.alertUrl !== null) channels.push('webhook');
  return channels.length > 0 || telling.kind === 'recovery' ? channels : ['none'];
}

function noticeOf(
  monitor: Monitor,
  telling: Telling,
  channel: Channel,
  extras: NoticeExtras,
  now: Instant,
): Notice {
  const { outputOf, channels, ...told } = telling;
  const words = {
    ...told,
    ...(channels && { toElsewhere: true as const }),
    alertId: alertIdOf(monitor, telling, channel),
    hint: extras.hint ?? null,
    output: extras.outputs?.get(outputOf ?? '') ?? null,
    notHeard: (telling.reason === 'silence' && extras.notHeard) || null,
  };
  return noticeAbout(monitor, words, now);
}

/**
 * Deterministic, so that the same alert has one id however often it is decided or sent; hashed, so that it tells nothing.
 * The beginning of the monitor's life is in it: a job name may get its monitor again, under its old id, after all
 * memory of earlier incidents is gone, and a receiver drops an id that it has seen.
 */
function alertIdOf({ id, createdAt }: Monitor, telling: Telling, channel: Channel): string {
  const { incident, alertNumber, kind } = telling;
  return `msg_${hashOf([id, createdAt, incident, alertNumber, kind, channel].join('|')).slice(0, 32)}`;
}
