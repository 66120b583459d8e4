import { describe, expect, it } from 'vitest';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { KEPT_AFTER_DELETION } from '../../../../lib/domain/accounts/kept-after-deletion.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false, identity: 'own' }));
const alice = fresh(() => signedIn(service));
const guest = fresh(() => service.guest());

const PATH = '/api/account';
const accountOf = async (who = alice) => (await who.call('GET', PATH)).json['account'];
const claimable = async (token = guest.token) => {
  const headers = { cookie: `${alice.cookie}; ${COOKIES.guest}=${token}` };
  return (await alice.call('GET', PATH, undefined, { headers })).json['account'].claimable;
};
const NOTHING = { monitors: 0, devices: 0, collections: 0, status_feeds: 0, ingest_keys: 0 };

it('shows who is signed in and how, and looking at it makes nobody an owner', async () => {
  const before = await contentsOf(service);

  expect(await accountOf()).toEqual({
    id: alice.account.id,
    email: alice.account.email,
    profile: { name: '', locale: 'en', timeZone: 'UTC', theme: 'system', revision: 1 },
    trial: { days: 90, active: false, days_left: 90, ends_at: null },
    has_avatar: false,
    signed_in_at: new Date(START_AT).toISOString(),
    second_factor: { shown: false, set_up_here: true, recovery_codes_left: null },
    passkeys_url: null,
    claimable: null,
    kept_after_deletion: KEPT_AFTER_DELETION.map(({ what }) => what.replaceAll('`', '')),
  });
  expect(await contentsOf(service)).toEqual(before);
});

it('says that a second factor was shown, and that there is a picture', async () => {
  const other = await signedIn(service, { proof: { mfa: true } });
  const picture = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAAAAAAEAcQERGIiP4HAA==', 'base64');
  await other.call('PUT', '/api/account/avatar', picture, { headers: { 'content-type': 'image/webp' } });

  const { second_factor: factor, has_avatar: hasAvatar } = await accountOf(other);
  expect([factor.shown, hasAvatar]).toEqual([true, true]);
});

it('is of nobody without a session, of a guest neither', async () => {
  expect((await service.call('GET', PATH)).status).toBe(401);
  expect((await guest.call('GET', PATH)).status).toBe(401);
});

describe('what this browser made without an account', () => {
  it('is what a claim would move, and nothing once it moved', async () => {
    await guest.createMonitor({ name: 'one' });
    await guest.createMonitor({ name: 'two' });
    await guest.call('POST', '/api/ambientes', { nome: 'db-1' });
    await guest.call('GET', '/api/status-feed');
    await guest.call('GET', '/api/ingest-key');
    const before = await contentsOf(service);
    const moving = { monitors: 2, devices: 1, collections: 0, status_feeds: 1, ingest_keys: 1 };
    expect(await claimable()).toEqual(moving);
    expect(await contentsOf(service)).toEqual(before);

    const { json } = await alice.call('POST', '/api/auth/claim', { guest_token: guest.token });
    expect(json['claimed'].product.movidos).toEqual(moving);
    expect(await claimable()).toEqual(NOTHING);
  });

  it('is without what would stay, since the account has its own', async () => {
    await alice.call('GET', '/api/status-feed');
    await guest.createMonitor();
    await guest.call('GET', '/api/status-feed');

    expect(await claimable()).toEqual({ ...NOTHING, monitors: 1 });
  });

  it.each([
    ['of nobody', `hp_${'0'.repeat(43)}`],
    ['that cannot be one', 'hp_x'],
  ])('is nothing by a token %s', async (_what, token) => {
    expect(await claimable(token)).toBeNull();
  });
});

it('knows the page of a user pool on which a passkey is added, which leads back to the account', async () => {
  const { config } = service.core;
  const { identity } = config;
  if (identity) config.identity = { ...identity, pages: 'https://people.example' };
  const { passkeys_url: way } = await accountOf().finally(() => (config.identity = identity));
  const url = new URL(way);

  expect(url.origin + url.pathname).toBe('https://people.example/passkeys/add');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: identity?.clientId,
    redirect_uri: `${config.urls?.base}/account`,
  });
});
