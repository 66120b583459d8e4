import { hashOf, slugMonitorId } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { scopeOfToken } from '../../data/accounts/space-tokens.ts';
import { isStaged } from '../../data/monitors/monitor-blocks.ts';
import { getMonitor } from '../../data/monitors/monitors.ts';
import { countItem } from '../../data/accounts/owner-counters.ts';
import { ownAlertToOf, ownerOfSpace, type Owner } from '../../data/owners.ts';
import { transact, type Table } from '../../data/table.ts';
import { countedFast, usageOf } from '../../domain/billing/allowance.ts';
import { customerOf } from '../../domain/billing/customer.ts';
import { shown } from '../../domain/decision.ts';
import { LIMITS } from '../../domain/limits.ts';
import {
  defaultMonitorSettings,
  everyInterval,
  type DecidedSettings,
  type Timing,
} from '../../domain/monitors/settings/default-settings.ts';
import type { Instant } from '../../domain/instant.ts';
import { sentScheduleTiming } from '../../domain/monitors/settings/sent-schedule.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { required, urlsOf, type Config } from '../../config/config.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { termsOf } from '../../runtime/terms.ts';
import type { Action, Decide } from '../billing/charge.ts';
import type { Till } from '../billing/payment.ts';
import { broughtName, isNameable } from './brought-id.ts';
import { countedOn, namedMonitor } from './slug-monitor.ts';
import { pingNotFound, valueOrRefusal } from '../or-refuse.ts';

/** Of each parameter what was sent first. */
export interface SentSchedule {
  cron: string;
  tz?: string | undefined;
}

/** A ping by ingest key and job name, as far as it says what monitor it makes where there is none. */
export interface FirstPing {
  key: string;
  slug: string;
  /** The job's name before it became the slug. */
  sentAs: string;
  /** The different intervals that were sent. */
  intervals: readonly string[];
  /** The schedule that was sent. */
  schedule?: SentSchedule | undefined;
  /** Makes no monitor: a name that there is not is unknown. */
  knownOnly?: boolean;
  /** The name as a slug of Healthchecks, where it came as one. */
  checkSlug?: string;
  /** Nobody says how often it comes, so its silence is judged once somebody does. */
  learns?: true;
}

/** As the contract has it (`pingByKey`), which is not loaded here. */
export const FIRST_PING_PATH = '/in/:ingestKey/:slug';

/** What a 402 for a first ping is made of. */
export function firstPingTill(config: Pick<Config, 'billing' | 'urls'>): Till {
  return {
    billing: required(config.billing, 'how it charges'),
    resource: urlsOf(config).base + FIRST_PING_PATH,
  };
}

/** What a job name stands for: the monitor there was, and the one it has or gets, which is not read for what is refused. */
export interface NamedJob {
  id: string;
  before: Monitor | undefined;
  monitor: () => Promise<Monitor>;
}

type Deps = Pick<CoreDeps, 'config' | 'clock' | 'table'>;

/**
 * Decides the monitor of a job name: the one there is, a new one, or one that is revived. Its id is derived from the name,
 * so simultaneous first pings decide the same. Throws 404 for an unknown or rotated key, 400 for an interval.
 */
export function firstPing(deps: Deps, ping: FirstPing): Decide<NamedJob> {
  return async () => {
    // Read anew after a conflict: the key may be rotated, or create in another space, by now.
    const opened = await scopeOfToken(deps.table, 'ingest', hashOf(ping.key));
    if (!opened) throw pingNotFound();
    const id = slugMonitorId(opened.salt, ping.slug);
    const seen = (await broughtMonitor(deps.table, ping)) ?? (await getMonitor(deps.table, id));
    if (seen?.active) {
      // Its import may still come to nothing, and this signal with it.
      if (await isStaged(deps.table, seen)) throw importUnderWay();
      return { done: { id: seen.id, before: seen, monitor: async () => seen } };
    }
    if (ping.knownOnly) throw pingNotFound();
    // A known name is revived where it is; new ones land where the key belongs.
    const identity = { id, spaceId: seen?.spaceId ?? opened.spaceId };
    return creation(deps, identity, ping, seen);
  };
}

async function broughtMonitor(table: Table, ping: FirstPing): Promise<Monitor | undefined> {
  const named = await broughtName(table, ping);
  if (named === undefined) return undefined;
  const monitor = await getMonitor(table, named.id);
  return monitor?.active && (await isNameable(table, named.spaceId, monitor)) ? monitor : undefined;
}

function importUnderWay(): Refusal {
  return new Refusal('indisponivel', 'This name is being imported at this moment; repeat the call.', {}, 1);
}

async function creation(
  deps: Deps,
  identity: Pick<Monitor, 'id' | 'spaceId'>,
  ping: FirstPing,
  before: Monitor | undefined,
): Promise<Action<NamedJob>> {
  const { table } = deps;
  const now = deps.clock.now();
  const owner = await ownerOfSpace(table, identity.spaceId);
  if (!owner) throw pingNotFound();
  const settings = settingsOf(ping, owner, now);
  const { slug, sentAs, learns } = ping;
  const terms = termsOf({ config: deps.config, now });
  const named = namedMonitor({ ...identity, slug, sentAs }, settings, { before, now });
  const monitor = { ...countedFast(undefined, named, terms.tariff.free), ...(learns && { learns }) };
  const request = usageOf([monitor]);
  const owned = { ownerId: owner.id, spaceId: identity.spaceId };
  return {
    customer: customerOf(owner, terms),
    owned,
    request,
    counted: (ceiling, bought) => countItem(table, owned, request, ceiling, bought),
    result: {
      id: identity.id,
      before,
      monitor: () => countedOn(table, monitor),
    },
    write: (items) => transact(table, [...items]),
  };
}

/** A slug is a name and its timing is judged here, so nothing else is left to be. */
function settingsOf(ping: FirstPing, owner: Owner, now: Instant): DecidedSettings {
  const timing = ping.schedule ? scheduled(ping, ping.schedule, now) : everyInterval(intervalOf(ping));
  return defaultMonitorSettings(ping.slug, timing, ownAlertToOf(owner));
}

function scheduled({ intervals }: FirstPing, sent: SentSchedule, now: Instant): Timing {
  if (intervals.length > 0)
    throw new Refusal('cron_ou_interval', 'cron and interval must not come together.');
  return valueOrRefusal(sentScheduleTiming(sent, now));
}

function intervalOf({ intervals }: FirstPing): number {
  const [interval, other] = intervals;
  if (other !== undefined) {
    throw new Refusal(
      'intervalo_invalido',
      `interval (or interval_sec) must have one value; got ${shown(interval)} and ${shown(other)}.`,
    );
  }
  // Digits alone: `Number` would also read 1e3, 0x12c and blanks.
  const sent = interval !== undefined && /^\d{1,8}$/.test(interval) ? Number(interval) : Number.NaN;
  const intervalSec = interval === undefined ? LIMITS.slugIntervalDefaultSec : sent;
  if (!(intervalSec >= LIMITS.intervalMinSec && intervalSec <= LIMITS.intervalMaxSec)) {
    const rule = `a whole number of seconds from ${LIMITS.intervalMinSec} to ${LIMITS.intervalMaxSec}`;
    throw new Refusal(
      'intervalo_invalido',
      `interval must be ${rule}; got ${String(interval).slice(0, 40)}.`,
    );
  }
  return intervalSec;
}
