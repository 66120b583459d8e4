import { hashOf } from '../../../lib/adapters/ids.ts';
import {
  addPingKey,
  listPingKeys,
  livePingKeyItem,
  writeCheckSlugs,
  type PingKey,
} from '../../../lib/data/accounts/ping-keys.ts';
import { scopeOfToken } from '../../../lib/data/accounts/space-tokens.ts';
import { checkSlugsOf, noteCheckSlug } from '../../../lib/data/monitors/check-slugs.ts';
import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { slugChanges, type SlugChange } from '../../../lib/domain/monitors/switch/check-slugs.ts';
import { jobNamesOf } from '../../../lib/flows/accounts/space-token.ts';
import { sideBySide } from '../../../lib/flows/concurrently.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import type { KeptBesides, KeptMonitor } from './brought-import.ts';

/** What an import would do with the ping key that came with it. */
type PingKeyProposal = { kept: false; detail: string } | KeptKey;

interface KeptKey {
  kept: true;
  key: PingKey;
  isNew: boolean;
  changes: SlugChange[];
  /** Monitors that have another slug by now. */
  moved: { monitor: Monitor; slug: string | undefined }[];
  ambiguous: string[];
}

/** Fewer than the connections that the SDK has. */
const NOTED_AT_ONCE = 25;

interface SentKey {
  pingKey: string;
  monitors: readonly KeptMonitor[];
}

/** Keeps a ping key of Healthchecks with the slugs of an import. One that is another owner's here is not taken, and that is told. */
export async function keepingPingKey(ctx: Ctx<'owner'>, owner: Owner, sent: SentKey): Promise<KeptBesides> {
  const proposal = await pingKeyProposalOf(ctx, owner, sent);
  const shown = { ping_key: pingKeyView(proposal) };
  if (!proposal.kept) return { shown, isWritten: false, write: async () => {}, items: [] };
  return {
    shown,
    isWritten: proposal.isNew || proposal.changes.length > 0 || proposal.moved.length > 0,
    write: () => writePingKey(ctx, owner, proposal),
    items: [livePingKeyItem(ctx.table, proposal.key)],
  };
}

async function pingKeyProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { pingKey, monitors }: SentKey,
): Promise<PingKeyProposal> {
  const { table, now } = ctx;
  const hash = hashOf(pingKey);
  const opened = await scopeOfToken(table, 'ingest', hash);
  const spaceId = opened?.spaceId ?? homeOf(owner);
  if (!owner.spaces.includes(spaceId))
    return { kept: false, detail: 'This ping key belongs to another owner here, who gets its pings.' };
  const keys = await listPingKeys(table, [spaceId]);
  const known = keys.find((key) => key.hash === hash);
  if (known?.endedAt)
    return { kept: false, detail: 'This ping key is being removed; end it once more, then send it again.' };
  if (!known && keys.length >= LIMITS.pingKeysMax)
    return { kept: false, detail: `An owner has at most ${LIMITS.pingKeysMax} ping keys; end one first.` };
  const key = known ?? { spaceId, hash, last4: pingKey.slice(-4), addedAt: now, endedAt: null };
  const listed = monitors.map(({ id, slug }) => ({ id, slug }));
  const changes = await changesOf(ctx, hash, listed);
  const slugs = Map.groupBy(listed, ({ slug }) => slug);
  const ambiguous = [...slugs].flatMap(([slug, { length }]) =>
    slug !== undefined && length > 1 ? [slug] : [],
  );
  const moved = monitors.flatMap(({ monitor, slug }) =>
    monitor && monitor.checkSlug !== slug ? [{ monitor, slug }] : [],
  );
  return { kept: true, key, isNew: !known, changes, moved, ambiguous };
}

async function changesOf(
  { table }: Ctx<'owner'>,
  hash: string,
  listed: readonly { id: string; slug: string | undefined }[],
): Promise<SlugChange[]> {
  const named = await checkSlugsOf(table, hash);
  const seen = new Set([...named.values()].flat());
  for (const { id } of listed) seen.delete(id);
  const others = await getMonitors(table, [...seen]);
  const alive = new Set(others.flatMap(({ id, active }) => (active ? [id] : [])));
  return slugChanges(listed, named, (id) => alive.has(id));
}

/**
 * Writes the key and its slugs, before the monitors that they name: what names none is passed over, so an import that fails behind
 * them leaves nothing but a key in its owner's list.
 */
async function writePingKey(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { key, isNew, changes, moved }: KeptKey,
): Promise<void> {
  if (isNew) {
    const { salt, items } = await jobNamesOf(ctx, owner);
    await addPingKey(ctx.table, owner.id, { key, salt }, items);
  }
  await writeCheckSlugs(ctx.table, key, changes);
  await sideBySide(moved, NOTED_AT_ONCE, ({ monitor, slug }) => noteCheckSlug(ctx.table, monitor, slug));
}

function pingKeyView(proposal: PingKeyProposal) {
  if (!proposal.kept) return { kept: false, detail: proposal.detail };
  const { key, ambiguous } = proposal;
  const shared = ambiguous.length > 0 && { ambiguous: ambiguous.slice(0, LIMITS.listedSlugsMax) };
  return { kept: true, id: pingKeyId(key), ...shared };
}

/** By what a ping key is named: nobody finds the key by it. */
export const pingKeyId = ({ hash }: Pick<PingKey, 'hash'>): string => hash.slice(0, 20);
