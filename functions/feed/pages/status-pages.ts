import { hashOf, newId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  changedPagesItems,
  getPageAddress,
  getSpacePages,
  type SpacePages,
} from '../../../lib/data/feed/status-pages.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { feedScopeOf } from '../../../lib/domain/feed/feed-scope.ts';
import type { StatusPage } from '../../../lib/domain/feed/status-page.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';
import { pageAddressText } from '../../../lib/runtime/derived-secrets.ts';
import { Result, type DerivedFrom } from '../../../lib/runtime/result.ts';
import { pageUrl, pageView, pageWith } from './page-settings.ts';

type OwnerCtx = Ctx<'owner'>;

export const listStatusPages: Handle<typeof catalogue.listStatusPages> = async (ctx) => {
  const all = await pagesOf(ctx, ctx.caller.owner);
  const views = all.flatMap((kept) => kept.pages.map((page) => pageView(ctx, page, kept.hashes[page.id])));
  return { pages: await Promise.all(views) };
};

export const getStatusPage: Handle<typeof catalogue.getStatusPage> = async (ctx, { params }) => {
  const { kept, page } = await ownPage(ctx, ctx.caller.owner, params.id);
  return pageView(ctx, page, kept.hashes[page.id]);
};

export const createStatusPage: Handle<typeof catalogue.createStatusPage> = (ctx, { body }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const kept = await getSpacePages(ctx.table, homeOf(owner));
    const blank = { id: newId(), title: body.title, note: '', tags: [], address: null, isIndexed: false };
    const scope = feedScopeOf(owner);
    const page = pageWith({ ...blank, scope, version: 1, createdAt: ctx.now }, body, owner);
    if (kept.pages.length >= LIMITS.statusPagesMax)
      throw new Refusal(
        'limite_paginas',
        `You have ${kept.pages.length} status pages and may have ${LIMITS.statusPagesMax}; delete one first.`,
      );
    return write(ctx, owner, { kept, page, pages: [...kept.pages, page] });
  });

export const patchStatusPage: Handle<typeof catalogue.patchStatusPage> = (ctx, { params, body }) =>
  changed(ctx, params.id, (page, owner) => pageWith(page, body, owner));

export const rotateStatusPage: Handle<typeof catalogue.rotateStatusPage> = (ctx, { params }) =>
  changed(ctx, params.id, (page) => ({ ...page, address: null, version: page.version + 1 }));

export const deleteStatusPage: Handle<typeof catalogue.deleteStatusPage> = (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const { kept, page } = await ownPage(ctx, owner, params.id);
    const { [page.id]: _ended, ...hashes } = kept.hashes;
    const after = { pages: kept.pages.filter(({ id }) => id !== page.id), hashes };
    return ctx.commit({ ok: true as const }, (rows) =>
      transact(ctx.table, [...changedPagesItems(ctx.table, kept, after, owner.id), ...rows]),
    );
  });

/** The secrets of an answer once more: the address as it was then. */
export async function pageSecrets(ctx: OwnerCtx, { page }: DerivedFrom) {
  return { url: page ? pageUrl(ctx, pageAddressText(await ctx.secret(), page)) : null };
}

function changed(ctx: OwnerCtx, id: string, change: (page: StatusPage, owner: Owner) => StatusPage) {
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const { kept, page: before } = await ownPage(ctx, owner, id);
    const page = change(before, owner);
    const pages = kept.pages.map((each) => (each.id === id ? page : each));
    return write(ctx, owner, { kept, page, pages });
  });
}

interface Written {
  kept: SpacePages;
  page: StatusPage;
  pages: readonly StatusPage[];
}

async function write(ctx: OwnerCtx, owner: Owner, { kept, page, pages }: Written) {
  const { id, address, version } = page;
  // Others know the address, so it stays where it is not to be another one, also where it cannot be spelled any more.
  const isSame = kept.pages.some((each) => each.id === id && each.version === version);
  const hash = (isSame && kept.hashes[id]) || hashOf(pageAddressText(await ctx.secret(), page));
  const holder = isSame ? undefined : await getPageAddress(ctx.table, hash);
  if (holder) throw new Refusal('endereco_em_uso', 'Another status page has this address; choose another.');
  const after = { pages, hashes: { ...kept.hashes, [id]: hash } };
  const view = await pageView(ctx, page, hash);
  const derivedFrom = { spaceId: kept.spaceId, ...(view.url !== null && { page: { id, address, version } }) };
  return ctx.commit(new Result(view, { derivedFrom }), (rows) =>
    transact(ctx.table, [...changedPagesItems(ctx.table, kept, after, owner.id), ...rows]),
  );
}

function pagesOf({ table }: Ctx, { spaces }: Owner): Promise<SpacePages[]> {
  return Promise.all(spaces.map((spaceId) => getSpacePages(table, spaceId)));
}

/** A page of an owner with the others of its space; unknown and foreign ones are the same 404. */
async function ownPage(ctx: Ctx, owner: Owner, id: string): Promise<{ kept: SpacePages; page: StatusPage }> {
  for (const kept of await pagesOf(ctx, owner)) {
    const page = kept.pages.find((each) => each.id === id);
    if (page) return { kept, page };
  }
  throw new Refusal('not_found', 'There is no such status page among yours.');
}
