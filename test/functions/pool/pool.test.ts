import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { poolHandler } from '../../../functions/pool/pool.ts';
import { newId } from '../../../lib/adapters/ids.ts';
import { createAccount } from '../../../lib/data/accounts.ts';
import { getOwner } from '../../../lib/data/owners.ts';
import { identityHashOf } from '../../../lib/flows/identity-hash.ts';
import { holdToRights } from '../../../lib/local/item-rights.ts';
import { contentsOf } from '../../support/refused.ts';
import { signedIn } from '../../support/session.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeEach(async () => void (service = await startTestService()));
afterEach(() => service.stop());

const POOL = { version: '1', region: 'eu-west-1', userPoolId: 'eu-west-1_AbCdEfGhI', userName: 'f00d' };
const issuer = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI';
const eventOf = (triggerSource: string, userAttributes: object, pool = POOL) => ({
  ...pool,
  triggerSource,
  request: { userAttributes },
  response: {},
});
const reset = (sub: string, pool = POOL) => eventOf('PostConfirmation_ConfirmForgotPassword', { sub }, pool);
const signUp = (email: string) => eventOf('PreSignUp_SignUp', { email });
/** With the rights that its declaration gives it. */
const hear = (event: unknown) =>
  poolHandler({ ...service.core, table: holdToRights(service.core.table, 'pool') })(event);
const accountOf = (subject: string) =>
  createAccount(service.core.table, {
    ownerId: newId(),
    spaceId: newId(),
    identityHash: identityHashOf({ issuer, subject }),
    email: 'ana@example.com',
    now: service.clock.now(),
  });

describe('a password that is reset', () => {
  it('ends the sessions of the person at once, and those of nobody else', async () => {
    const ana = await signedIn(service, { account: await accountOf('ana') });
    const ben = await signedIn(service, { email: 'ben@example.com' });
    const event = reset('ana');

    expect(await hear(event)).toEqual(event);

    expect((await ana.call('GET', '/api/account/profile')).status).toBe(401);
    expect((await ben.call('GET', '/api/account/profile')).status).toBe(200);
  });

  it('may be told twice, and leaves an account that one signs in to again', async () => {
    const account = await accountOf('ana');
    await hear(reset('ana'));
    await hear(reset('ana'));

    const owner = await getOwner(service.core.table, account.id);

    expect(owner).toEqual({ ...account, epoch: 3, sessionsEndedAt: service.clock.now() });
    if (owner?.kind !== 'account') throw new Error('It is an account.');
    const again = await signedIn(service, { account: owner });
    expect((await again.call('GET', '/api/account/profile')).status).toBe(200);
  });

  it.each([
    ['a person who never signed in', reset('nobody')],
    ['a person of another pool', reset('ana', { ...POOL, userPoolId: 'eu-west-1_Other' })],
    ['a confirmed sign-up', eventOf('PostConfirmation_ConfirmSignUp', { sub: 'ana' })],
    ['a user of the operator', eventOf('PreSignUp_AdminCreateUser', { email: 'ana@example.com' })],
  ])('changes nothing for %s', async (_, event) => {
    await accountOf('ana');
    const before = await contentsOf(service);

    expect(await hear(event)).toEqual(event);

    expect(await contentsOf(service)).toEqual(before);
  });
});

describe('a sign-up', () => {
  it('is let through where anybody may have an account', async () => {
    await expect(hear(signUp('who@example.net'))).resolves.toEqual(signUp('who@example.net'));
  });

  it('is refused in one sentence before a mail is sent, but for the addresses that may', async () => {
    service.core.config.access = { signUp: 'closed', admins: ['ana@example.com'] };

    await expect(hear(signUp('who@example.net'))).rejects.toThrow(
      new Error('This service takes no new account for this address.'),
    );
    await expect(hear(signUp('Ana@Example.com'))).resolves.toBeDefined();
    expect(service.logged).toEqual([]);
  });
});

it.each([
  [null],
  [{}],
  [eventOf('PreSignUp_SignUp', {})],
  [eventOf('PostConfirmation_ConfirmForgotPassword', {})],
])('fails without a word of what it was sent: %j', async (event) => {
  await expect(hear(event)).rejects.toThrow('The run failed; the line run_failed of this log says how.');
  expect(service.logged).toEqual(['run_failed']);
});
