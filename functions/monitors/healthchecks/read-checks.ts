import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listOwnerChannels } from '../../../lib/data/alerts/owner-channels.ts';
import { feedScopeOf } from '../../../lib/domain/feed/feed-scope.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { tagsOf } from '../../../lib/domain/monitors/switch/check-fields.ts';
import { carries, listOwnChecks, ownCheck } from '../../../lib/flows/monitors/own-checks.ts';
import { checkChannelView } from '../../../lib/render/monitors/check-view.ts';
import { ALL_CHECKS, badgeUrls } from '../../../lib/runtime/check-badges.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import { bytesInReply } from '../../../lib/runtime/reply-size.ts';
import { channelUuidOf, showingChecks } from './show-check.ts';

export const listChecks: Handle<typeof catalogue.listChecks> = async (ctx, { query, headers }) => {
  const [show, checks] = await Promise.all([
    showingChecks(ctx, headers),
    listOwnChecks(ctx, ctx.caller.owner.spaces),
  ]);
  const { tag: tags = [], slug = '' } = query;
  const wanted = checks.filter((each) => carries(each, tags) && (slug === '' || each.fields.slug === slug));
  return fitting({ checks: wanted.map(show) });
};

/** There is no page after the first in this API, and a list that ends early would say that the rest is not there. */
function fitting<T>(answer: T): T {
  if (bytesInReply(answer) <= LIMITS.seriesReplyMaxBytes) return answer;
  throw new Refusal('valor_invalido', 'These are more checks than fit in one answer; ask by tag or slug.');
}

export const getCheck: Handle<typeof catalogue.getCheck> = async (ctx, { params, headers }) => {
  const [show, check] = await Promise.all([
    showingChecks(ctx, headers),
    ownCheck(ctx, ctx.caller.owner.spaces, params.check, { byKey: true }),
  ]);
  return show(check);
};

export const listCheckChannels: Handle<typeof catalogue.listCheckChannels> = async (ctx) => {
  const channels = await listOwnerChannels(ctx.table, ctx.caller.owner.spaces);
  return { channels: channels.map((each) => checkChannelView(each, channelUuidOf(each.id))) };
};

export const listCheckBadges: Handle<typeof catalogue.listCheckBadges> = async (ctx) => {
  const { owner } = ctx.caller;
  const [secret, checks] = await Promise.all([ctx.secret(), listOwnChecks(ctx, owner.spaces)]);
  // A badge shows no more than the feed of whoever asks for it.
  const scope = feedScopeOf(owner);
  const tags = new Set([ALL_CHECKS, ...checks.flatMap(({ fields }) => tagsOf(fields.tags))]);
  const urlsOf = (tag: string) => badgeUrls(ctx.origins.base, secret, { spaceId: homeOf(owner), tag }, scope);
  return fitting({ badges: Object.fromEntries([...tags].map((tag) => [tag, urlsOf(tag)])) });
};

/** The table is asked for what is not there. */
export const getChecksStatus: Handle<typeof catalogue.getChecksStatus> = async (ctx) => {
  await listOwnerChannels(ctx.table, ['status']);
  return 'OK';
};
