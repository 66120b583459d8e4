import { hashOf } from '../../lib/adapters/ids.ts';
import { getOutput } from '../../lib/data/monitors/job-outputs.ts';
import type { Table } from '../../lib/data/table.ts';
import { contentAbout, type Channel, type AlertContent } from '../../lib/domain/alerts/alert-content.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { channelsOf } from '../../lib/domain/alerts/channel.ts';
import {
  channelsHearing,
  isOwnerChannelId,
  type OwnerChannel,
} from '../../lib/domain/alerts/owner-channel.ts';
import { outputTail } from '../../lib/domain/alerts/output-tail.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { endOf, thresholdField, type Threshold } from '../../lib/domain/machines/thresholds/threshold.ts';
import type { AlertDecision } from '../../lib/domain/monitors/check.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { pauseSinceSuccess } from '../../lib/domain/monitors/pause.ts';
import { scheduleHintOf } from '../../lib/domain/monitors/schedule-hint.ts';
import type { BlindWindow } from '../../lib/domain/monitors/outage/blind-window.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { newAlert } from '../../lib/flows/alerts/outbox.ts';
import { eventsToLookAt } from '../../lib/flows/monitors/proposals.ts';

/** Enough to see a constant offset, few enough to be one small read. */
const HINT_EVENTS = 20;

/** A job that flaps may have ten failures in one check; the owner reads the older outputs with their events. */
const OUTPUTS_MAX = 3;

const OWNERS_ALERTS_MAX = 44;

/** What a miss says beyond the state of its monitor, and who may hear it besides. */
export interface ContentExtras {
  /** The channels of its owner, whatever they hear. */
  owners?: readonly OwnerChannel[];
  /** What is probably wrong with the schedule. */
  hint?: string | null;
  /** The last lines of stored outputs, by their event. */
  outputs?: ReadonlyMap<string, string | null>;
  /** The blind window in which the deadline of a silence passed. */
  notHeard?: BlindWindow | null;
}

/** The alerts for what a check decided: one for each decision and channel, in order. */
export function alertsFor(
  monitor: Monitor,
  decisions: readonly AlertDecision[],
  extras: ContentExtras,
  now: Instant,
): Alert[] {
  const told = ownersAtMost(extras.owners ?? [], decisions.length);
  return decisions.flatMap((decision, sequence) => {
    const owners = sequence < decisions.length - told ? [] : (extras.owners ?? []);
    const channels = channelsFor(monitor, decision, owners);
    const all = channels.some(isOwnerChannelId) ? channels : undefined;
    return channels.map((channel) => {
      const content = contentOf(monitor, decision, channel, decision.kind === 'miss' ? extras : {}, now);
      return newAlert(content, channel, sequence, {
        own: owners.find(({ id }) => id === channel),
        channels: all,
      });
    });
  });
}

/**
 * How many of the last decisions of one check the channels of an owner are told: a job that flaps has twenty at once, and a
 * transaction takes a hundred items, of which those that the monitor names itself have up to 42.
 */
function ownersAtMost(owners: readonly OwnerChannel[], decisions: number): number {
  return Math.min(decisions, Math.floor(OWNERS_ALERTS_MAX / Math.max(1, owners.length)));
}

/** A miss without any channel is still recorded in the ledger; its recovery is not. */
function channelsFor(monitor: Monitor, decision: AlertDecision, owners: readonly OwnerChannel[]): Channel[] {
  const all = [...channelsOf(monitor), ...channelsHearing(owners, monitor, decision).map(({ id }) => id)];
  const channels = decision.channels ? all.filter((each) => decision.channels?.includes(each)) : all;
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
  const isSilence = decision.kind === 'miss' && decision.reason === 'silence';
  const pause = isSilence ? pauseSinceSuccess(monitor) : null;
  const words = {
    ...told,
    ...(channels && { toElsewhere: true as const }),
    alertId: alertIdOf(monitor, decision, channel),
    hint: extras.hint ?? null,
    output: extras.outputs?.get(outputOf ?? '') ?? null,
    notHeard: (decision.reason === 'silence' && extras.notHeard) || null,
    ...(pause && { pause }),
    ...(monitor.threshold && { threshold: toldThreshold(monitor.threshold) }),
  };
  return contentAbout(monitor, words, now);
}

function toldThreshold(rule: Threshold): NonNullable<AlertContent['threshold']> {
  const { side, value } = rule;
  const { format } = thresholdField(rule);
  return { side, value, end: endOf(rule), ...(format && { format }) };
}

/**
 * Deterministic, so that an alert keeps its id however often it is decided or sent; hashed, so that it reveals nothing.
 * `createdAt` is part of it because a deleted job name may come back under the same monitor id and count its incidents
 * from the start again, and receivers drop an id that they have seen.
 */
function alertIdOf({ id, createdAt }: Monitor, decision: AlertDecision, channel: Channel): string {
  const { incident, alertNumber, kind } = decision;
  return `msg_${hashOf([id, createdAt, incident, alertNumber, kind, channel].join('|')).slice(0, 32)}`;
}

/** What the alerts of a check say beyond the monitor's state; read only when there is something to tell. */
export async function contentExtras(
  table: Table,
  monitor: Monitor,
  decisions: readonly AlertDecision[],
  now: Instant,
): Promise<Pick<ContentExtras, 'hint' | 'outputs'>> {
  const silent = decisions.some((decision) => decision.kind === 'miss' && decision.reason === 'silence');
  const eventIds = decisions.flatMap((decision) => decision.outputOf ?? []).slice(-OUTPUTS_MAX);
  const outputs = await allDone(
    eventIds.map(async (id) => [id, outputTail((await getOutput(table, monitor.id, id)) ?? '')] as const),
  );
  return { hint: silent ? await hintFor(table, monitor, now) : null, outputs: new Map(outputs) };
}

/** Most scheduled monitors whose alerts say that they are silent have the wrong zone. */
async function hintFor(table: Table, monitor: Monitor, now: Instant): Promise<string | null> {
  if (monitor.cron === null) return null;
  const events = await eventsToLookAt(table, monitor, now, HINT_EVENTS);
  return scheduleHintOf(monitor, events, now)?.detail ?? null;
}
