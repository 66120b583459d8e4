import { hashOf, sameText } from '../adapters/ids.ts';
import { Refusal } from '../contract/errors.ts';
import type { Auth } from '../contract/operation.ts';
import { ownerOfGuestToken, type Owner } from '../data/owners.ts';
import type { Caller } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { monitorReadToken } from './derived-secrets.ts';

/** Where a credential may stand in a request (SPEC.md "Authentication"). */
export interface Presented {
  headers: Readonly<Record<string, string | undefined>>;
  /** The monitor token in the query. */
  queryToken: string | null;
  /** The monitor the path names. */
  monitorId: string | undefined;
}

const GUEST_WAYS = 'Send X-Guest-Token or Authorization: Bearer with a guest token.';
const HOOK_WAYS =
  "Send the monitor's read token as ?token= or X-Hook-Token, or the owner's guest token as X-Guest-Token or Authorization: Bearer.";
const GUEST_TOKEN = /^hp_[0-9A-Za-z]{43}$/;

/** Knows the caller by the operation's declared mode. Throws 401 without a credential or with an invalid one. */
export async function authenticate(deps: ApiDeps, auth: Auth, presented: Presented): Promise<Caller> {
  switch (auth) {
    case 'none':
      return { kind: 'nobody' };
    case 'guest':
      return { kind: 'guest', owner: await guestOwner(deps, presented, GUEST_WAYS) };
    case 'hook': {
      const reader = await hookCaller(deps, presented);
      return reader ?? { kind: 'guest', owner: await guestOwner(deps, presented, HOOK_WAYS) };
    }
  }
}

async function hookCaller(deps: ApiDeps, presented: Presented): Promise<Caller | undefined> {
  const token = presented.headers['x-hook-token'] ?? presented.queryToken;
  if (!token || presented.monitorId === undefined) return undefined;
  const valid = sameText(token, monitorReadToken(await deps.secret(), presented.monitorId));
  if (valid) return { kind: 'hook', monitorId: presented.monitorId };
  if (guestToken(presented) !== undefined) return undefined;
  throw new Refusal('credencial_invalida', 'The monitor token is not the one of this monitor.');
}

async function guestOwner(deps: ApiDeps, presented: Presented, ways: string): Promise<Owner> {
  const token = guestToken(presented);
  if (token === undefined) throw new Refusal('credencial_ausente', ways);
  const owner = GUEST_TOKEN.test(token) ? await ownerOfGuestToken(deps.table, hashOf(token)) : undefined;
  if (!owner) throw new Refusal('credencial_invalida', 'The credential is unknown or not of this kind.');
  return owner;
}

function guestToken(presented: Presented): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(presented.headers['authorization'] ?? '')?.[1];
  return (
    presented.headers['x-guest-token']?.trim() ||
    bearer ||
    (presented.headers['authorization'] ? '' : undefined)
  );
}
