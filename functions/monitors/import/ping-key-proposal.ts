import { hashOf } from '../../../lib/adapters/ids.ts';
import {
  addPingKey,
  listPingKeys,
  livePingKeyItem,
  writeCheckSlugs,
  type PingKey,
} from '../../../lib/data/accounts/ping-keys.ts';
import { scopeOfToken } from '../../../lib/data/accounts/space-tokens.ts';
import { checkSlugsOf } from '../../../lib/data/monitors/check-slugs.ts';
import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { TransactItem } from '../../../lib/data/table.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { slugChanges, type SlugChange } from '../../../lib/domain/monitors/switch/check-slugs.ts';
import { jobNamesOf } from '../../../lib/flows/accounts/space-token.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';

/** Monitors here, with the slugs that jobs ping them by there. */
type Named = readonly { id: string; slug?: string | undefined }[];

/** What an import would do with the ping key that came with it. */
export type PingKeyProposal =
  | { kept: false; detail: string }
  | { kept: true; key: PingKey; isNew: boolean; changes: SlugChange[]; ambiguous: string[] };

/** Null without a key. One that is another owner's here is not taken, and that is told. */
export async function pingKeyProposalOf(
  ctx: Ctx<'owner'>,
  owner: Owner,
  { pingKey, entries }: { pingKey: string | undefined; entries: Named },
): Promise<PingKeyProposal | null> {
  if (pingKey === undefined) return null;
  const { table, now } = ctx;
  const hash = hashOf(pingKey);
  const opened = await scopeOfToken(table, 'ingest', hash);
  const spaceId = opened?.spaceId ?? homeOf(owner);
  if (!owner.spaces.includes(spaceId))
    return { kept: false, detail: 'This ping key is another owner’s here; what pings by it reaches them.' };
  const keys = await listPingKeys(table, [spaceId]);
  const known = keys.find((key) => key.hash === hash);
  if (known?.endedAt)
    return { kept: false, detail: 'This ping key is on its way out; end it once more, then send it again.' };
  if (!known && keys.length >= LIMITS.pingKeysMax)
    return { kept: false, detail: `An owner has at most ${LIMITS.pingKeysMax} ping keys; end one first.` };
  const key = known ?? { spaceId, hash, last4: pingKey.slice(-4), addedAt: now, endedAt: null };
  const listed = entries.map(({ id, slug }) => ({ id, slug }));
  const changes = await changesOf(ctx, hash, listed);
  const slugs = Map.groupBy(listed, ({ slug }) => slug);
  const ambiguous = [...slugs].flatMap(([slug, { length }]) =>
    slug !== undefined && length > 1 ? [slug] : [],
  );
  return { kept: true, key, isNew: !known, changes, ambiguous };
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

/** Whether applying it writes something. */
export function isKeyWritten(proposal: PingKeyProposal | null): boolean {
  return proposal?.kept === true && (proposal.isNew || proposal.changes.length > 0);
}

/**
 * Writes the key and its slugs, before the monitors that they name: what names none is passed over, so an import that fails behind
 * them leaves nothing but a key in its owner's list. Returns on what their commit depends.
 */
export async function writePingKey(
  ctx: Ctx<'owner'>,
  owner: Owner,
  proposal: PingKeyProposal | null,
): Promise<void> {
  if (!proposal?.kept) return;
  const { key, isNew, changes } = proposal;
  if (isNew) {
    const { salt, items } = await jobNamesOf(ctx, owner);
    await addPingKey(ctx.table, owner.id, { key, salt }, items);
  }
  await writeCheckSlugs(ctx.table, key, changes);
}

/** On what the commit of an import with a ping key depends. */
export function pingKeyItems(
  { table }: Pick<Ctx, 'table'>,
  proposal: PingKeyProposal | null,
): TransactItem[] {
  return proposal?.kept ? [livePingKeyItem(table, proposal.key)] : [];
}

/** How an import says what becomes of the ping key. */
export function pingKeyView(proposal: PingKeyProposal | null) {
  if (proposal === null) return {};
  if (!proposal.kept) return { ping_key: { kept: false, detail: proposal.detail } };
  const { key, ambiguous } = proposal;
  const shared = ambiguous.length > 0 && { ambiguous: ambiguous.slice(0, LIMITS.listedSlugsMax) };
  return { ping_key: { kept: true, id: pingKeyId(key), ...shared } };
}

/** By what a ping key is named: nobody finds the key by it. */
export const pingKeyId = ({ hash }: Pick<PingKey, 'hash'>): string => hash.slice(0, 20);
