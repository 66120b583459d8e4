import { isoOf, isoOrNull } from '../instant.ts';
import type { AlertReason } from '../monitor/monitor.ts';
import type { Notice } from './notice.ts';
import { downtimeSecOf, sentenceOf } from './notice-text.ts';

interface AlertJson {
  reason: AlertReason;
  /** Only on a test alert that the owner asked for. */
  test?: true;
  /** The same as the header `webhook-id`: a receiver drops what it has seen. */
  alert_id: string;
  endpoint_id: string;
  name: string;
  /** One plain sentence for receivers that show a text and read nothing else. */
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
  miss_count: number;
  tags: string[];
  hint: string | null;
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

/** The exact text POSTed for a notice, whatever its kind. */
export function noticeBody(notice: Notice): string {
  return JSON.stringify(notice.kind === 'recovery' ? recoveryJson(notice) : missJson(notice));
}

function alertJson(notice: Notice): AlertJson {
  return {
    reason: notice.reason,
    ...(notice.kind === 'test' ? { test: true } : {}),
    alert_id: notice.alertId,
    endpoint_id: notice.monitorId,
    name: notice.monitorName,
    text: sentenceOf(notice),
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
    miss_count: notice.missCount,
    tags: notice.tags,
    hint: notice.hint,
  };
}
