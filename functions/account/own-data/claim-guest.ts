import { hashOf, newId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { GUEST_TOKEN_FORM, type ClaimedView } from '../../../lib/contract/accounts/claim.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { hasUncounted, isWritten, writeClaim, type Claim } from '../../../lib/data/accounts/claims.ts';
import { getConsent } from '../../../lib/data/alerts/consents.ts';
import { listOwnerChannels } from '../../../lib/data/alerts/owner-channels.ts';
import { ownerOfGuestToken, type Account, type Guest } from '../../../lib/data/owners.ts';
import { countPurchases } from '../../../lib/data/billing/purchases.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { getSpaceToken, type SpaceTokenKind } from '../../../lib/data/accounts/space-tokens.ts';
import { WriteConflict } from '../../../lib/data/table.ts';
import { tokenFate } from '../../../lib/domain/accounts/claim.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { hashOfAddress } from '../../../lib/flows/address-hash.ts';
import { isUnanswered } from '../../../lib/domain/alerts/consent.ts';
import { ownConsented } from '../../../lib/flows/alerts/own-consent.ts';
import { homeOf } from '../../../lib/runtime/current-owner.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { accountNow } from '../sessions/live-session.ts';

type SessionCtx = Ctx<'session'>;

/** Moves what the guest of a token made to the account, at once and whole. Throws 400, 401, 409 or 503. */
export const claimGuest: Handle<typeof catalogue.claimGuest> = async (ctx, { body, cookies }) => {
  const token = body.guest_token ?? cookies[COOKIES.guest];
  if (token === undefined || !GUEST_TOKEN_FORM.test(token)) throw noToken();
  const product = await retryOnConflict((conflict) => claimed(ctx, token, conflict)).catch(asPending);
  return { ok: true, claimed: { product } };
};

async function claimed(
  ctx: SessionCtx,
  token: string,
  conflict: WriteConflict | undefined,
): Promise<ClaimedView> {
  const [guest, account] = await Promise.all([guestOf(ctx, token), accountNow(ctx, conflict)]);
  const claim = await claimOf(ctx, guest, account);
  const moved = movedBy(claim);
  if (moved === 0 && !(await hasUncounted(ctx.table, claim.spaceId))) return NOTHING;
  refuseFull(account);
  await confirmOwnAddress(ctx, claim);
  const direitos = await countPurchases(ctx.table, claim.spaceId);
  await write(ctx, claim);
  return { movidos: movedIn(claim), apagados: 0, direitos };
}

/** What a claim would move as things are now; null where no guest has the token. */
export async function claimableBy(
  ctx: Pick<SessionCtx, 'table' | 'now'>,
  account: Account,
  token: string | undefined,
): Promise<ClaimedView['movidos'] | null> {
  if (token === undefined || !GUEST_TOKEN_FORM.test(token)) return null;
  const guest = await ownerOfGuestToken(ctx.table, hashOf(token));
  return guest?.kind === 'guest' ? movedIn(await claimOf(ctx, guest, account)) : null;
}

const NOTHING: ClaimedView = {
  movidos: { monitors: 0, devices: 0, collections: 0, status_feeds: 0, ingest_keys: 0 },
  apagados: 0,
  direitos: 0,
};

async function claimOf(
  { table, now }: Pick<SessionCtx, 'table' | 'now'>,
  guest: Guest,
  account: Account,
): Promise<Claim> {
  const holders = async (kind: SpaceTokenKind) => {
    const [own, other] = await Promise.all(
      [guest, account].map((owner) => getSpaceToken(table, kind, homeOf(owner))),
    );
    return { guest: own, account: other };
  };
  const [ingest, feed, channels] = await Promise.all([
    holders('ingest'),
    holders('feed'),
    listOwnerChannels(table, [homeOf(account)]),
  ]);
  const hearing = channels.filter(({ isOn }) => isOn);
  return { guest, account, spaceId: homeOf(guest), freshId: newId(), tokens: { ingest, feed }, hearing, now };
}

/**
 * The account's own address needs no answer of its own to what the guest was going to mail it: before the claim, since nothing
 * comes back to a claim that went through.
 */
async function confirmOwnAddress({ table, now }: SessionCtx, { account, spaceId }: Claim): Promise<void> {
  const consent = await getConsent(table, spaceId, hashOfAddress(account.email));
  if (consent && isUnanswered(consent)) await ownConsented(table, consent, now, { hasWaiting: true });
}

/** How many things move besides what is no longer counted. */
function movedBy({ guest, tokens }: Claim): number {
  const taken = Object.values(tokens).filter((holders) => tokenFate(holders) === 'taken');
  return guest.monitors + guest.devices + boughtBy(guest) + taken.length;
}

function movedIn({ guest, tokens }: Claim): ClaimedView['movidos'] {
  const taken = (kind: SpaceTokenKind) => (tokenFate(tokens[kind]) === 'taken' ? 1 : 0);
  return {
    monitors: guest.monitors,
    devices: guest.devices,
    collections: guest.collections,
    status_feeds: taken('feed'),
    ingest_keys: taken('ingest'),
  };
}

/** How many slots were bought, used or not. */
function boughtBy({ monitorSlots, fastSlots, emailAlertSlots }: Guest): number {
  return monitorSlots + fastSlots + emailAlertSlots;
}

/** Throws 503 `product_claim_pending` when it cannot be told whether it was written. */
async function write({ table, log }: SessionCtx, claim: Claim): Promise<void> {
  try {
    await writeClaim(table, claim);
  } catch (error) {
    if (await isWritten(table, claim).catch(() => false)) return;
    if (error instanceof WriteConflict) throw error;
    log.error('claim_unconfirmed', error);
    throw pending('It is not known yet whether the claim went through; repeat the call.');
  }
}

/** A guest that changes all the while is not claimed yet either (SPEC.md "Account and session"). */
function asPending(error: unknown): never {
  const isGivenUp = error instanceof Refusal && error.code === 'indisponivel';
  throw isGivenUp ? pending('The guest keeps changing, so nothing was moved; repeat the call.') : error;
}

function pending(detail: string): Refusal {
  return new Refusal('product_claim_pending', detail, {}, 1);
}

async function guestOf({ table }: SessionCtx, token: string): Promise<Guest> {
  const owner = await ownerOfGuestToken(table, hashOf(token));
  if (owner?.kind === 'guest') return owner;
  throw new Refusal('unknown_guest', 'There is no guest with this token.', {
    claimed: { reason: 'unknown_guest' },
  });
}

function refuseFull({ spaces }: Account): void {
  if (spaces.length < LIMITS.accountSpacesMax) return;
  throw new Refusal(
    'claim_limit_reached',
    `An account holds at most ${LIMITS.accountSpacesMax} spaces: its own and those of claimed guests.`,
  );
}

function noToken(): Refusal {
  return new Refusal(
    'invalid_product_claim',
    `guest_token must be a guest token (hp_ and 43 letters and digits), in the body or as the cookie ${COOKIES.guest}.`,
  );
}
