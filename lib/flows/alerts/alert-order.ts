import { MINUTE_MS } from '../../domain/calendar.ts';
import { listAlerts } from '../../data/alerts/alerts.ts';
import { alertTimeOf } from '../../data/alerts/alert-keys.ts';
import { alertSk } from '../../data/keys.ts';
import type { Table } from '../../data/table.ts';
import { wasTold, type Alert } from '../../domain/alerts/alert.ts';
import { isBefore, keepsOrder } from '../../domain/alerts/retry-schedule.ts';
import type { Instant } from '../../domain/instant.ts';

/** Of two checks under way together the one that began first may write last: its alerts then sort too early. */
const CHECKS_OVERLAP_MS = 15 * MINUTE_MS;
const PAGE = 12;
/** Far more than a job can have alerted within two overlaps; a longer ledger is a fault, and is not read to its end. */
const READ_MAX = 600;

/** What happened before an alert on its channel. */
export interface Earlier {
  /** Those that are not final, oldest first. */
  undelivered: Alert[];
  /**
   * Whether an alert of the same incident was told; `open` while one is sent once more, `tried` where it was given up on and may
   * have arrived all the same.
   */
  incident: 'told' | 'open' | 'tried' | 'undeliverable';
  /** Older incidents whose end was given up on, and behind which nothing was told. */
  unended: number[];
}

/**
 * Reads the ledger backwards from an alert. The alerts of a channel become final in the order in which they happened,
 * but for those that are skipped, some of which wait for nobody. So reading stops once everything that may have happened
 * after another final one has been seen: mostly within one page. For a recovery or a repeat it also looks for an alert of
 * the same incident that was told.
 */
export async function earlierAlerts(table: Table, alert: Alert): Promise<Earlier> {
  const { content, channel } = alert;
  const undelivered: Alert[] = [];
  const unended: number[] = [];
  let isToldSince = false;
  let incident: Earlier['incident'] = 'undeliverable';
  let settledAt: Instant | null = null;
  let isIncidentKnown = content.kind === 'miss' && content.alertNumber === 1;
  for await (const each of downFrom(table, alert.monitorId, content.decidedAt + CHECKS_OVERLAP_MS)) {
    const isPast = settledAt !== null && alertTimeOf(each.sk) < settledAt - CHECKS_OVERLAP_MS;
    if (isPast && isIncidentKnown) break;
    if (each.channel !== channel || !isOfJob(each) || !isBefore(each.content, content)) continue;
    if (each.state === 'pending' && keepsOrder(each)) undelivered.push(each);
    else if (each.state !== 'skipped') settledAt ??= each.createdAt;
    const isOfIncident = each.content.incident === content.incident;
    isToldSince ||= wasTold(each);
    if (isOfIncident) incident = withEarlier(incident, each);
    else if (!isToldSince && each.state === 'failed' && each.content.kind === 'recovery')
      unended.unshift(each.content.incident);
    isIncidentKnown ||= incident === 'told' || !isOfIncident || each.content.alertNumber === 1;
  }
  undelivered.sort((one, other) => (isBefore(one.content, other.content) ? -1 : 1));
  return { undelivered, incident, unended };
}

/** What is known of an incident with one more of its alerts. */
function withEarlier(incident: Earlier['incident'], each: Alert): Earlier['incident'] {
  if (incident === 'told' || wasTold(each)) return 'told';
  if (incident === 'open' || (each.state === 'pending' && each.reopened)) return 'open';
  return each.state === 'failed' ? 'tried' : incident;
}

/** True when something that happened later was told on the channel of an alert: the alert is no longer its last word. */
export async function isOvertaken(table: Table, alert: Alert, now: Instant): Promise<boolean> {
  if (!isOfJob(alert)) return false;
  for await (const each of downFrom(table, alert.monitorId, now + CHECKS_OVERLAP_MS)) {
    if (alertTimeOf(each.sk) < alert.createdAt - CHECKS_OVERLAP_MS) return false;
    const isLater = each.channel === alert.channel && isOfJob(each) && isBefore(alert.content, each.content);
    if (isLater && wasTold(each)) return true;
  }
  return false;
}

function isOfJob({ content }: Alert): boolean {
  return content.kind === 'miss' || content.kind === 'recovery';
}

async function* downFrom(table: Table, monitorId: string, from: Instant): AsyncGenerator<Alert> {
  let beforeSk = alertSk(from, 0, '');
  for (let read = 0; read < READ_MAX; read += PAGE) {
    const page = await listAlerts(table, monitorId, { limit: PAGE, beforeSk });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    beforeSk = last.sk;
  }
}
