import { alertSk } from '../data/keys.ts';
import type { AlertRecord } from '../domain/alert/alert-record.ts';
import type { Channel, Notice } from '../domain/alert/notice.ts';
import { LIMITS } from '../domain/limits.ts';

/** The record of an alert that is to be told by a channel; by `none` it is in the ledger and final at once. */
export function newAlert(notice: Notice, channel: Channel, sequence: number): AlertRecord {
  const untold = channel === 'none';
  const createdAt = notice.decidedAt;
  const incident = `${String(notice.incident).padStart(6, '0')}${String(notice.alertNumber).padStart(4, '0')}`;
  return {
    monitorId: notice.monitorId,
    // Two checks of one instant each number from 0; incident, alert and kind keep their records apart and in order.
    sk: alertSk(createdAt, sequence, `${incident}-${notice.kind}-${channel}`),
    channel,
    state: untold ? 'untold' : 'pending',
    notice,
    attempts: [],
    createdAt,
    dueAt: untold ? null : createdAt + LIMITS.checkEverySec * 1000,
    claimedUntil: null,
    nextTryAt: null,
    requeued: 0,
    waitingSince: null,
    reopened: false,
  };
}
