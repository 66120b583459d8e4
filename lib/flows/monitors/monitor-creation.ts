import { newMonitorId } from '../../adapters/ids.ts';
import { countImportItem, countItem } from '../../data/accounts/owner-counters.ts';
import { type Owner } from '../../data/owners.ts';
import { settingsItems } from '../../data/monitors/settings-writes.ts';
import { transact, type TransactItem } from '../../data/table.ts';
import { countedFast, usageOf } from '../../domain/billing/allowance.ts';
import { customerOf } from '../../domain/billing/customer.ts';
import { newMonitor } from '../../domain/monitors/lifecycle.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../domain/monitors/settings/default-settings.ts';
import { askConsent, namingOf } from '../alerts/address-consent.ts';
import { authorOf } from '../change-author.ts';
import type { Action } from '../billing/charge.ts';
import { homeOf } from '../../runtime/current-owner.ts';
import { countedOn } from './slug-monitor.ts';
import { sendOrLeave } from '../alerts/outbox.ts';
import type { Ctx } from '../../runtime/context.ts';
import { termsOf } from '../../runtime/terms.ts';

/** A monitor as it is written, and whether its alert address has consented. */
export interface WrittenMonitor {
  monitor: Monitor;
  consented: boolean;
}

/** What a creation begins: the monitor to be, the one it revives, and what else is written with it, as the first. */
export interface Beginning {
  monitor: Monitor;
  before?: Monitor | undefined;
  besides?: readonly TransactItem[];
  /** Refused where another creation that is to be alone went through since the owner was read. */
  alone?: boolean;
}

/** A new monitor in the home of an owner, known by its id alone. */
export function unnamedMonitor(owner: Owner, settings: DecidedSettings, now: number): Monitor {
  return newMonitor({ id: newMonitorId(), spaceId: homeOf(owner), slug: null }, settings, now);
}

/**
 * The creation of a monitor within its owner's allowance: the monitor, its pointer, the counter under its ceiling and
 * a first consent mail to the alert address, all or nothing.
 */
export async function creationOf(
  ctx: Pick<Ctx<'owner'>, 'table' | 'now' | 'queue' | 'log' | 'caller' | 'config' | 'clock'>,
  owner: Owner,
  { monitor: wished, before, besides = [], alone = false }: Beginning,
): Promise<Action<WrittenMonitor>> {
  const { table, now } = ctx;
  const terms = termsOf(ctx);
  // Before the answer is made: what the earlier lives of a name left is part of its id and its secrets.
  const monitor = await countedOn(table, countedFast(before, wished, terms.tariff.free));
  const { spaceId } = monitor;
  const consent = await askConsent(table, spaceId, monitor, namingOf(owner, true, now));
  const request = usageOf([monitor]);
  const owned = { ownerId: owner.id, spaceId };
  return {
    customer: customerOf(owner, terms),
    owned,
    request,
    counted: (ceiling, bought) => {
      const counted = countItem(table, owned, request, ceiling, bought);
      return alone ? countImportItem(counted, owner) : counted;
    },
    result: { monitor, consented: consent.consented },
    write: async (items) => {
      const created = [...besides, ...settingsItems(table, { before, after: monitor }, authorOf(ctx))];
      await transact(table, [...created, ...items, ...consent.items]);
      await sendOrLeave(ctx, consent.messages);
    },
  };
}
