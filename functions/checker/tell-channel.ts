import { DAY_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import { newestAlerts } from '../../lib/data/alerts/alert-pages.ts';
import { noteToldOpen, noteUntoldOfChannel, postponeUntold } from '../../lib/data/alerts/owed-to-channel.ts';
import { getOwnerChannel, type KeptChannel } from '../../lib/data/alerts/owner-channels.ts';
import { unlessRefused } from '../../lib/data/items.ts';
import { spaceIdOf } from '../../lib/data/key-parts.ts';
import { OWNER_CHANNEL_PREFIX, type Key } from '../../lib/data/keys.ts';
import { getOwner } from '../../lib/data/owners.ts';
import { getSpace, type Space } from '../../lib/data/spaces.ts';
import type { Table } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { channelsHearing, knowsOf } from '../../lib/domain/alerts/owner-channel.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { reachingSomebody } from '../../lib/flows/alerts/address-consents.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import { tellOwed, type Waiting } from './tell-owed.ts';

/** A check that began before the channel was what it is may write as late as this. */
const CHECKS_OVERLAP_MS = 15 * MINUTE_MS;
const TRIED_FOR_MS = DAY_MS;

/**
 * Tells a channel that is new, or hears more than before, of the incidents that are open, once each. A channel that is moved
 * again and again, or made anew, is told so only now and then: each time it is all that is open.
 */
export async function tellChannel(deps: CheckerDeps, run: CheckRun, key: Key): Promise<Outgoing[]> {
  const { table } = deps;
  const spaceId = spaceIdOf(key);
  const channel = await getOwnerChannel(table, spaceId, key.sk.slice(OWNER_CHANNEL_PREFIX.length));
  if (!channel || channel.dueAt === null || channel.dueAt > run.now) return [];
  const reaching = await reachingSomebody(table, [channel]);
  if (reaching.length === 0) {
    // It is owed what is open when its address agrees.
    await unlessRefused(noteUntoldOfChannel(table, channel, null));
    return [];
  }
  const space = await getSpace(table, spaceId);
  const mayBeginAt = openToldAgainAt(channel, space);
  if (channel.untold === null && mayBeginAt > run.now) {
    await unlessRefused(postponeUntold(table, channel, mayBeginAt));
    return [];
  }
  const owner = space && (await getOwner(table, space.ownerId));
  const isHome = owner?.spaces[0] === spaceId;
  const outgoing = await tellOwed(deps, run, {
    spaceIds: isHome ? owner.spaces : [spaceId],
    waiting: waitingForChannel(table, channel),
    channel: channel.id,
    untold: channel.untold,
    triedUntil: channel.movedAt + TRIED_FOR_MS,
    openUntil: channel.movedAt + CHECKS_OVERLAP_MS,
    note: (untold) => noteUntoldOfChannel(table, channel, untold),
  });
  if (outgoing.length > 0) await unlessRefused(noteToldOpen(table, channel, run.now));
  return outgoing;
}

/** One that takes the place of a deleted one waits like one that was moved. */
function openToldAgainAt({ toldOpenAt, createdAt }: KeptChannel, space: Space | undefined): Instant {
  const goneAt = space?.toldGoneAt ?? -Infinity;
  const lastAt = Math.max(toldOpenAt ?? -Infinity, createdAt >= goneAt ? goneAt : -Infinity);
  return lastAt + LIMITS.openToldGapSec * 1000;
}

function waitingForChannel(table: Table, channel: KeptChannel): Waiting {
  const mayWait: Waiting['mayWait'] = (monitor) => {
    const { active, incident } = monitor;
    if (!active || incident === null) return false;
    return channelsHearing([channel], monitor, { kind: 'miss', reason: incident.reason }).length > 0;
  };
  const isUnheard: Waiting['isUnheard'] = async (monitor, now) => {
    if (monitor.incident === null || !mayWait(monitor)) return false;
    const alerts = await newestAlerts(table, monitor.id);
    // It may have met no consent yet.
    if (channel.to !== null && isUnderWay(alerts, channel, now))
      throw new Error('A mail of the channel is under way.');
    return !knowsOf(channel, monitor.incident.number, alerts);
  };
  return { mayWait, isUnheard };
}

function isUnderWay(alerts: readonly Alert[], { id }: KeptChannel, now: Instant): boolean {
  return alerts.some(({ channel, claimedUntil }) => channel === id && (claimedUntil ?? 0) > now);
}
