import type { AlertView } from '../../lib/contract/alerts.ts';
import { ALERT_PREFIX } from '../../lib/data/keys.ts';
import type { Alert } from '../../lib/domain/alert/alert.ts';
import { isoOf } from '../../lib/domain/instant.ts';

const ALERT_ID = /^\d{14}-\d{3}-\d{10}-[a-z_]{1,20}-(email|webhook|none)$/;

/** An alert as its owner sees it. */
export function alertView(record: Alert): AlertView {
  const { content, channel, state, createdAt, attempts } = record;
  return {
    id: record.sk.slice(ALERT_PREFIX.length).replaceAll('#', '-'),
    webhook_id: content.alertId,
    kind: content.kind,
    incident: content.incident,
    reason: content.reason,
    channel,
    state,
    created_at: isoOf(createdAt),
    attempts: attempts.map(({ at, outcome, status, detail, durationMs }) => ({
      at: isoOf(at),
      outcome,
      status,
      detail,
      duration_ms: Math.round(durationMs),
    })),
  };
}

/** Where the alert of an id is kept, or null for what cannot be one. */
export function alertSkOf(id: string): string | null {
  return ALERT_ID.test(id) ? ALERT_PREFIX + id.replace('-', '#').replace('-', '#') : null;
}
