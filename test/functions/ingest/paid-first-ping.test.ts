import { beforeEach, describe, expect, it } from 'vitest';
import { ingestHandler } from '../../../functions/ingest/ingest.ts';
import type { Invoke } from '../../../lib/adapters/invoke.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { headerOf } from '../../support/money/payment-builder.ts';
import { HOMOLOG_CREDENTIAL, PAY_TO } from '../../support/money/billing.ts';
import { creditOf, newCredit } from '../../support/money/credit.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { namesOf, paymentFor, slotsOf, startTill, type Till } from '../../support/money/till.ts';
import { itThorough } from '../../support/thorough.ts';

let alice: Person;
/** The path of her ingest key. */
let path: string;

const till = shared(startTill);
beforeEach(async () => {
  till.facilitator.verifyWays = {};
  till.facilitator.settleWays = {};
  alice = await till.service.guest();
  path = `/in/${await alice.ingestKey()}`;
  expect((await till.service.call('GET', `${path}/free`)).status).toBe(200);
});

/** A till of a test's own, whose clock it may move. */
async function tillOfOne(): Promise<Till & AsyncDisposable> {
  const own = await startTill();
  return { ...own, [Symbol.asyncDispose]: () => own.stop() };
}

const received = () => till.chain.paidTo(PAY_TO);
const ping = (to: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> =>
  till.service.call(method, path + to, { headers });
const paying = (to: string, payment: string, method = 'GET') => ping(to, { 'x-payment': payment }, method);
const paymentOf = async (to = '/paid') => paymentFor(till, await ping(to));
const eventsOf = async (id: string) => (await alice.events(id)) as { kind: string }[];
const ids = async () =>
  ((await alice.monitors()) as { id: string; name: string }[]).map(({ id, name }) => [name, id]);

describe('a first ping past the allowance that pays', () => {
  it('makes the monitor, records the ping and answers a receipt; the money is taken once', async () => {
    const before = received();
    const payment = await paymentOf();

    const made = await paying('/paid/start?rid=r1', payment);

    expect([made.status, made.json['created'], made.json['kind']]).toEqual([200, true, 'start']);
    const receipt = JSON.parse(
      Buffer.from(made.headers.get('x-payment-response') ?? '', 'base64').toString('utf8'),
    );
    expect(receipt).toMatchObject({ success: true, transaction: till.chain.transactions.at(-1)?.hash });
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 0, email_alerts: 0 });
    expect((await eventsOf(made.json['endpoint_id'])).map(({ kind }) => kind)).toEqual(['start']);
    expect(received() - before).toBe(100_000n);
    const [bought] = (await alice.call('GET', '/api/purchases')).json['purchases'];
    expect(bought).toMatchObject({ total_usd: 0.1, transaction: receipt.transaction });
  });

  it('is a ping like any other when it comes again, and charges nothing', async () => {
    const payment = await paymentOf();
    const made = await paying('/paid', payment);
    const [before, asked] = [received(), till.facilitator.asked.length];

    const again = await paying('/paid', payment);

    expect([again.status, again.json['created']]).toEqual([200, false]);
    expect(again.headers.get('x-payment-response')).toBeNull();
    expect(await eventsOf(made.json['endpoint_id'])).toHaveLength(2);
    expect([received(), till.facilitator.asked.length]).toEqual([before, asked]);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
  });

  it('is bound to the name of its job', async () => {
    const payment = await paymentOf();
    await paying('/paid', payment);
    const before = received();

    await expectNothingWritten(till.service, () => paying('/other', payment), {
      status: 402,
      error: 'pagamento_ja_utilizado',
    });
    expect(received()).toBe(before);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
  });

  it('pays for a fast interval with it, by any method', async () => {
    const asked = await ping('/paid?interval=60');
    expect(asked.json['accepts'][0].maxAmountRequired).toBe('150000');

    const made = await paying('/paid?interval=60', await paymentFor(till, asked), 'POST');

    expect([made.status, made.json['created']]).toEqual([200, true]);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 1, email_alerts: 0 });
  });

  it('is paid once, whoever sends it five times at once', async () => {
    const before = received();
    const payment = await paymentOf();

    const replies = await Promise.all(Array.from({ length: 5 }, () => paying('/paid', payment)));

    for (const { status, json } of replies)
      expect(status === 200 ? 'ok' : json['error']).toMatch(/^(ok|pagamento_em_confirmacao)$/);
    expect(replies.filter(({ json }) => json['created'] === true)).toHaveLength(1);
    expect(await namesOf(alice)).toEqual(['free', 'paid']);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
    expect(received() - before).toBe(100_000n);
  });

  itThorough('has a receipt for each of several names that are paid for at once', async () => {
    const before = received();
    const names = ['/one', '/two', '/three'];
    const payments = await Promise.all(names.map((name) => paymentOf(name)));

    const replies = await Promise.all(names.map((name, index) => paying(name, payments[index] ?? '')));

    expect(replies.map(({ status, json }) => [status, json['created']])).toEqual(
      names.map(() => [200, true]),
    );
    expect(replies.filter(({ headers }) => headers.has('x-payment-response'))).toHaveLength(3);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 3 });
    expect(received() - before).toBe(300_000n);
  });

  it('does no payment work where there is room', async () => {
    await alice.remove((await ids())[0]?.[1]);
    const asked = till.facilitator.asked.length;

    const { status, json } = await paying('/other', 'AAAA');

    expect([status, json['created'], till.facilitator.asked.length]).toEqual([200, true, asked]);
  });

  it('is refused as billing refuses it, with nothing written', async () => {
    await expectNothingWritten(till.service, () => paying('/paid', 'AAAA'), {
      status: 402,
      error: 'pagamento_invalido',
    });
    till.facilitator.verifyWays = { refuses: 'insufficient_funds' };
    const payment = await paymentOf();
    await expectNothingWritten(till.service, () => paying('/paid', payment), {
      status: 402,
      error: 'pagamento_invalido',
      names: ['insufficient_funds'],
    });
  });

  it('is 503 while nobody knows whether the money moved, and its repeat makes the monitor for nothing more', async () => {
    const before = received();
    const payment = await paymentOf();
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };

    const unknown = await paying('/paid', payment);
    expectRefusal(unknown, { status: 503, error: 'pagamento_em_confirmacao' });
    expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await namesOf(alice)).toEqual(['free']);

    const repeated = await paying('/paid', payment);
    expect([repeated.status, repeated.json['created']]).toEqual([200, true]);
    expect(received() - before).toBe(100_000n);
  });
});

describe('a first ping past the allowance that names a credit', () => {
  it.each(['x-credito', 'authorization'])('is paid from it once, by %s', async (header) => {
    const { token, hash } = await newCredit(till.service.core.table, 150_000);
    const headers = { [header]: header === 'authorization' ? `Bearer ${token}` : token };

    const made = await ping('/paid', headers);
    const again = await ping('/paid', headers);

    expect([made.status, made.json['created'], made.headers.get('x-credito-balance')]).toEqual([
      200,
      true,
      '0.05',
    ]);
    expect([again.status, again.json['created']]).toEqual([200, false]);
    expect((await creditOf(till.service.core.table, hash)).balanceMicros).toBe(50_000);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
    await expectNothingWritten(till.service, () => ping('/other', headers), {
      status: 402,
      error: 'credito_insuficiente',
    });
  });

  itThorough('is paid once, however often it is sent at once', async () => {
    const { token, hash } = await newCredit(till.service.core.table, 1_000_000);

    const replies = await Promise.all(Array.from({ length: 5 }, () => ping('/paid', { 'x-credito': token })));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await creditOf(till.service.core.table, hash)).balanceMicros).toBe(900_000);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 1 });
  });

  itThorough('is paid for each of many names that come at once', async () => {
    const { token, hash } = await newCredit(till.service.core.table, 1_000_000);
    const names = Array.from({ length: 8 }, (_, index) => `/job-${index}`);

    const replies = await Promise.all(names.map((name) => ping(name, { 'x-credito': token })));

    expect(replies.map(({ status, json }) => [status, json['created']])).toEqual(
      names.map(() => [200, true]),
    );
    expect((await creditOf(till.service.core.table, hash)).balanceMicros).toBe(200_000);
    expect(await slotsOf(alice)).toMatchObject({ endpoints: 8 });
  });

  it('is refused a token that nobody was given', async () => {
    const before = await contentsOf(till.service);

    const { status, json } = await ping('/paid', { 'x-credito': 'cred_nobody' });

    expect([status, json['error']]).toEqual([401, 'credencial_invalida']);
    expect(await contentsOf(till.service)).toEqual(before);
  });
});

describe('an owner whose trial has ended, with more than is free', () => {
  const TRIAL_DAYS = 90;

  it.each(['credit', 'payment'])('is charged no %s for a place that would not be enough', async (by) => {
    await using own = await tillOfOne();
    const bob = await signedIn(own.service);
    const to = `/in/${await bob.ingestKey()}`;
    for (const name of ['one', 'two', 'three'])
      expect((await own.service.call('GET', `${to}/${name}`)).status).toBe(200);
    own.service.clock.advance((TRIAL_DAYS + 1) * 86_400);
    const asked = await own.service.call('GET', `${to}/four`);
    expect(asked.status).toBe(402);
    const { token } = await newCredit(own.service.core.table, 1_000_000);
    const headers: Record<string, string> =
      by === 'credit' ? { 'x-credito': token } : { 'x-payment': await paymentFor(own, asked) };

    await expectNothingWritten(own.service, () => own.service.call('GET', `${to}/four`, { headers }), {
      status: 402,
      error: 'pagamento_invalido',
      names: ['PUT /api/endpoints/by-slug/four', 'Nothing was charged'],
    });

    expect(own.facilitator.asked).toEqual([]);
  });
});

it('an Authorization that is no credit pays nothing and is told to nobody', async () => {
  await expectNothingWritten(till.service, () => ping('/paid', { authorization: 'Bearer mmk_key' }), {
    status: 402,
    error: 'pagamento_necessario',
  });
});

describe('what billing is asked', () => {
  const send = async (reply: Awaited<ReturnType<Invoke>>, headers: Record<string, string>) => {
    const events: unknown[] = [];
    const invoke: Invoke = async (area, event) => {
      events.push(area, event);
      return reply;
    };
    const handle = ingestHandler({ ...till.service.core, invoke });
    const event = requestEvent('POST', `${path}/paid?interval=300&rid=r`, { body: 'out' });
    const sent = { ...event, headers: { ...event.headers, ...headers } };
    const { statusCode, headers: answered, body } = await handle(sent, new LambdaContext('ingest'));
    const { error } = JSON.parse(String(body));
    return { events, reply: { status: statusCode, error, retryAfter: answered?.['retry-after'] } };
  };
  const unavailable = { kind: 'unavailable', why: 'timeout' } as const;

  it('is the name and what pays, and of all else nothing', async () => {
    const headers = { 'x-payment': 'P', 'x-homolog-credential': 'H', authorization: 'Bearer mmk_key' };
    const { events } = await send(unavailable, { ...headers, 'x-guest-token': 'hp_secret' });

    const ping = { key: path.slice('/in/'.length), slug: 'paid', sentAs: 'paid', intervals: ['300'] };
    const paying = { 'x-payment': 'P', 'x-homolog-credential': 'H' };
    expect(events).toEqual(['billing', { kind: 'first-ping', ping, method: 'POST', headers: paying }]);
  });

  it('is 503 without an answer, since nobody knows what was paid, with nothing written', async () => {
    const before = await contentsOf(till.service);

    const { reply } = await send(unavailable, { 'x-payment': 'P' });

    expect(reply).toEqual({ status: 503, error: 'pagamento_em_confirmacao', retryAfter: '3' });
    expect(await contentsOf(till.service)).toEqual(before);
    expect(till.service.logged.at(-1)).toBe('payment_unanswered');
  });

  it('is answered with its refusal, and when to come again', async () => {
    const answer = { kind: 'refused', code: 'indisponivel', detail: 'Later.', fields: {}, retryAfterSec: 7 };

    const { reply } = await send({ kind: 'answered', answer }, { 'x-payment': 'P' });

    expect(reply).toEqual({ status: 503, error: 'indisponivel', retryAfter: '7' });
  });

  itThorough('is asked no more where the place goes to other jobs again and again', async () => {
    const answer = { kind: 'settled', receipt: null };

    const { events, reply } = await send({ kind: 'answered', answer }, { 'x-credito': 'C' });

    expect([events.length / 2, reply.status]).toEqual([25, 402]);
  });
});

describe('in a rehearsal', () => {
  it('asks for its credential, and is closed again with the next name', async () => {
    await using service = await startTestService({ billingMode: 'homolog' });
    const rehearsal = { service };
    const who = await service.guest();
    const own = `/in/${await who.ingestKey()}`;
    for (let index = 0; index < 10; index += 1) await service.call('GET', `${own}/job-${index}`);
    const asked = await service.call('GET', `${own}/paid`);
    const payment = await paymentFor(rehearsal, asked);
    const headers = { 'x-payment': payment };

    await expectNothingWritten(service, () => service.call('GET', `${own}/paid`, { headers }), {
      status: 402,
      error: 'pagamento_invalido',
      names: ['X-Homolog-Credential'],
    });
    const open = { ...headers, 'x-homolog-credential': HOMOLOG_CREDENTIAL };
    const made = await service.call('GET', `${own}/paid`, { headers: open });

    expect([made.status, made.json['created']]).toEqual([200, true]);
    expect(made.headers.get('x-payment-response')).not.toBeNull();
  });

  it('in development billing nothing can be paid', async () => {
    await using service = await startTestService();
    const who = await service.guest();
    const own = `/in/${await who.ingestKey()}`;
    const headers = { 'x-payment': headerOf({}) };

    await expectNothingWritten(service, () => service.call('GET', `${own}/paid?interval=30`, { headers }), {
      status: 402,
      error: 'pagamento_necessario',
    });
  });
});
