import { beforeEach, describe, expect, it } from 'vitest';
import { heal } from '../support/money/paid-fairly.ts';
import type { Person, Reply } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn, type SignedIn } from '../support/accounts/session.ts';
import { MONITOR, paymentFor, slotsOf, startTill } from '../support/money/till.ts';
import { Wallet } from '../support/money/wallet.ts';

const till = shared(startTill);
beforeEach(() => heal(till));

const TRIAL_SEC = 90 * 86_400;

/** An account that made more than is free while its trial lasted. */
async function above(fields: object = {}): Promise<SignedIn> {
  const made = await signedIn(till.service);
  for (const name of ['one', 'two', 'three', 'four']) await made.createMonitor({ name, ...fields });
  till.service.clock.advance(TRIAL_SEC + 1);
  return signedIn(till.service, { account: made.account });
}

/** Pays for a call, with the answer of the facilitator lost after the money moved, and has the check find it out. */
async function paidUnclearly(
  person: Pick<Person, 'call'>,
  send: (payment?: string) => Promise<Reply>,
): Promise<string> {
  const asked = await send();
  expect(asked.status, asked.text).toBe(402);
  const payment = await paymentFor(till, asked, { wallet: new Wallet() });
  till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
  expect((await send(payment)).status).toBe(503);
  heal(till);
  till.service.clock.advance(420);
  await till.service.check();
  expect((await person.call('GET', '/api/purchases')).json['purchases']).toHaveLength(1);
  return payment;
}

const paying = (person: SignedIn, method: string, path: string, body: unknown) => (payment?: string) =>
  person.call(method, path, body, payment === undefined ? {} : { headers: { 'x-payment': payment } });

describe('an owner above its allowance whose payment became clear late', () => {
  it('makes the monitor that it paid for, and pays for the next one', async () => {
    const alice = await above();
    await paidUnclearly(alice, paying(alice, 'POST', '/api/endpoints', MONITOR));
    expect((await alice.call('POST', '/api/endpoints', MONITOR)).status).toBe(201);
    expect((await alice.call('POST', '/api/endpoints', MONITOR)).status).toBe(402);
    // What it had beyond what is free, and what it bought.
    expect((await slotsOf(alice))['endpoints']).toBe(3 + 1);
  });

  it('has it by a repeat of the call with the same payment', async () => {
    const alice = await above();
    const send = paying(alice, 'POST', '/api/endpoints', MONITOR);
    const payment = await paidUnclearly(alice, send);
    expect((await send(payment)).status).toBe(201);
  });

  it('has the fast interval that it paid for', async () => {
    const alice = await above({ interval_sec: 60 });
    const [first] = await alice.monitors();
    await alice.patch(first.id, { interval_sec: 300 });
    const change = { interval_sec: 60 };
    await paidUnclearly(alice, paying(alice, 'PATCH', `/api/endpoints/${first.id}`, change));
    expect((await alice.patch(first.id, change)).status).toBe(200);
    expect((await slotsOf(alice))['fast_intervals']).toBe(4);
  });

  it('has it where the monitor was given to an account that is above by the claim', async () => {
    const guest = await till.service.guest();
    await guest.createMonitor();
    const send = (payment?: string) =>
      till.service.call('POST', '/api/endpoints', {
        token: guest.token,
        body: MONITOR,
        ...(payment !== undefined && { headers: { 'x-payment': payment } }),
      });
    const alice = await above();
    const asked = await send();
    const payment = await paymentFor(till, asked, { wallet: new Wallet() });
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    expect((await send(payment)).status).toBe(503);
    heal(till);
    expect((await alice.call('POST', '/api/auth/claim', { guest_token: guest.token })).status).toBe(200);
    till.service.clock.advance(420);
    await till.service.check();
    expect((await alice.call('POST', '/api/endpoints', MONITOR)).status).toBe(201);
    expect((await alice.call('POST', '/api/endpoints', MONITOR)).status).toBe(402);
  });

  it('has it too where what it paid for came to nothing meanwhile', async () => {
    const alice = await above({ interval_sec: 60 });
    const [first, second] = await alice.monitors();
    for (const { id } of [first, second]) await alice.patch(id, { interval_sec: 300 });
    const send = paying(alice, 'PATCH', `/api/endpoints/${first.id}`, { interval_sec: 60 });
    const payment = await paymentFor(till, await send(), { wallet: new Wallet() });
    till.facilitator.settleWays = { meanwhile: () => alice.remove(first.id) };
    const refused = await send(payment);
    expect([refused.status, refused.json['detail']]).toEqual([404, expect.stringMatching(/costs nothing/)]);
    expect((await alice.patch(second.id, { interval_sec: 60 })).status).toBe(200);
  });

  it('is given nothing more for what it has by another payment', async () => {
    const alice = await above();
    await paidUnclearly(alice, paying(alice, 'POST', '/api/endpoints', MONITOR));
    const before = await slotsOf(alice);
    const many = Array.from({ length: 3 }, async () => alice.call('POST', '/api/endpoints', MONITOR));
    expect((await Promise.all(many)).filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await slotsOf(alice)).toEqual(before);
  });
});
