import { isoOf, isoOrNull } from '../../domain/instant.ts';
import type { AlertReason, MonitorChannel } from '../../domain/monitors/monitor.ts';
import { downtimeSecOf, messageOf, outputTextOf } from './alert-text.ts';
import type { Told } from './told.ts';

interface AlertJson {
  reason: AlertReason;
  /** Only on a test alert that the owner asked for. */
  test?: true;
  /** Equals the header `webhook-id`, by which a receiver drops repeats. */
  alert_id: string;
  endpoint_id: string;
  name: string;
  /** All in one plain line, for receivers that show a text and read nothing else. */
  text: string;
  /** The console's page of the monitor and its incident. */
  url: string | null;
  incident: number;
  alert: number;
  down_since: string;
  alerted_at: string;
  last_event_at: string | null;
  interval_sec: number;
  cron: string | null;
  tz: string | null;
  grace_sec: number | null;
  next_expected_at: string | null;
  max_duration_sec: number | null;
  run_id: string | null;
  /** Of a failure that the job reported with one. */
  exit_code: number | null;
  /** Of a number of a machine that is watched; absent of a job. `reading` is the number that began it. */
  threshold?: { side: 'above' | 'below'; value: number; reading: number | null };
  miss_count: number;
  tags: string[];
  hint: string | null;
  /** When pings could not reach us while the deadline of this silence passed; `to` is null while that lasts. */
  not_heard: { from: string; to: string | null } | null;
  /** When the operator's stop kept this alert back. */
  held: { from: string; to: string } | null;
  /** The last lines of the job's output, redacted; on a miss only. */
  output: string | null;
  /** What this channel did not deliver before: how many alerts, and the last of them, oldest first. */
  superseded: { total: number; last: SupersededJson[] } | null;
}

interface SupersededJson {
  type: 'service.miss' | 'service.recovery';
  alert_id: string;
  incident: number;
  alert: number;
  reason: AlertReason;
  at: string;
}

/** The body of a miss alert. */
export interface MissJson extends AlertJson {
  type: 'service.miss';
}

/** The body of a recovery; its own `type`, so that a receiver filtering on it opens no incident. */
export interface RecoveryJson extends AlertJson {
  type: 'service.recovery';
  recovered_at: string;
  downtime_sec: number;
}

/** The body that says when we could not see. It is about the owner's jobs, so it names none of them. */
export interface BlindJson {
  type: 'service.blind';
  alert_id: string;
  text: string;
  /** The console's list of monitors. */
  url: string | null;
  blind_from: string;
  blind_to: string;
  blind_sec: number;
  alerted_at: string;
}

/** The body that says, through one channel of a monitor, that its other channel fails. */
export interface ChannelFailingJson {
  type: 'service.channel_failing';
  alert_id: string;
  endpoint_id: string;
  name: string;
  text: string;
  url: string | null;
  channel: MonitorChannel | null;
  /** The host of a webhook, or a masked mailbox. */
  address: string | null;
  /** Why it fails, in one sentence. */
  detail: string | null;
  failing_since: string;
  alerted_at: string;
  tags: string[];
}

/** The JSON POSTed to `alert_url` on a miss or a test (SPEC.md "Templates", `miss_json`). */
export function missJson(content: Told): MissJson {
  return { type: 'service.miss', ...alertJson(content) };
}

/** The JSON POSTed to `alert_url` on a recovery (SPEC.md "Templates", `recovery_json`). */
export function recoveryJson(content: Told): RecoveryJson {
  return {
    type: 'service.recovery',
    ...alertJson(content),
    recovered_at: isoOf(content.recoveredAt ?? content.decidedAt),
    downtime_sec: downtimeSecOf(content),
  };
}

/** The JSON POSTed when we could not see (DECISIONS.md "Incidents and alerts" 8). */
export function blindJson(content: Told): BlindJson {
  return {
    type: 'service.blind',
    alert_id: content.alertId,
    text: messageOf(content),
    url: content.reader?.url ?? null,
    blind_from: isoOf(content.downSince),
    blind_to: isoOf(content.recoveredAt ?? content.decidedAt),
    blind_sec: downtimeSecOf(content),
    alerted_at: isoOf(content.decidedAt),
  };
}

/** The JSON POSTed when the other channel of a monitor fails. */
export function channelFailingJson(content: Told): ChannelFailingJson {
  return {
    type: 'service.channel_failing',
    alert_id: content.alertId,
    endpoint_id: content.shownId ?? content.monitorId,
    name: content.monitorName,
    text: messageOf(content),
    url: content.reader?.url ?? null,
    channel: content.failingChannel,
    address: content.failing?.address ?? null,
    detail: content.failing?.detail ?? null,
    failing_since: isoOf(content.downSince),
    alerted_at: isoOf(content.decidedAt),
    tags: content.tags,
  };
}

/** The exact text POSTed for an alert, whatever its kind. */
export function contentBody(content: Told): string {
  return JSON.stringify(contentJson(content));
}

function contentJson(content: Told): MissJson | RecoveryJson | BlindJson | ChannelFailingJson {
  switch (content.kind) {
    case 'miss':
    case 'test':
      return missJson(content);
    case 'recovery':
      return recoveryJson(content);
    case 'blind':
      return blindJson(content);
    case 'channel_failing':
      return channelFailingJson(content);
  }
}

function alertJson(content: Told): AlertJson {
  return {
    reason: content.reason,
    ...(content.kind === 'test' ? { test: true } : {}),
    alert_id: content.alertId,
    endpoint_id: content.shownId ?? content.monitorId,
    name: content.monitorName,
    text: messageOf(content),
    url: content.reader?.url ?? null,
    incident: content.incident,
    alert: content.alertNumber,
    down_since: isoOf(content.downSince),
    alerted_at: isoOf(content.decidedAt),
    last_event_at: isoOrNull(content.lastEventAt),
    interval_sec: content.intervalSec,
    cron: content.cron,
    tz: content.tz,
    grace_sec: content.graceSec,
    next_expected_at: isoOrNull(content.nextExpectedAt),
    max_duration_sec: content.maxDurationSec,
    run_id: content.runId,
    exit_code: content.exitCode ?? null,
    ...(content.threshold && {
      threshold: {
        side: content.threshold.side,
        value: content.threshold.value,
        reading: content.reading ?? null,
      },
    }),
    miss_count: content.missCount,
    tags: content.tags,
    hint: content.hint,
    not_heard: content.notHeard && {
      from: isoOf(content.notHeard.from),
      to: isoOrNull(content.notHeard.to),
    },
    held: content.held ? { from: isoOf(content.held.from), to: isoOf(content.held.to) } : null,
    output: outputTextOf(content),
    superseded: supersededJson(content),
  };
}

function supersededJson({ superseded }: Told): AlertJson['superseded'] {
  if (!superseded) return null;
  const last = superseded.last.map(({ kind, alertId, incident, alertNumber, reason, at }) => ({
    type: `service.${kind}` as const,
    alert_id: alertId,
    incident,
    alert: alertNumber,
    reason,
    at: isoOf(at),
  }));
  return { total: superseded.total, last };
}
