import { hashOf, slugMonitorId } from '../../lib/adapters/ids.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { scopeOfToken } from '../../lib/data/space-tokens.ts';
import { isStaged } from '../../lib/data/monitor-blocks.ts';
import { getMonitor } from '../../lib/data/monitors.ts';
import { countItem } from '../../lib/data/owner-counters.ts';
import { ownAlertToOf, ownerOfSpace, type Owner } from '../../lib/data/owners.ts';
import { settingsItems } from '../../lib/data/settings-writes.ts';
import { transact } from '../../lib/data/table.ts';
import { countedFast, usageOf } from '../../lib/domain/allowance/allowance.ts';
import { customerOf } from '../../lib/domain/allowance/customer.ts';
import type { Quote } from '../../lib/domain/allowance/quote.ts';
import { shown } from '../../lib/domain/decision.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import {
  defaultSettings,
  everyInterval,
  type DecidedSettings,
} from '../../lib/domain/monitor/default-settings.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { charge, type Action } from '../../lib/flows/charge/charge.ts';
import { freeOrRefused } from '../../lib/flows/charge/payment.ts';
import { countedOn, namedMonitor } from '../../lib/flows/named-monitor.ts';
import { told, urlsOf } from '../../lib/runtime/config.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { termsOf } from '../../lib/runtime/terms.ts';
import { nothingHere, type KeyTarget } from './ingest-call.ts';

export interface Found {
  monitor: Monitor;
  created: boolean;
}

/** As the contract has it (`pingByKey`), which is not loaded here. */
const KEY_PATH = '/in/:ingestKey/:slug';

/** What a job name stands for: the monitor there was, and the one it has or gets, which is not read for what is refused. */
interface Naming {
  before: Monitor | undefined;
  monitor: () => Promise<Monitor>;
}

/**
 * The monitor of a job name, created by its first ping and revived by the next one after a deletion, inside the free
 * allowance only. Its id is derived from the name, so simultaneous first pings create one monitor, and an existing one
 * costs one read more than a ping by id. Throws 404 for an unknown or rotated key, 402 with nothing written.
 */
export async function findOrCreate(deps: CoreDeps, target: KeyTarget): Promise<Found> {
  const decide = async () => {
    // Read anew after a conflict: the key may be rotated, or create in another space, by now.
    const opened = await scopeOfToken(deps.table, 'ingest', hashOf(target.key));
    if (!opened) throw nothingHere();
    const id = slugMonitorId(opened.salt, target.slug);
    const seen = await getMonitor(deps.table, id);
    if (seen?.active) {
      // Its import may still come to nothing, and this signal with it.
      if (await isStaged(deps.table, seen)) throw importUnderWay();
      return { done: { before: seen, monitor: async () => seen } };
    }
    // A known name is revived where it is; new ones land where the key belongs.
    const identity = { id, spaceId: seen?.spaceId ?? opened.spaceId };
    return creation(deps, identity, target, seen);
  };
  const settle = (quote: Quote) =>
    freeOrRefused(quote, {
      billing: told(deps.config.billing, 'how it charges'),
      resource: urlsOf(deps.config).base + KEY_PATH,
    });
  return charge<Naming, Found>(settle, decide, async ({ result: { before, monitor } }, write) => {
    const named = await monitor();
    await write?.(
      settingsItems(deps.table, { before, after: named }, { by: 'ingest_key', at: named.createdAt }),
    );
    return { monitor: named, created: write !== null };
  });
}

function importUnderWay(): Refusal {
  return new Refusal('indisponivel', 'This name is being imported at this moment; repeat the call.', {}, 1);
}

async function creation(
  deps: CoreDeps,
  identity: Pick<Monitor, 'id' | 'spaceId'>,
  target: KeyTarget,
  before: Monitor | undefined,
): Promise<Action<Naming>> {
  const { table } = deps;
  const now = deps.clock.now();
  const owner = await ownerOfSpace(table, identity.spaceId);
  if (!owner) throw nothingHere();
  const settings = settingsOf(target, owner);
  const { slug, sentAs } = target;
  const terms = termsOf({ config: deps.config, now });
  const named = namedMonitor({ ...identity, slug, sentAs }, settings, { before, now });
  const monitor = countedFast(undefined, named, terms.tariff.free);
  const request = usageOf([monitor]);
  const holding = { ownerId: owner.id, spaceId: identity.spaceId };
  return {
    customer: customerOf(owner, terms),
    holding,
    request,
    counted: (ceiling, bought) => countItem(table, holding, request, ceiling, bought),
    result: {
      before,
      monitor: () => countedOn(table, monitor),
    },
    write: (items) => transact(table, [...items]),
  };
}

/** A slug is a name and its interval is judged here, so nothing else is left to be. */
function settingsOf({ slug, intervals }: KeyTarget, owner: Owner): DecidedSettings {
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
  return defaultSettings(slug, everyInterval(intervalSec), ownAlertToOf(owner));
}
