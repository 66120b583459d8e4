import { hashOf, newToken } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import {
  getIngestKey as readIngestKey,
  replaceIngestKey,
  type IngestKey,
} from '../../lib/data/ingest-keys.ts';
import { retryLost } from '../../lib/data/retry-lost.ts';
import { homeOf } from '../../lib/flows/register-monitor.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { ingestKeyText } from '../../lib/runtime/derived-secrets.ts';

const NOTE =
  'Whoever has this key can create monitors and ping them. DELETE /api/ingest-key replaces it; monitors keep working under their own URLs.';

export const getIngestKey: Handle<typeof catalogue.getIngestKey> = (ctx) => retryLost(() => show(ctx));

export const rotateIngestKey: Handle<typeof catalogue.rotateIngestKey> = (ctx) =>
  retryLost(() => rotate(ctx));

async function show(ctx: Ctx<'guest'>) {
  const spaceId = homeOf(ctx.caller.owner);
  const key = (await readIngestKey(ctx.table, spaceId)) ?? (await mint(ctx, spaceId, undefined));
  return view(ctx, key, false);
}

async function rotate(ctx: Ctx<'guest'>) {
  const spaceId = homeOf(ctx.caller.owner);
  return view(ctx, await mint(ctx, spaceId, await readIngestKey(ctx.table, spaceId)), true);
}

async function mint(ctx: Ctx<'guest'>, spaceId: string, before: IngestKey | undefined): Promise<IngestKey> {
  const version = (before?.version ?? 0) + 1;
  const hash = hashOf(ingestKeyText(await ctx.secret(), spaceId, version));
  const key = { spaceId, version, hash, salt: before?.salt ?? newToken('') };
  await replaceIngestKey(ctx.table, before, key);
  return key;
}

async function view(ctx: Ctx<'guest'>, key: IngestKey, rotated: boolean) {
  const text = ingestKeyText(await ctx.secret(), key.spaceId, key.version);
  return { key: text, rotated, exemplo: `${ctx.origins.ingest}/in/${text}/nightly-backup`, note: NOTE };
}
