import { isoOf, isoOrNull } from '../instant.ts';
import type { AlertReason } from '../monitor/monitor.ts';
import type { Channel, Notice } from './notice.ts';
import { downtimeSecOf, messageOf, outputTextOf } from './notice-text.ts';

interface AlertJson {
  reason: AlertReason;
  /** Only on a test alert that the owner asked for. */
  test?: true;
  /** The same as the header `webhook-id`: a receiver drops what it has seen. */
  alert_id: string;
  endpoint_id: string;
  name: string;
  /** All in one plain line, for receivers that show a text and read nothing else. */
  text: string;
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
  miss_count: number;
  tags: string[];
  hint: string | null;
  /** When pings could not reach us while the deadline of this silence passed; `to` is null while that lasts. */
  not_heard: { from: string; to: string | null } | null;
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

/** The body of a recovery notice; its own `type`, so that a receiver filtering on it opens no incident. */
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
  channel: Exclude<Channel, 'none'> | null;
  /** The host of a webhook, or a masked mailbox. */
  address: string | null;
  /** Why it fails, in one sentence. */
  detail: string | null;
  failing_since: string;
  alerted_at: string;
  tags: string[];
}

/** The JSON POSTed to `alert_url` on a miss or a test (SPEC.md "Templates", `miss_json`). */
export function missJson(notice: Notice): MissJson {
  return { type: 'service.miss', ...alertJson(notice) };
}

/** The JSON POSTed to `alert_url` on a recovery (SPEC.md "Templates", `recovery_json`). */
export function recoveryJson(notice: Notice): RecoveryJson {
  return {
    type: 'service.recovery',
    ...alertJson(notice),
    recovered_at: isoOf(notice.recoveredAt ?? notice.decidedAt),
    downtime_sec: downtimeSecOf(notice),
  };
}

/** The JSON POSTed when we could not see (DECISIONS.md "Incidents and alerts" 8). */
export function blindJson(notice: Notice): BlindJson {
  return {
    type: 'service.blind',
    alert_id: notice.alertId,
    text: messageOf(notice),
    blind_from: isoOf(notice.downSince),
    blind_to: isoOf(notice.recoveredAt ?? notice.decidedAt),
    blind_sec: downtimeSecOf(notice),
    alerted_at: isoOf(notice.decidedAt),
  };
}

/** The JSON POSTed when the other channel of a monitor fails. */
export function channelFailingJson(notice: Notice): ChannelFailingJson {
  return {
    type: 'service.channel_failing',
    alert_id: notice.alertId,
    endpoint_id: notice.monitorId,
    name: notice.monitorName,
    text: messageOf(notice),
    channel: notice.failingChannel,
    address: notice.failing?.address ?? null,
    detail: notice.failing?.detail ?? null,
    failing_since: isoOf(notice.downSince),
    alerted_at: isoOf(notice.decidedAt),
    tags: notice.tags,
  };
}

/** The exact text POSTed for a notice, whatever its kind. */
export function noticeBody(notice: Notice): string {
  return JSON.stringify(noticeJson(notice));
}

function noticeJson(notice: Notice): MissJson | RecoveryJson | BlindJson | ChannelFailingJson {
  switch (notice.kind) {
    case 'miss':
    case 'test':
      return missJson(notice);
    case 'recovery':
      return recoveryJson(notice);
    case 'blind':
      return blindJson(notice);
    case 'channel_failing':
      return channelFailingJson(notice);
  }
}

function alertJson(notice: Notice): AlertJson {
  return {
    reason: notice.reason,
    ...(notice.kind === 'test' ? { test: true } : {}),
    alert_id: notice.alertId,
    endpoint_id: notice.monitorId,
    name: notice.monitorName,
    text: messageOf(notice),
    incident: notice.incident,
    alert: notice.alertNumber,
    down_since: isoOf(notice.downSince),
    alerted_at: isoOf(notice.decidedAt),
    last_event_at: isoOrNull(notice.lastEventAt),
    interval_sec: notice.intervalSec,
    cron: notice.cron,
    tz: notice.tz,
    grace_sec: notice.graceSec,
    next_expected_at: isoOrNull(notice.nextExpectedAt),
    max_duration_sec: notice.maxDurationSec,
    run_id: notice.runId,
    exit_code: notice.exitCode ?? null,
    miss_count: notice.missCount,
    tags: notice.tags,
    hint: notice.hint,
    not_heard: notice.notHeard && {
      from: isoOf(notice.notHeard.from),
      to: isoOrNull(notice.notHeard.to),
    },
    output: outputTextOf(notice),
    superseded: supersededJson(notice),
  };
}

function supersededJson({ superseded }: Notice): AlertJson['superseded'] {
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
