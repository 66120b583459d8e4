import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { rotatedToken, shownToken, tokenTextAgain } from '../../../lib/flows/accounts/space-token.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import type { DerivedFrom } from '../../../lib/runtime/result.ts';

const NOTE =
  'Whoever has this key can create monitors and ping them. DELETE /api/ingest-key replaces it; monitors keep working under their own URLs.';

export const getIngestKey: Handle<typeof catalogue.getIngestKey> = async (ctx) =>
  view(ctx, await shownToken(ctx, 'ingest', ctx.caller.owner), false);

export const rotateIngestKey: Handle<typeof catalogue.rotateIngestKey> = async (ctx) =>
  rotatedToken(ctx, 'ingest', (key) => view(ctx, key, true));

/** The secrets of an answer once more. */
export async function ingestKeySecrets(ctx: Ctx<'owner'>, from: DerivedFrom) {
  const { key, exemplo } = view(ctx, await tokenTextAgain(ctx, 'ingest', from), true);
  return { key, exemplo };
}

function view(ctx: Ctx<'owner'>, key: string, rotated: boolean) {
  return { key, rotated, exemplo: `${ctx.origins.ingest}/in/${key}/nightly-backup`, note: NOTE };
}
