import { alertSk } from '../data/keys.ts';
import type { Alert } from '../domain/alert/alert.ts';
import type { Channel, AlertContent } from '../domain/alert/alert-content.ts';
import { LIMITS } from '../domain/limits.ts';

/** The record of an alert that is to be told by a channel; by `none` it is in the ledger and final at once. */
export function newAlert(content: AlertContent, channel: Channel, sequence: number): Alert {
  const undeliverable = channel === 'none';
  const createdAt = content.decidedAt;
  const incident = `${String(content.incident).padStart(6, '0')}${String(content.alertNumber).padStart(4, '0')}`;
  return {
    monitorId: content.monitorId,
    // Two checks of one instant each number from 0; incident, alert and kind keep their records apart and in order.
    sk: alertSk(createdAt, sequence, `${incident}-${content.kind}-${channel}`),
    channel,
    state: undeliverable ? 'undeliverable' : 'pending',
    content,
    attempts: [],
    createdAt,
    dueAt: undeliverable ? null : createdAt + LIMITS.checkEverySec * 1000,
    claimedUntil: null,
    nextTryAt: null,
    requeued: 0,
    waitingSince: null,
    reopened: false,
  };
}
