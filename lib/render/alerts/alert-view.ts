import type { AlertView } from '../../contract/alerts/alerts.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { mediumOf } from '../../domain/alerts/channel.ts';
import { isOwnerChannelId } from '../../domain/alerts/owner-channel.ts';
import { isoOf } from '../../domain/instant.ts';

/** An alert as its owner sees it. */
export function alertView(alert: Alert, id: string): AlertView {
  const { content, channel, state, createdAt, attempts, pace } = alert;
  return {
    id,
    webhook_id: content.alertId,
    kind: content.kind,
    incident: content.incident,
    reason: content.reason,
    channel: mediumOf(channel),
    ...(isOwnerChannelId(channel) && { channel_id: channel }),
    state,
    created_at: isoOf(createdAt),
    ...(content.held && { held: { from: isoOf(content.held.from), to: isoOf(content.held.to) } }),
    ...(pace && { paced: { since: isoOf(pace.since), until: isoOf(pace.until) } }),
    attempts: attempts.map(({ at, outcome, status, detail, durationMs }) => ({
      at: isoOf(at),
      outcome,
      status,
      detail,
      duration_ms: Math.round(durationMs),
    })),
  };
}
