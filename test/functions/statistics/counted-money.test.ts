import { beforeAll, describe, expect, it } from 'vitest';
import { addCounts } from '../../../lib/data/statistics/day-counts.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { DAY_MS } from '../../../lib/domain/calendar.ts';
import { HOMOLOG_CREDENTIAL, PAY_TO } from '../../support/money/billing.ts';
import { newCredit } from '../../support/money/credit.ts';
import { callTool } from '../../support/service/mcp.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { startTestService, type Reply, type TestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { callPaying, fullGuest, MONITOR, paymentFor, startTill } from '../../support/money/till.ts';
import { itThorough } from '../../support/thorough.ts';

const options = {
  users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  operator: { contactTo: 'team@example.com' },
  operatorToken: OPERATOR_TOKEN,
} as const;

let service: TestService;
const till = shared(() => startTill(options));
beforeAll(() => void ({ service } = till));

const panel = async (of = service, token: string | null = OPERATOR_TOKEN) =>
  (
    await of.call('GET', '/api/metrics', {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
  ).json;
const usdPaid = () => Number(till.chain.paidTo(PAY_TO)) / 1_000_000;
const anotherDay = () => service.call('POST', '/_local/clock', { body: { advance_sec: DAY_MS / 1000 } });

/** A monitor past what is free, paid on the chain. */
async function buyPlace(): Promise<Reply> {
  const person = await fullGuest(till);
  const refusal = await person.call('POST', '/api/endpoints', MONITOR);
  return callPaying(till, person, await paymentFor(till, refusal));
}

describe('money', () => {
  it('is what came in on the chain: not what a credit pays that was bought before', async () => {
    expect((await buyPlace()).status).toBe(201);
    const buyer = await service.guest();
    const asked = await buyer.call('POST', '/api/credit', { cents: 250 });
    const header = { 'x-payment': await paymentFor(till, asked) };
    const credit = { token: buyer.token, body: { cents: 250 }, headers: header };
    expect((await service.call('POST', '/api/credit', credit)).status).toBe(201);
    // The same payment again buys nothing more.
    await service.call('POST', '/api/credit', credit);
    const { token } = await newCredit(service.core.table, 1_000_000);
    const form = { name: 'An agent', email: 'agent@example.org', message: 'Hello.' };
    const bySaved = { query: '?tools=contact', headers: { 'x-credito': token } };
    expect((await callTool(service, 'contactTeam', form, bySaved))['isError']).toBeFalsy();

    expect(usdPaid()).toBe(2.6);
    expect((await panel())['financeiro']).toEqual({ hoje_usd: 2.6, hoje_count: 2, rede: 'base-sepolia' });
  });

  it('of a message that an agent pays for is counted with it', async () => {
    await anotherDay();
    const before = usdPaid();
    const form = { name: 'An agent', email: 'agent@example.org', message: 'Hello again.' };
    const query = '?tools=contact';
    const refusal = await callTool(service, 'contactTeam', form, { query });
    const json = refusal['structuredContent'];
    const headers = { 'x-payment': await paymentFor(till, { json } as Reply) };
    await callTool(service, 'contactTeam', form, { query, headers });
    await callTool(service, 'contactTeam', form, { query, headers });

    expect(await panel()).toMatchObject({
      today_contacts: 1,
      financeiro: { hoje_usd: 0.1, hoje_count: 1, rede: 'base-sepolia' },
    });
    expect(usdPaid() - before).toBeCloseTo(0.1, 9);
  });

  itThorough('that nobody knew of is counted once, on the day on which the check finds it', async () => {
    await anotherDay();
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    expect((await buyPlace()).status).toBe(503);
    till.facilitator.settleWays = {};
    expect((await panel())['financeiro']).toMatchObject({ hoje_count: 0 });
    service.clock.advance(3_600);
    await service.check();
    await service.check();

    expect((await panel())['financeiro']).toMatchObject({ hoje_usd: 0.1, hoje_count: 1 });
  });

  itThorough('is counted whole when many pay at once', async () => {
    await anotherDay();
    const before = usdPaid();
    const replies = await Promise.all(Array.from({ length: 12 }, buyPlace));

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
    expect((await panel())['financeiro']).toMatchObject({ hoje_usd: 1.2, hoje_count: 12 });
    expect(usdPaid() - before).toBeCloseTo(1.2, 9);
  });

  it('is for the operator alone, and of each day on the main network alone', async () => {
    expect(Object.keys(await panel(service, null)).sort()).toEqual(
      ['accounts', 'app', 'days', 'today', 'today_visits', 'usage'], // prettier-ignore
    );
    expect(await panel()).not.toHaveProperty('payments');
    await using main = await startTestService({ ...options, billingMode: 'live' });
    await addCounts(main.core.table, '2027-02-25', { payments_base: 2, micros_base: 350_000 });
    await addCounts(main.core.table, '2027-03-01', { payments_base: 1, micros_base: 100_000 });
    await addCounts(main.core.table, '2027-03-01', { payments_base_sepolia: 9, micros_base_sepolia: 1 });

    const { financeiro, payments } = await panel(main);
    expect(financeiro).toEqual({ hoje_usd: 0.1, hoje_count: 1, rede: 'base' });
    expect(payments).toHaveLength(7);
    expect(payments[2]).toEqual({ day: '2027-02-25', count: 2, usd: 0.35 });
    expect(payments[6]).toEqual({ day: '2027-03-01', count: 1, usd: 0.1 });
  });

  itThorough('of a rehearsal is none', async () => {
    await using rehearsal = await startTestService({ ...options, billingMode: 'homolog' });
    const buyer = await rehearsal.guest();
    const asked = await buyer.call('POST', '/api/credit', { cents: 100 });
    const headers = {
      'x-payment': await paymentFor({ service: rehearsal }, asked),
      'x-homolog-credential': HOMOLOG_CREDENTIAL,
    };
    const bought = await rehearsal.call('POST', '/api/credit', {
      token: buyer.token,
      body: { cents: 100 },
      headers,
    });

    expect(bought.status).toBe(201);
    expect((await panel(rehearsal))['financeiro']).toMatchObject({ hoje_usd: 0, hoje_count: 0 });
  });
});

describe('messages to the team', () => {
  it('are counted, all that came at once and none that was refused', async () => {
    await anotherDay();
    const form = { name: 'Ana', email: 'ana@example.org', message: 'Hello.' };
    const sent = await Promise.all(
      Array.from({ length: 30 }, () => service.call('POST', '/api/contact', { body: form })),
    );
    await service.call('POST', '/api/contact', { body: { ...form, email: 'nobody' } });

    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await panel())['today_contacts']).toBe(30);
  });
});

describe('people', () => {
  it('are accounts that have used the product, until they are deleted; guests are none', async () => {
    const people = async () => (await panel(service, null))['accounts'];
    const before = (await people()).people as number;
    await service.guest();
    const ana = await signedIn(service);
    await ana.call('GET', '/api/me');
    expect(await people()).toEqual({ people: before });

    await Promise.all(Array.from({ length: 5 }, () => ana.call('GET', '/api/endpoints')));
    await ana.call('GET', '/api/endpoints');
    expect(await people()).toEqual({ people: before + 1 });

    const unused = await signedIn(service);
    await unused.call('POST', '/api/account/delete', { confirm: unused.account.email });
    expect(await people()).toEqual({ people: before + 1 });
    await ana.call('POST', '/api/account/delete', { confirm: ana.account.email });
    expect(await people()).toEqual({ people: before });
  });
});
