import type { catalogue } from '../../lib/contract/catalogue.ts';
import { rotatedToken, shownToken, tokenTextAgain } from '../../lib/flows/accounts/space-token.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import type { DerivedFrom } from '../../lib/runtime/result.ts';

const NOTE =
  'Whoever has this address sees the names, tags, schedules, states, runs and incidents of your monitors and can change nothing; no address, token or ping URL is shown. DELETE /api/status-feed replaces it; badges can be cached for another minute.';

export const getStatusFeed: Handle<typeof catalogue.getStatusFeed> = async (ctx) =>
  view(ctx, await shownToken(ctx, 'feed', ctx.caller.owner), false);

export const rotateStatusFeed: Handle<typeof catalogue.rotateStatusFeed> = async (ctx) =>
  rotatedToken(ctx, 'feed', (token) => view(ctx, token, true));

/** The secrets of an answer once more. */
export async function statusFeedSecrets(ctx: Ctx<'owner'>, from: DerivedFrom) {
  const { token, json, rss } = view(ctx, await tokenTextAgain(ctx, 'feed', from), true);
  return { token, json, rss };
}

function view(ctx: Ctx<'owner'>, token: string, rotated: boolean) {
  const { base } = ctx.origins;
  return {
    token,
    rotated,
    json: `${base}/s/${token}.json`,
    rss: `${base}/s/${token}.rss`,
    note: NOTE,
    api_index: `${base}/api/`,
  };
}
