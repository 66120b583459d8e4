import { beforeEach, describe, expect, it } from 'vitest';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { newCheckedToken } from '../../../lib/adapters/accounts/checksummed-token.ts';
import { PAY_TO } from '../../support/money/billing.ts';
import { newCredit } from '../../support/money/credit.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { callTool } from '../../support/service/mcp.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { paymentFor, startTill } from '../../support/money/till.ts';

const options = {
  users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  operator: { contactTo: 'team@example.com' },
} as const;

let form: Record<string, string>;
let messages = 0;
const till = shared(() => startTill(options));
beforeEach(() => {
  messages += 1;
  form = { name: 'An agent', email: 'agent@example.org', message: `number ${messages}.` };
  till.facilitator.settleWays = {};
  // The next turn of the only network that there is.
  till.service.clock.advance(60);
});

const send = (headers = {}, body: object = form, service = till.service): Promise<Reply['json']> =>
  callTool(service, 'contactTeam', body, { query: '?tools=contact', headers });
const statusOf = (result: Reply['json']) => result['_meta']['rollcall/http'].status as number;
const received = () => till.chain.paidTo(PAY_TO);
async function mailed(): Promise<number> {
  till.service.clock.advance(60);
  await till.service.drain();
  return till.service.mailbox.messages().filter(({ text }) => text?.includes(form['message'] ?? '')).length;
}
async function payment(): Promise<string> {
  const refusal = await send();
  return paymentFor(till, { json: refusal['structuredContent'] } as Reply);
}

describe('a message that an agent sends', () => {
  it('is asked its price for, and nothing is written then', async () => {
    const before = await contentsOf(till.service);
    const result = await send();

    expect([result['isError'], statusOf(result)]).toEqual([true, 402]);
    expect(result['structuredContent']).toMatchObject({ error: 'pagamento_necessario', x402Version: 1 });
    expect(result['structuredContent'].accepts).toEqual([
      expect.objectContaining({
        maxAmountRequired: '100000',
        description: 'a message to the team (0.10 USD)',
        resource: `${till.service.url}/api/contact`,
        payTo: PAY_TO,
      }),
    ]);
    expect(await contentsOf(till.service)).toEqual(before);
    expect(await mailed()).toBe(0);
  });

  it('goes out once it is paid for, once for a payment however often that is sent', async () => {
    const before = received();
    const paid = { 'x-payment': await payment() };
    const first = await send(paid);
    const again = [await send(paid), await send(paid)];
    const other = await send(paid, { ...form, message: 'another one' });

    expect(first['structuredContent']).toEqual({ ok: true });
    expect(first['_meta']['x402/payment-response']).toMatchObject({ success: true });
    expect(again.map((each) => each['structuredContent'])).toEqual([{ ok: true }, { ok: true }]);
    expect([statusOf(other), other['structuredContent'].error]).toEqual([402, 'pagamento_ja_utilizado']);
    expect(Number(received() - before)).toBe(100_000);
    expect(await mailed()).toBe(1);
  });

  it('goes out once of many calls at once with one payment', async () => {
    const before = received();
    const paid = { 'x-payment': await payment() };
    const results = await Promise.all(Array.from({ length: 5 }, () => send(paid)));

    expect(results.map(statusOf).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statusOf(await send(paid))).toBe(200);
    expect(Number(received() - before)).toBe(100_000);
    expect(await mailed()).toBe(1);
  });

  it.each([
    ['it could not take its turn', 'UpdateItemCommand', 0, false],
    ['it could not be recorded', 'TransactWriteItemsCommand', 1, false],
    ['nobody knows whether it was recorded', 'TransactWriteItemsCommand', 1, true],
  ])('that was paid for goes out once, for one payment, where %s', async (_what, name, nth, answerLost) => {
    const before = received();
    const paid = { 'x-payment': await payment() };
    let met = 0;
    const failing = failTable(till.service, (command) => command === name && met++ >= nth, { answerLost });
    const failed = await send(paid);
    failing.end();

    expect(statusOf(failed)).toBeGreaterThanOrEqual(500);
    expect((await send(paid))['structuredContent']).toEqual({ ok: true });
    expect(Number(received() - before)).toBe(100_000);
    till.service.clock.advance(1_200);
    await till.service.check();
    expect(await mailed()).toBe(1);
  });

  it('that breaks a rule, or whose payment is refused, costs nothing', async () => {
    const before = received();
    const paid = { 'x-payment': await payment() };
    const broken = await send(paid, { ...form, email: 'agent' });

    expect(broken['structuredContent']).toMatchObject({ error: 'contato_invalido', code: 'email' });
    expect(statusOf(await send({ 'x-payment': 'rubbish' }))).toBe(402);
    expect(received()).toBe(before);
    expect(statusOf(await send(paid))).toBe(200);
    expect(await mailed()).toBe(1);
  });

  it('is paid from a prepaid credit as long as that lasts', async () => {
    const { token } = await newCredit(till.service.core.table, 200_000);
    const left: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { _meta: meta } = await send({ 'x-credito': token });
      left.push(String(meta['rollcall/http'].status));
    }
    const [empty, unknown] = [
      await send({ 'x-credito': token }),
      await send({ 'x-credito': newCheckedToken('cred_') }),
    ];

    expect(left).toEqual(['200', '200']);
    expect(empty['structuredContent'].error).toBe('credito_insuficiente');
    expect([statusOf(unknown), unknown['structuredContent'].error]).toEqual([401, 'credencial_invalida']);
    expect(await mailed()).toBe(2);
    const { json } = await till.service.call('GET', '/api/credit', { headers: { 'x-credito': token } });
    expect(json).toMatchObject({ balance_usd: 0, spent_usd: 0.2 });
  });
});

it('is free by HTTP, whatever is sent with it', async () => {
  const before = received();
  const headers = { 'x-payment': await payment() };
  const reply = await till.service.call('POST', '/api/contact', { body: form, headers });

  expect([reply.status, reply.json]).toEqual([200, { ok: true }]);
  expect(received()).toBe(before);
  expect(await mailed()).toBe(1);
});

it('in development billing an agent is let through with a note', async () => {
  await using service = await startTestService(options);
  const result = await send({}, form, service);
  await service.drain();

  expect(result['structuredContent']).toMatchObject({
    ok: true,
    billing: { mode: 'dev', charges: [{ sku: 'agent_contact', price_usd: 0.1 }] },
  });
  expect(service.mailbox.messages()).toHaveLength(1);
});
