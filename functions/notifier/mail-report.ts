import { hashOf } from '../../lib/adapters/ids.ts';
import type { QueueMessage } from '../../lib/adapters/queue.ts';
import { urlsOf } from '../../lib/config/config.ts';
import { getStop } from '../../lib/data/alerts/stopped-addresses.ts';
import { getOwner, ownerOfSpace, ownZoneOf, type Account, type Owner } from '../../lib/data/owners.ts';
import {
  endReports,
  leaseReport,
  postponeReport,
  settleReport,
} from '../../lib/data/statistics/report-wishes.ts';
import { roleOf } from '../../lib/domain/accounts/organization.ts';
import { refusedReports } from '../../lib/domain/alerts/stopped-address.ts';
import { HOUR_MS } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import {
  REPORT_TRIED_FOR_MS,
  sentAt,
  type ReportPeriod,
  type ReportReader,
} from '../../lib/domain/statistics/reports/report-period.ts';
import { periodDue, wishAfter, type ReportWish } from '../../lib/domain/statistics/reports/report-wish.ts';
import { hashOfAddress } from '../../lib/flows/address-hash.ts';
import { reportMail } from '../../lib/render/alerts/report-mail.ts';
import type { NotifierDeps } from '../../lib/runtime/deps.ts';
import { reportToken } from '../../lib/runtime/derived-secrets.ts';
import { leaseTimes } from './mail-cap-wait.ts';
import { readReport } from './read-report.ts';

/** What is left of a day is for alerts. */
const SHARE_OF_DAY_MAX = 0.5;

/** Whose monitors a report is about, and who reads it. */
interface Readership {
  owner: Owner;
  account: Account;
}

/** Mails the report that is due to whoever wants it. A duplicate of the message finds nothing to do. */
export async function mailReport(
  deps: NotifierDeps,
  message: Extract<QueueMessage, { kind: 'report' }>,
): Promise<null> {
  const { table, clock } = deps;
  const now = clock.now();
  const wish = await leaseReport(table, message, leaseTimes(now));
  if (!wish) return null;
  const readership = await readershipOf(deps, wish);
  if (!readership) {
    await endReports(table, wish);
    return null;
  }
  const reader = { accountId: wish.accountId, zone: ownZoneOf(readership.account) };
  const period = periodDue(wish, reader, now);
  const isOver = period === null || (await isDone(deps, { wish, readership, reader, period }, now));
  if (isOver) await settleReport(table, wish, wishAfter(wish, period, reader));
  return null;
}

/** Undefined once nobody may read it: the account is gone, or no member of the organization any more. */
async function readershipOf({ table }: NotifierDeps, wish: ReportWish): Promise<Readership | undefined> {
  const [owner, account] = await Promise.all([
    ownerOfSpace(table, wish.spaceId),
    getOwner(table, wish.accountId),
  ]);
  if (account?.kind !== 'account' || !owner) return undefined;
  const mayRead =
    owner.id === account.id || (owner.kind === 'organization' && roleOf(owner, account.id) !== undefined);
  return mayRead ? { owner, account } : undefined;
}

interface DueReport {
  wish: ReportWish;
  readership: Readership;
  reader: ReportReader;
  period: ReportPeriod;
}

/** Whether a report is out, or is not to be sent any more. */
async function isDone(deps: NotifierDeps, due: DueReport, now: Instant): Promise<boolean> {
  const { wish, readership, reader, period } = due;
  const { account, owner } = readership;
  const stop = await getStop(deps.table, hashOfAddress(account.email));
  if (refusedReports(stop, wish.askedAt, now)) return true;
  const isLate = now >= sentAt(period, reader) + REPORT_TRIED_FOR_MS;
  if (((await deps.mailer.shareOfDay?.()) ?? 0) >= SHARE_OF_DAY_MAX) {
    deps.log.warn('report_held');
    if (!isLate) await postponeReport(deps.table, wish, now + HOUR_MS);
    return isLate;
  }
  const report = await readReport(deps, owner, { period, zone: reader.zone });
  if (report.monitors === 0) return true;
  const links = await linksOf(deps, due);
  const { sent, outcome } = await send(deps, due, reportMail(report, links), links.stopUrl);
  if (!sent && outcome !== 'no_sender') deps.log.warn('report_not_mailed', { outcome });
  return sent || outcome === 'no_sender' || outcome === 'rejected' || isLate;
}

async function linksOf(deps: NotifierDeps, { wish, readership, reader }: DueReport) {
  const { base } = urlsOf(deps.config);
  return {
    base,
    stopUrl: `${base}/report/${reportToken(await deps.secret(), wish)}`,
    zone: reader.zone,
    organization: readership.owner.kind === 'organization' ? readership.owner.name : null,
  };
}

/** The same report has the same id however often it is sent. */
async function send(
  deps: NotifierDeps,
  { wish: { spaceId, accountId }, readership, period }: DueReport,
  content: ReturnType<typeof reportMail>,
  stopUrl: string,
) {
  const id = hashOf([spaceId, accountId, period.span, period.day].join('|')).slice(0, 32);
  return deps.mailer.send({
    to: readership.account.email,
    ...content,
    unsubscribeUrl: `${stopUrl}/stop`,
    messageId: `report_${id}`,
    about: { kind: 'report' },
  });
}
