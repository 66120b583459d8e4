import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { endPingKey as end, listPingKeys, type PingKey } from '../../../lib/data/accounts/ping-keys.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { rotatedToken, shownToken, tokenTextAgain } from '../../../lib/flows/accounts/space-token.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import type { DerivedFrom } from '../../../lib/runtime/result.ts';
import { pingKeyId } from '../import/ping-key-proposal.ts';

const NOTE =
  'Whoever has this key can create monitors and ping them. DELETE /api/ingest-key replaces it; monitors keep working under their own URLs.';

export const getIngestKey: Handle<typeof catalogue.getIngestKey> = async (ctx) => {
  const { owner } = ctx.caller;
  const brought = listPingKeys(ctx.table, owner.spaces);
  const own = view(ctx, await shownToken(ctx, 'ingest', owner), false);
  const ping_keys = (await brought).map(pingKeyView);
  return ping_keys.length === 0 ? own : { ...own, ping_keys };
};

/** Throws 404 for a key that is none of the owner's, or has ended. */
export const endPingKey: Handle<typeof catalogue.endPingKey> = (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const { spaces } = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const brought = await listPingKeys(ctx.table, spaces);
    const key = brought.find((each) => pingKeyId(each) === params.id);
    if (!key) throw new Refusal('key_not_found', `You have no ping key with the id ${shown(params.id)}.`);
    return ctx.commit({ ok: true } as const, (rows) => end(ctx.table, key, ctx.now, rows));
  });

export const rotateIngestKey: Handle<typeof catalogue.rotateIngestKey> = async (ctx) =>
  rotatedToken(ctx, 'ingest', (key) => view(ctx, key, true));

/** The secrets of an answer once more. */
export async function ingestKeySecrets(ctx: Ctx<'owner'>, from: DerivedFrom) {
  const { key, exemplo } = view(ctx, await tokenTextAgain(ctx, 'ingest', from), true);
  return { key, exemplo };
}

function pingKeyView(key: PingKey) {
  return { id: pingKeyId(key), last4: key.last4, added_at: isoOf(key.addedAt) };
}

function view(ctx: Ctx<'owner'>, key: string, rotated: boolean) {
  return { key, rotated, exemplo: `${ctx.origins.ingest}/in/${key}/nightly-backup`, note: NOTE };
}
