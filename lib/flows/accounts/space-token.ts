import { hashOf, newToken } from '../../adapters/ids.ts';
import type { Owner } from '../../data/owners.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import {
  getSpaceToken,
  replaceSpaceToken,
  tokenItems,
  type SpaceToken,
  type SpaceTokenKind,
} from '../../data/accounts/space-tokens.ts';
import { feedScopeOf } from '../../domain/feed/feed-scope.ts';
import type { TransactItem } from '../../data/table.ts';
import type { Ctx } from '../../runtime/context.ts';
import type { ApiDeps } from '../../runtime/deps.ts';
import { spaceTokenText } from '../../runtime/derived-secrets.ts';
import { Result, type DerivedFrom } from '../../runtime/result.ts';
import { decidingOwner, homeOf } from '../../runtime/current-owner.ts';

/** The text of the token of an owner's home; the first call mints it. */
export function shownToken(deps: ApiDeps, kind: SpaceTokenKind, caller: Owner): Promise<string> {
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(deps.table, caller, conflict);
    const token = await getSpaceToken(deps.table, kind, homeOf(owner));
    const text = token && (await textOf(deps, token));
    // Another service secret spells another text: the old one is replaced, or the one shown would open nothing.
    return token && text && hashOf(text) === token.hash ? text : replaced(deps, kind, owner, token);
  });
}

/** Puts a new token in the place of the old one, which ends at once; returns its answer. */
export function rotatedToken<B>(
  ctx: Ctx<'owner'>,
  kind: SpaceTokenKind,
  bodyOf: (text: string) => B,
): Promise<Result<B>> {
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const before = await getSpaceToken(ctx.table, kind, homeOf(owner));
    const { token, text } = await tokenAfter(ctx, kind, owner, before);
    const { spaceId, version } = token;
    return ctx.commit(new Result(bodyOf(text), { derivedFrom: { spaceId, version } }), (rows) =>
      replaceSpaceToken(ctx.table, owner.id, before, token, rows),
    );
  });
}

/** The text of a token as it was answered, which may have been rotated since. */
export async function tokenTextAgain(
  { secret }: ApiDeps,
  kind: SpaceTokenKind,
  { spaceId, version = 0 }: DerivedFrom,
): Promise<string> {
  return spaceTokenText(await secret(), kind, spaceId, version);
}

async function replaced(
  deps: ApiDeps,
  kind: SpaceTokenKind,
  owner: Owner,
  before: SpaceToken | undefined,
): Promise<string> {
  const { token, text } = await tokenAfter(deps, kind, owner, before);
  await replaceSpaceToken(deps.table, owner.id, before, token);
  return text;
}

/** What an owner's job names are read by: their monitors' ids are made of `salt`, and new ones go to the space. */
export interface JobNames {
  spaceId: string;
  salt: string;
  /** Writes the ingest key where the owner had none, with the first name that needs it. */
  items: TransactItem[];
}

/** The job names of an owner, by its ingest key or the one it is to get. */
export async function jobNamesOf(deps: ApiDeps, owner: Owner): Promise<JobNames> {
  const spaceId = homeOf(owner);
  const known = await getSpaceToken(deps.table, 'ingest', spaceId);
  if (known) return { spaceId, salt: known.salt, items: [] };
  const { token } = await tokenAfter(deps, 'ingest', owner, undefined);
  return { spaceId, salt: token.salt, items: tokenItems(deps.table, undefined, token) };
}

async function tokenAfter(
  deps: ApiDeps,
  kind: SpaceTokenKind,
  owner: Owner,
  before: SpaceToken | undefined,
): Promise<{ token: SpaceToken; text: string }> {
  const spaceId = homeOf(owner);
  const version = (before?.version ?? 0) + 1;
  const text = spaceTokenText(await deps.secret(), kind, spaceId, version);
  const salt = before?.salt ?? newToken('');
  const scope = kind === 'feed' ? feedScopeOf(owner) : 'space';
  return { token: { kind, spaceId, version, hash: hashOf(text), salt, scope, spelledBy: null }, text };
}

async function textOf(deps: ApiDeps, token: SpaceToken): Promise<string> {
  return spaceTokenText(await deps.secret(), token.kind, token.spelledBy ?? token.spaceId, token.version);
}
