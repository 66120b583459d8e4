import { hashOf } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { StatusPageView } from '../../../lib/contract/feed/status-pages.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { pageAddress, pageNote, type StatusPage } from '../../../lib/domain/feed/status-page.ts';
import { isoOf } from '../../../lib/domain/instant.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { monitorTags } from '../../../lib/domain/monitors/settings/tags.ts';
import { readableName } from '../../../lib/domain/readable-name.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { Ctx, Input } from '../../../lib/runtime/context.ts';
import { pageAddressText } from '../../../lib/runtime/derived-secrets.ts';

type Wanted = Input<typeof catalogue.patchStatusPage>['body'];

/** A page with what is wanted of it; throws 400 for what cannot be. */
export function pageWith(page: StatusPage, wanted: Wanted, owner: Owner): StatusPage {
  const { title, note, tags, indexed } = wanted;
  return {
    ...page,
    ...addressWith(page, wanted.address, owner),
    ...(title !== undefined && { title: titleOf(title) }),
    ...(note !== undefined && { note: valueOrRefusal(pageNote(note ?? '')) }),
    ...(tags !== undefined && { tags: valueOrRefusal(monitorTags(tags ?? [])) }),
    ...(indexed !== undefined && { isIndexed: indexed }),
  };
}

function titleOf(text: string): string {
  return valueOrRefusal(
    readableName(text, { field: 'title', code: 'pagina_invalida', min: 1, max: LIMITS.nameMaxChars }),
  );
}

/** Names are few and for people who can be asked; anybody may be as many guests as they like. */
function addressWith(
  page: StatusPage,
  wanted: string | null | undefined,
  { kind }: Owner,
): Partial<StatusPage> {
  if (wanted === undefined || wanted === page.address) return {};
  if (wanted !== null && kind === 'guest')
    throw new Refusal(
      'pagina_invalida',
      'address can be chosen by accounts and organizations: sign in, or leave it out.',
    );
  const address = wanted === null ? null : valueOrRefusal(pageAddress(wanted));
  return { address, version: page.version + 1 };
}

/** A page as its owner sees it. Another service secret spells another address, which would lead nowhere. */
export async function pageView(
  ctx: Ctx,
  page: StatusPage,
  hash: string | undefined,
): Promise<StatusPageView> {
  const { id, title, note, tags, address, isIndexed, createdAt } = page;
  const end = pageAddressText(await ctx.secret(), page);
  const url = hashOf(end) === hash ? pageUrl(ctx, end) : null;
  return { id, title, note, tags: [...tags], address, url, indexed: isIndexed, created_at: isoOf(createdAt) };
}

export function pageUrl({ origins }: Pick<Ctx, 'origins'>, end: string): string {
  return `${origins.base}/status/${end}`;
}
