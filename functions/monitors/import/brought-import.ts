import { isDeepStrictEqual } from 'node:util';
import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import { formerSpacesOf } from '../../../lib/data/monitors/name-history.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { TransactItem } from '../../../lib/data/table.ts';
import { customerOf } from '../../../lib/domain/billing/customer.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { newMonitor } from '../../../lib/domain/monitors/lifecycle.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import {
  exactSettings,
  newSettings,
  type SettingsRules,
} from '../../../lib/domain/monitors/settings/settings.ts';
import type { Brought, BroughtMonitor, Lost } from '../../../lib/domain/monitors/switch/brought.ts';
import { checkEachOnce } from '../../../lib/domain/schedule/check-schedule.ts';
import { doerOf } from '../../../lib/flows/change-author.ts';
import { checkOf } from '../../../lib/flows/monitors/own-checks.ts';
import { settingsRules } from '../../../lib/flows/monitors/settings-rules.ts';
import { manyCountedOn } from '../../../lib/flows/monitors/slug-monitor.ts';
import { ingestUrlOf } from '../../../lib/render/monitors/monitor-view.ts';
import { differingFields, settingsView } from '../../../lib/render/monitors/settings-view.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { termsOf } from '../../../lib/runtime/terms.ts';
import { proposedOrApplied } from './apply-import.ts';
import { freeTierView } from './import-monitors.ts';
import { refuseStaged } from './import-proposal.ts';
import { blockOf } from './register-block.ts';

/** What an export of another service holds, read, and by what its monitors are known there and here. */
export interface Export<Known extends object> {
  entries: readonly { name: string; read: Brought }[];
  /** What it calls that by which its pings name a monitor. */
  token: string;
  idOf: (token: string) => string;
  /** What an answer says of a monitor besides, by its token. */
  shownAs: (token: string) => Known;
  /** What is kept besides the monitors, those that there are and those to be; nothing unless said. */
  keeping?: (owner: Owner, monitors: readonly KeptMonitor[]) => Promise<KeptBesides>;
}

/** A monitor that there is, or is to be. */
export type KeptMonitor = Pick<BroughtMonitor, 'slug'> & { id: string; monitor?: Monitor };

/** What an import keeps besides its monitors, and how its answer says that. */
export interface KeptBesides {
  shown: { ping_key?: { kept: boolean; id?: string; ambiguous?: string[]; detail?: string } };
  isWritten: boolean;
  /** Before the monitors, and what their commit depends on then. */
  write: () => Promise<void>;
  items: readonly TransactItem[];
}

const NOTHING: KeptBesides = { shown: {}, isWritten: false, write: async () => {}, items: [] };

interface Place {
  index: number;
  name: string;
}

interface Placed extends Place, BroughtMonitor {
  id: string;
}

interface Fresh extends Placed {
  settings: DecidedSettings;
}

interface BroughtProposal {
  fresh: Fresh[];
  existing: (Placed & { monitor: Monitor; differs: string[] })[];
  leftOut: (Place & { detail: string })[];
  kept: KeptBesides;
}

/** Proposes or makes the monitors of an export, each under the id that its token stands for. */
export function importBrought<Known extends object>(
  ctx: Ctx<'owner'>,
  query: { apply?: string | undefined },
  brought: Export<Known>,
) {
  const rules = { ...settingsRules(ctx), checkSchedule: checkEachOnce() };
  const countedOn = manyCountedOn(ctx.table);
  const shownOf = (owner: Owner, proposal: BroughtProposal) => proposalView(ctx, owner, proposal, brought);
  return proposedOrApplied(ctx, query, {
    proposalOf: (owner) => proposalOf(ctx, owner, brought, rules),
    shownOf,
    application: (owner, proposal) => {
      const shown = shownOf(owner, proposal);
      return application(ctx, owner, proposal, { countedOn, shown, brought });
    },
  });
}

/** What applying a proposal does; with nothing to create there is nothing to write. */
function application<Known extends object>(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { fresh, kept }: BroughtProposal,
  { countedOn, shown, brought }: Applying<Known>,
) {
  const spaceId = homeOf(owner);
  const monitors = fresh.map((entry) => monitorOf(entry, spaceId, ctx.now));
  const asChecks = new Set(monitors.flatMap(({ id, asCheck }) => (asCheck ? [id] : [])));
  const fields = new Map(fresh.flatMap(({ id, check }) => (check && asChecks.has(id) ? [[id, check]] : [])));
  const answer = async () => {
    if (ctx.isDryRun) return { applied: false, ...shown };
    const written = await countedOn(monitors);
    return { applied: true, ...shown, created: createdOf(ctx, fresh, written, brought) };
  };
  if (monitors.length === 0 && !kept.isWritten) return { done: answer };
  const doer = doerOf(ctx.caller);
  const registration = { spaceId, doer, monitors, fields, besides: kept.items, countedOn };
  const block = blockOf(ctx, owner, registration);
  return {
    ...block,
    result: answer,
    write: async (items: readonly TransactItem[]) => {
      await kept.write();
      await block.write(items);
    },
  };
}

/** With `asCheck` where it does not read as the check that it was. */
function monitorOf({ id, slug, check, settings }: Fresh, spaceId: string, now: number): Monitor {
  const brought = { broughtId: true, ...(slug !== undefined && { checkSlug: slug }) } as const;
  const monitor = newMonitor({ id, spaceId, slug: null, ...brought }, settings, now);
  const isPlain = check === undefined || isDeepStrictEqual(checkOf(monitor, undefined).fields, check);
  return isPlain ? monitor : { ...monitor, asCheck: true };
}

interface Applying<Known extends object> {
  countedOn: ReturnType<typeof manyCountedOn>;
  shown: ReturnType<typeof proposalView<Known>>;
  brought: Export<Known>;
}

/**
 * Sorts entries by whether the owner has their monitors. A token that is somebody else's here, or was while its history is kept, is
 * left out and told: a ping URL is a secret, and whoever found an export must not get what another's job sends or sent.
 */
async function proposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { entries, token: word, idOf, keeping }: Export<object>,
  rules: SettingsRules,
): Promise<BroughtProposal> {
  const proposal: BroughtProposal = { fresh: [], existing: [], leftOut: [], kept: NOTHING };
  const placed = new Map<string, Placed>();
  for (const [index, { name, read }] of entries.entries()) {
    const place = { index, name: [...name].slice(0, LIMITS.nameMaxChars).join('') };
    const id = read.ok ? idOf(read.value.token) : '';
    if (!read.ok) proposal.leftOut.push({ ...place, detail: read.detail });
    else if (placed.has(id))
      proposal.leftOut.push({ ...place, detail: `an earlier entry has the same ${word}.` });
    else placed.set(id, { ...place, ...read.value, id });
  }
  const known = new Map((await getMonitors(ctx.table, [...placed.keys()])).map((each) => [each.id, each]));
  const ours = [...known.values()].filter(({ spaceId }) => owner.spaces.includes(spaceId));
  await refuseStaged(ctx, ours);
  const former = await formerSpacesOf(
    ctx.table,
    [...placed.keys()].filter((id) => !known.has(id)),
  );
  for (const entry of placed.values()) {
    const monitor = known.get(entry.id);
    const spaceId = monitor?.spaceId ?? former.get(entry.id);
    if (spaceId !== undefined && !owner.spaces.includes(spaceId)) {
      const detail = `its ${word} belongs to a monitor that is not yours here.`;
      proposal.leftOut.push({ ...placeOf(entry), detail });
    } else sort(proposal, entry, monitor, rules);
  }
  if (keeping) proposal.kept = await keeping(owner, [...proposal.existing, ...proposal.fresh]);
  return proposal;
}

function sort(
  { fresh, existing, leftOut }: BroughtProposal,
  entry: Placed,
  monitor: Monitor | undefined,
  rules: SettingsRules,
): void {
  const place = placeOf(entry);
  if (monitor && !monitor.active)
    return void leftOut.push({ ...place, detail: 'its monitor was deleted here less than 30 days ago.' });
  const settings = monitor ? exactSettings(monitor, entry.wanted, rules) : newSettings(entry.wanted, rules);
  if (!settings.ok) return void leftOut.push({ ...place, detail: settings.detail });
  if (!monitor) return void fresh.push({ ...entry, settings: settings.value });
  const { slug } = monitor;
  const differs = differingFields(settingsView(monitor), settingsView({ ...settings.value, slug }));
  existing.push({ ...entry, monitor, differs });
}

function createdOf<Known extends object>(
  { origins }: Ctx,
  fresh: readonly Fresh[],
  monitors: readonly Monitor[],
  brought: Export<Known>,
) {
  return fresh.flatMap((entry, at) => {
    const monitor = monitors[at];
    if (!monitor) return [];
    const ingest_url = ingestUrlOf(origins.ingest, shownIdOf(monitor));
    return [{ ...knownAs(entry, monitor, brought), ingest_url }];
  });
}

function proposalView<Known extends object>(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { fresh, existing, leftOut, kept }: BroughtProposal,
  brought: Export<Known>,
) {
  return {
    would_create: fresh.length,
    existing: existing.map((entry) => ({
      ...knownAs(entry, entry.monitor, brought),
      differs: entry.differs,
    })),
    left_out: leftOut,
    lost: lostOf(fresh),
    ...kept.shown,
    free_tier: freeTierView(customerOf(owner, termsOf(ctx)), fresh.length),
  };
}

/** Each thing once, with the entries that lose it: thousands of them lose the same. */
function lostOf(fresh: readonly Fresh[]): (Lost & { entries: number[] })[] {
  const all = fresh.flatMap(({ index, lost }) => lost.map((one) => ({ ...one, index })));
  const alike = Map.groupBy(all, ({ field, detail }) => `${field} ${detail}`);
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    const entries = same.map(({ index }) => index);
    return first ? [{ field: first.field, detail: first.detail, entries }] : [];
  });
}

const placeOf = ({ index, name }: Place): Place => ({ index, name });

function knownAs<Known extends object>(entry: Placed, monitor: Monitor, { shownAs }: Export<Known>) {
  return { ...placeOf(entry), id: shownIdOf(monitor), ...shownAs(entry.token) };
}
