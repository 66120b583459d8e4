import { hashOf } from '../../lib/adapters/ids.ts';
import type { Alert } from '../../lib/domain/alert/alert.ts';
import { channelsOf } from '../../lib/domain/alert/channel.ts';
import { contentAbout } from '../../lib/domain/alert/content-about.ts';
import type { Channel, AlertContent } from '../../lib/domain/alert/alert-content.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { AlertDecision } from '../../lib/domain/monitor/check.ts';
import { newAlert } from '../../lib/flows/new-alert.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { BlindWindow } from '../../lib/domain/outage/blind-window.ts';

/** What a miss says beyond the state of its monitor. */
export interface ContentExtras {
  /** What is probably wrong with the schedule. */
  hint?: string | null;
  /** The last lines of stored outputs, by their event. */
  outputs?: ReadonlyMap<string, string | null>;
  /** The blind window in which the deadline of a silence passed. */
  notHeard?: BlindWindow | null;
}

/** The alerts of what a check decided: one for each decision and channel, in order. */
export function alertsFor(
  monitor: Monitor,
  decisions: readonly AlertDecision[],
  extras: ContentExtras,
  now: Instant,
): Alert[] {
  return decisions.flatMap((decision, sequence) =>
    channelsFor(monitor, decision).map((channel) => {
      const content = contentOf(monitor, decision, channel, decision.kind === 'miss' ? extras : {}, now);
      return newAlert(content, channel, sequence);
    }),
  );
}

/** A miss that can be told to nobody still stands in the ledger; a recovery from it does not. */
function channelsFor(monitor: Monitor, decision: AlertDecision): Channel[] {
  const channels = decision.channels ?? channelsOf(monitor);
  return channels.length > 0 || decision.kind === 'recovery' ? channels : ['none'];
}

function contentOf(
  monitor: Monitor,
  decision: AlertDecision,
  channel: Channel,
  extras: ContentExtras,
  now: Instant,
): AlertContent {
  const { outputOf, channels, ...told } = decision;
  const words = {
    ...told,
    ...(channels && { toElsewhere: true as const }),
    alertId: alertIdOf(monitor, decision, channel),
    hint: extras.hint ?? null,
    output: extras.outputs?.get(outputOf ?? '') ?? null,
    notHeard: (decision.reason === 'silence' && extras.notHeard) || null,
  };
  return contentAbout(monitor, words, now);
}

/**
 * Deterministic, so that the same alert has one id however often it is decided or sent; hashed, so that it tells nothing.
 * The beginning of the monitor's life is in it: a job name may get its monitor again, under its old id, after all
 * memory of earlier incidents is gone, and a receiver drops an id that it has seen.
 */
function alertIdOf({ id, createdAt }: Monitor, decision: AlertDecision, channel: Channel): string {
  const { incident, alertNumber, kind } = decision;
  return `msg_${hashOf([id, createdAt, incident, alertNumber, kind, channel].join('|')).slice(0, 32)}`;
}
