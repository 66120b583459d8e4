import { hashOf } from '../../lib/adapters/ids.ts';
import { putAlertItem } from '../../lib/data/alerts/alerts.ts';
import {
  getBlindNotice,
  postponeBlindNotice,
  settleBlindNoticeItem,
  type BlindNotice,
} from '../../lib/data/alerts/blind-notices.ts';
import { listChannelFailures } from '../../lib/data/alerts/channel-failures.ts';
import type { Key } from '../../lib/data/keys.ts';
import { monitorPages } from '../../lib/data/monitors/monitor-pages.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { transact } from '../../lib/data/table.ts';
import { contentAbout } from '../../lib/domain/alerts/alert-content.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { channelsOf, recipientOf } from '../../lib/domain/alerts/channel.ts';
import type { OwnerChannel } from '../../lib/domain/alerts/owner-channel.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { AlertChannel, Monitor } from '../../lib/domain/monitors/monitor.ts';
import { windowAt } from '../../lib/domain/monitors/outage/blind-window.ts';
import { mailsSomebody } from '../../lib/flows/alerts/address-consents.ts';
import { newAlert } from '../../lib/flows/alerts/outbox.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { ownersChannels } from './owners-channels.ts';

/** After the alerts that a check may decide in the same millisecond. */
const SEQUENCE = 901;
/** So many monitors of an owner are looked at for a channel that does not fail. */
const LOOKS_MAX = 100;

/** Tells an owner, once and when it is over, from when to when we could not see its monitors. */
export async function tellBlindWindow(deps: CheckerDeps, run: CheckRun, key: Key): Promise<Outgoing[]> {
  const notice = await getBlindNotice(deps.table, key);
  if (!notice || notice.dueAt === null || notice.dueAt > run.now) return [];
  const window = windowAt(run.path.windows, notice.from);
  if (window?.to === null || run.path.provenAt < notice.from) {
    await postponeBlindNotice(deps.table, notice, run.now + LIMITS.checkEverySec * 1000);
    return [];
  }
  const way = window && (await wayToTell(deps, run, notice));
  const alerts = way ? [alertOf(way, notice, { from: window.from, to: window.to }, run)] : [];
  const items = alerts.map((alert) => putAlertItem(deps.table, alert));
  await transact(deps.table, [settleBlindNoticeItem(deps.table, notice), ...items]);
  return alerts.map(({ monitorId, sk }) => ({
    message: { kind: 'alert', tenant: notice.spaceId, monitorId, sk },
  }));
}

/** A channel of a monitor by which an owner is told. */
interface Way {
  monitor: Monitor;
  channel: AlertChannel;
  /** Where the owner made it. */
  own?: OwnerChannel;
}

/**
 * The way that an owner is likeliest to read: mail to an address that has consented, else a webhook, of the monitor that the
 * notice was scheduled for, else of another one; by a channel that fails only where there is no other.
 */
async function wayToTell(deps: CheckerDeps, run: CheckRun, notice: BlindNotice): Promise<Way | undefined> {
  const dead = new Set<string | null>();
  let last: Way | undefined;
  let looks = 0;
  for await (const monitor of monitorsFrom(deps, notice, run.now)) {
    if (++looks > LOOKS_MAX) break;
    const ways = (await waysOf(deps, run, monitor)).filter((way) => !dead.has(readerOfWay(way)));
    const well = ways.length === 0 ? undefined : await wellAmong(deps, monitor, ways);
    if (well) return well;
    for (const way of ways) {
      dead.add(readerOfWay(way));
      last ??= way;
    }
  }
  return last;
}

/** What the monitor names itself, then the channels of its owner. */
async function waysOf(deps: CheckerDeps, run: CheckRun, monitor: Monitor): Promise<Way[]> {
  const owners = await ownersChannels(deps, run, monitor);
  return [
    ...channelsOf(monitor).map((channel) => ({ monitor, channel })),
    ...owners.map((own) => ({ monitor, channel: own.id, own })),
  ];
}

function readerOfWay({ monitor, channel, own }: Way): string | null {
  return own === undefined ? recipientOf(monitor, channel) : channel;
}

async function wellAmong(
  { table }: CheckerDeps,
  monitor: Monitor,
  ways: readonly Way[],
): Promise<Way | undefined> {
  const failures = await listChannelFailures(table, monitor.id);
  for (const way of ways) {
    const isFailing = failures.some(({ channel }) => channel === way.channel);
    if (!isFailing && (way.channel !== 'email' || (await mailsSomebody(table, monitor)))) return way;
  }
  return undefined;
}

async function* monitorsFrom(
  { table }: CheckerDeps,
  { monitorId, spaceId }: BlindNotice,
  now: Instant,
): AsyncGenerator<Monitor> {
  const first = await getMonitor(table, monitorId);
  if (first?.active) yield first;
  for await (const monitors of monitorPages(table, [spaceId], now))
    yield* monitors.filter(({ id, active }) => id !== monitorId && active);
}

function alertOf(
  { monitor, channel, own }: Way,
  notice: BlindNotice,
  window: { from: Instant; to: Instant },
  run: CheckRun,
): Alert {
  const alertId = `msg_${hashOf(`${notice.spaceId}|${notice.from}|blind`).slice(0, 32)}`;
  const words = { kind: 'blind', alertId, downSince: window.from, recoveredAt: window.to } as const;
  return newAlert(contentAbout(monitor, words, run.now), channel, SEQUENCE, { own });
}
