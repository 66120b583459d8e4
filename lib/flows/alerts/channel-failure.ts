import { hashOf } from '../../adapters/ids.ts';
import { putAlertItem } from '../../data/alerts/alerts.ts';
import {
  isFailureTold,
  putChannelFailureItem,
  putFailureToldItem,
  type DedupeKey,
} from '../../data/alerts/channel-failures.ts';
import { unlessFirstRefused } from '../../data/items.ts';
import { channelsOfMonitor } from '../../data/alerts/owner-channels.ts';
import { getMonitor } from '../../data/monitors/monitors.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { transact } from '../../data/table.ts';
import type { AlertContent } from '../../domain/alerts/alert-content.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import {
  maskedMailbox,
  mediumOf,
  normalMailbox,
  otherChannelOf,
  shownRecipientOf,
} from '../../domain/alerts/channel.ts';
import { spread } from '../../domain/hash-number.ts';
import { isOwnerChannelId, type OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import type { Instant } from '../../domain/instant.ts';
import type { AlertChannel, Monitor } from '../../domain/monitors/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { newAlert, sendOrLeave } from './outbox.ts';

/** After the alerts that a check may decide in the same millisecond; two channels may fail in one, and tell it by a third. */
const sequenceOf = (channel: AlertChannel) => 900 + (spread(channel) % 100);

/** A channel that fails, and what is said of it through the other one. */
export interface ChannelFailureReport {
  channel: AlertChannel;
  /** One plain sentence, without address or URL. */
  detail: string;
  /** `downSince` is since when it fails. */
  content: AlertContent;
}

export type ChannelFailureDeps = Pick<NotifierDeps, 'table' | 'clock' | 'queue' | 'log'>;

/**
 * Records that a channel fails, which the monitor then shows, and reports it through the other channel: once until the
 * channel works again, and once for all monitors with the same two recipients. Record and report are one transaction.
 */
export async function tellChannelFailure(
  deps: ChannelFailureDeps,
  monitor: Monitor,
  { channel, detail, content }: ChannelFailureReport,
): Promise<void> {
  const { table } = deps;
  const now = deps.clock.now();
  const owners = await channelsOfMonitor(table, monitor);
  const other = otherChannelOf(monitor, owners, channel);
  const failing = { address: shownAddress(monitor, owners, channel), detail };
  const own = owners.find(({ id }) => id === other);
  const report = other && newAlert({ ...content, failing }, other, sequenceOf(channel), { own });
  const dedupeKey = other && dedupeKeyOf(monitor, channel, other);
  const failure = { monitorId: monitor.id, channel, since: content.downSince, detail, dedupeKey };
  const isTold = await retryOnConflict(async () => {
    const isNew = report && dedupeKey && !(await isFailureTold(table, dedupeKey, now));
    const decision = isNew ? [putFailureToldItem(table, dedupeKey, now), putAlertItem(table, report)] : [];
    const written = transact(table, [putChannelFailureItem(table, failure), ...decision]);
    // Refused when the failure is known already.
    return (await unlessFirstRefused(written)) && isNew;
  });
  if (report && isTold)
    await sendOrLeave(deps, [
      { kind: 'alert', tenant: monitor.spaceId, monitorId: report.monitorId, sk: report.sk },
    ]);
}

/** Tells the failure of the channel by which an alert was given up on. */
export async function reportChannelFailure(
  deps: ChannelFailureDeps,
  failed: Alert,
  detail: string,
): Promise<void> {
  const monitor = await getMonitor(deps.table, failed.monitorId);
  const { channel } = failed;
  if (!monitor?.active || channel === 'none') return;
  await tellChannelFailure(deps, monitor, {
    channel,
    detail,
    content: failureContent(failed, channel, deps.clock.now()),
  });
}

function shownAddress(
  monitor: Monitor,
  owners: readonly OwnerChannel[],
  channel: AlertChannel,
): string | null {
  if (isOwnerChannelId(channel)) return owners.find(({ id }) => id === channel)?.name ?? null;
  const address = shownRecipientOf(monitor, channel);
  return address !== null && channel === 'email' ? maskedMailbox(address) : address;
}

/** The same for all monitors with the same failing recipient and the same other recipient. */
function dedupeKeyOf(
  { spaceId, alertTo, alertUrl }: Monitor,
  channel: AlertChannel,
  other: AlertChannel,
): DedupeKey {
  const own = [alertTo === null ? null : normalMailbox(alertTo), alertUrl];
  // Of what the monitors name themselves only what this report is about or goes by.
  const isOwn = (each: AlertChannel) => !isOwnerChannelId(each);
  const parts = isOwn(channel) || isOwn(other) ? [channel, ...own] : [channel];
  const id = hashOf(JSON.stringify([...parts, ...(isOwn(other) ? [] : [other])]));
  return { spaceId, id: id.slice(0, 32) };
}

function failureContent(failed: Alert, channel: AlertChannel, now: Instant): AlertContent {
  return {
    ...failed.content,
    kind: 'channel_failing',
    // One alert is tried for long enough that its channel may work and fail again meanwhile.
    alertId: `${failed.content.alertId}_report_${now}`,
    decidedAt: now,
    downSince: failed.createdAt,
    recoveredAt: null,
    output: null,
    hint: null,
    failingChannel: mediumOf(channel),
  };
}
