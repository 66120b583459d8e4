import { hashOf, newToken } from '../adapters/ids.ts';
import { retryOnConflict } from '../data/retry-on-conflict.ts';
import {
  getSpaceToken,
  replaceSpaceToken,
  type SpaceToken,
  type SpaceTokenKind,
} from '../data/space-tokens.ts';
import type { ApiDeps } from '../runtime/deps.ts';
import { spaceTokenText } from '../runtime/derived-secrets.ts';

/** The text of a space's token; the first call mints it. */
export function shownToken(deps: ApiDeps, kind: SpaceTokenKind, spaceId: string): Promise<string> {
  return retryOnConflict(async () => {
    const token = await getSpaceToken(deps.table, kind, spaceId);
    const text = token && (await textOf(deps, token));
    // Another service secret spells another text: the old one is replaced, or the one shown would open nothing.
    return token && text && hashOf(text) === token.hash ? text : replaced(deps, kind, spaceId, token);
  });
}

/** A new token in the place of the old one, which ends at once. */
export function rotatedToken(deps: ApiDeps, kind: SpaceTokenKind, spaceId: string): Promise<string> {
  return retryOnConflict(async () =>
    replaced(deps, kind, spaceId, await getSpaceToken(deps.table, kind, spaceId)),
  );
}

async function replaced(
  deps: ApiDeps,
  kind: SpaceTokenKind,
  spaceId: string,
  before: SpaceToken | undefined,
): Promise<string> {
  const version = (before?.version ?? 0) + 1;
  const text = spaceTokenText(await deps.secret(), kind, spaceId, version);
  const salt = before?.salt ?? newToken('');
  await replaceSpaceToken(deps.table, before, { kind, spaceId, version, hash: hashOf(text), salt });
  return text;
}

async function textOf(deps: ApiDeps, token: SpaceToken): Promise<string> {
  return spaceTokenText(await deps.secret(), token.kind, token.spaceId, token.version);
}
