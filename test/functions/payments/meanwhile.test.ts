import { beforeEach, describe, expect, it } from 'vitest';
import { failTable, type FailingTable } from '../../support/table/failing-table.ts';
import { booksOf, heal } from '../../support/money/paid-fairly.ts';
import type { Person, Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { callPaying, fullGuest, MONITOR, namesOf, paymentFor, startTill } from '../../support/money/till.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { signedIn, type SignedIn } from '../../support/accounts/session.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { itThorough } from '../../support/thorough.ts';

let alice: Person;
let wallet: Wallet;

const till = shared(startTill);
beforeEach(async () => {
  heal(till);
  alice = await fullGuest(till);
  wallet = new Wallet();
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
  headers?: Record<string, string>;
}

/** Pays for a call, and has something else done while the payment is settled. */
async function payingWhile(sent: Sent, meanwhile: () => Promise<unknown>, person = alice): Promise<Reply> {
  const { method, path, body, headers = {} } = sent;
  const asked = await till.service.call(method, path, { token: person.token, body, headers });
  expect(asked.status).toBe(402);
  till.facilitator.settleWays = { meanwhile };
  const reply = await callPaying(till, person, await paymentFor(till, asked, { wallet }), {
    ...sent,
    headers,
  });
  till.facilitator.settleWays = {};
  return reply;
}

const fairly = (micros: number) => ({
  received: micros,
  granted: micros,
  purchased: micros,
  states: ['done'],
  kept: 0,
});
const books = () => booksOf(till, alice, wallet.address);
const one = async () => (await alice.monitors())[0].id as string;
const put = (slug: string, body: object) => ({ method: 'PUT', path: `/api/endpoints/by-slug/${slug}`, body });
const IMPORT = {
  method: 'POST',
  path: '/api/import/crontab?apply=1',
  body: '0 3 * * * backup\n0 4 * * * rotate\n',
  headers: { 'content-type': 'text/plain' },
};
const KEPT = /GET \/api\/purchases/;

describe('what happens while a payment is settled', () => {
  it('leaves the place of a change whose monitor is deleted meanwhile', async () => {
    const id = await one();
    const change = { method: 'PATCH', path: `/api/endpoints/${id}`, body: { interval_sec: 60 } };
    const reply = await payingWhile(change, () => alice.remove(id));
    expect(reply.status).toBe(404);
    expect(reply.headers.get('x-payment-response')).not.toBeNull();
    expect(reply.json['detail']).toMatch(KEPT);
    expect(await books()).toEqual(fairly(50_000));
  });

  it('leaves the place of a change that another call has made meanwhile', async () => {
    const id = await one();
    const change = { method: 'PATCH', path: `/api/endpoints/${id}`, body: { interval_sec: 60 } };
    const other = new Wallet();
    const asked = await alice.call('PATCH', change.path, change.body);
    const header = await paymentFor(till, asked, { wallet: other });
    let first: Reply | undefined;
    const reply = await payingWhile(change, async () => {
      till.facilitator.settleWays = {};
      first = await callPaying(till, alice, header, change);
    });
    expect([first?.status, reply.status]).toEqual([200, 200]);
    expect(await books()).toMatchObject({ granted: 100_000, purchased: 100_000, received: 50_000 });
    expect(till.chain.paidTo(wallet.address, other.address)).toBe(0n);
  });

  it('leaves the place of a name that is made meanwhile, with other settings', async () => {
    const reply = await payingWhile(put('backup', { interval_sec: 300 }), async () => {
      await alice.remove(await one());
      const made = await alice.call('PUT', '/api/endpoints/by-slug/backup', { interval_sec: 600 });
      expect(made.status).toBe(201);
    });
    expect(reply.status).toBe(200);
    expect(await books()).toEqual(fairly(100_000));
  });

  itThorough('leaves the place of a name that is made meanwhile, as it was to be', async () => {
    const wanted = put('backup', { interval_sec: 300 });
    const reply = await payingWhile(wanted, async () => {
      await alice.remove(await one());
      expect((await alice.call('PUT', wanted.path, wanted.body)).status).toBe(201);
    });
    expect(reply.status).toBe(200);
    expect(await books()).toEqual(fairly(100_000));
  });

  it('leaves what was paid where the call costs more by then', async () => {
    await alice.remove(await one());
    const reply = await payingWhile(IMPORT, () => alice.createMonitor({ name: 'free' }));
    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_necessario']);
    expect(reply.headers.get('x-payment-response')).not.toBeNull();
    expect(reply.json['detail']).toMatch(KEPT);
    expect(reply.json['accepts'][0].maxAmountRequired).toBe('100000');
    expect(await books()).toEqual(fairly(100_000));

    const again = await till.service.call(IMPORT.method, IMPORT.path, { ...IMPORT, token: alice.token });
    expect(again.json['accepts'][0].maxAmountRequired).toBe('100000');
  });

  itThorough('brings the place although the call costs nothing by then', async () => {
    const reply = await payingWhile({ method: 'POST', path: '/api/endpoints', body: MONITOR }, async () =>
      alice.remove(await one()),
    );
    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-payment-response')).not.toBeNull();
    expect(await namesOf(alice)).toContain('paid');
    expect(await books()).toEqual(fairly(100_000));
  });
});

it('is settled where the table repeats a reservation whose answer was lost', async () => {
  const asked = await alice.call('POST', '/api/endpoints', MONITOR);
  const { middlewareStack } = till.service.core.table.client;
  let isRepeated = false;
  middlewareStack.add(
    (next) => async (args) => {
      const { Item } = args.input as { Item?: Record<string, unknown> };
      const isReservation = Item?.['sk'] === 'PAYMENT';
      if (!isReservation || isRepeated) return next(args);
      isRepeated = true;
      await next({ ...args, input: structuredClone(args.input) });
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'repeating' },
  );

  const reply = await callPaying(till, alice, await paymentFor(till, asked, { wallet }));

  middlewareStack.remove('repeating');
  expect([isRepeated, reply.status]).toEqual([true, 201]);
  expect(await books()).toEqual(fairly(100_000));
});

describe('what was settled and cannot be written now', () => {
  /** The table takes so many transactions more, and then none until the call is answered. */
  async function payingPast(sent: Sent, taken: number, meanwhile = async () => {}): Promise<Reply> {
    let table: FailingTable | undefined;
    let transactions = 0;
    const reply = await payingWhile(sent, async () => {
      await meanwhile();
      const isBroken = (command: string) => command.startsWith('TransactWrite') && ++transactions > taken;
      table = failTable(till.service, isBroken);
    });
    table?.end();
    return reply;
  }

  it('is said to be unknown, and comes later', async () => {
    const reply = await payingPast({ method: 'POST', path: '/api/endpoints', body: MONITOR }, 0);
    expect([reply.status, reply.json['error']]).toEqual([503, 'pagamento_em_confirmacao']);
    expect(await books()).toEqual(fairly(100_000));
  });

  itThorough('is asked no more money for, although the call costs more by then', async () => {
    await alice.remove(await one());
    const reply = await payingPast(IMPORT, 2, async () => void (await alice.createMonitor({ name: 'free' })));
    expect([reply.status, reply.json['error']]).toEqual([503, 'pagamento_em_confirmacao']);
    expect(reply.json).not.toHaveProperty('accepts');
    expect(await books()).toEqual(fairly(100_000));
  });
});

describe('a space that becomes another’s while its payment is settled', () => {
  const create = { method: 'POST', path: '/api/endpoints', body: MONITOR };
  const claim = async (): Promise<SignedIn> => {
    const bob = await signedIn(till.service);
    const claimed = await bob.call('POST', '/api/auth/claim', { guest_token: alice.token });
    expect(claimed.status).toBe(200);
    return bob;
  };
  const booksFor = (who: SignedIn) => booksOf(till, who, wallet.address);

  it('gives the place to its caller, whose home is another one by then', async () => {
    let bob: SignedIn | undefined;
    const reply = await payingWhile(create, async () => (bob = await claim()));
    expect(reply.status).toBe(201);
    expect(await books()).toEqual(fairly(100_000));
    expect((await bob?.call('GET', '/api/billing'))?.json['usage'].slots.endpoints).toBe(0);
  });

  it('leaves the place of a payment that is held to whoever owns it then', async () => {
    const asked = await alice.call('POST', '/api/endpoints', MONITOR);
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    expect((await callPaying(till, alice, await paymentFor(till, asked, { wallet }))).status).toBe(503);
    heal(till);
    const bob = await claim();
    expect(await booksFor(bob)).toEqual(fairly(100_000));
    expect((await bob.call('GET', '/api/billing')).json['usage'].slots.endpoints).toBe(1);
  });

  it('moves places and purchases with it, and the call is answered anew for nothing', async () => {
    const asked = await alice.call('POST', '/api/endpoints', MONITOR);
    expect((await callPaying(till, alice, await paymentFor(till, asked, { wallet }))).status).toBe(201);
    const bob = await claim();
    expect(await booksFor(bob)).toEqual(fairly(100_000));
  });
});

describe('an owner whose trial has ended, with more than is free', () => {
  it('has what it paid for, although nobody knew at first whether it had', async () => {
    const bob = await signedIn(till.service);
    for (const name of ['one', 'two', 'three'])
      await bob.call('POST', '/api/endpoints', { ...MONITOR, name });
    till.service.clock.advance(91 * 86_400);
    const who = await signedIn(till.service, { account: bob.account });
    const asked = await who.call('POST', '/api/endpoints', MONITOR);
    expect(asked.status).toBe(402);
    const header = await paymentFor(till, asked, { wallet });
    const pay = () => who.call('POST', '/api/endpoints', MONITOR, { headers: { 'x-payment': header } });
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    expect((await pay()).status).toBe(503);
    heal(till);

    const repeated = await pay();

    expect(repeated.status).toBe(201);
    expect(repeated.headers.get('x-payment-response')).not.toBeNull();
    expect(await booksOf(till, who, wallet.address)).toEqual(fairly(100_000));
  });
});

it('a payment that a check has given before its call could write is not tried for further', async () => {
  const asked = await alice.call('POST', '/api/endpoints', MONITOR);
  const header = await paymentFor(till, asked, { wallet });
  let writes = 0;
  const before = async ({ command, input }: TableCall) => {
    if (command !== 'TransactWriteItemsCommand' || !JSON.stringify(input).includes(MONITOR.name)) return;
    writes += 1;
    if (writes > 1) return;
    // The call has hung until its lease was over.
    till.service.clock.advance(120);
    await till.service.check();
  };

  const reply = await watchingTable(till.service, { before }, () => callPaying(till, alice, header));

  expect([reply.status, reply.json['error']]).toEqual([503, 'pagamento_em_confirmacao']);
  expect(writes).toBe(1);
  expect(await books()).toEqual(fairly(100_000));
  expect((await alice.call('POST', '/api/endpoints', MONITOR)).status).toBe(201);
});

describe('two payments of one moment', () => {
  it('each bring what they bought, whatever their nonces have in common', async () => {
    const asked = await alice.call('POST', '/api/endpoints', MONITOR);
    const nonce = `0x${'5a'.repeat(32)}`;
    const headers = [
      await paymentFor(till, asked, { wallet, over: { nonce } }),
      await paymentFor(till, asked, { wallet, over: { nonce: `0x00${nonce.slice(4)}` } }),
      await paymentFor(till, asked, { wallet: new Wallet(), over: { nonce } }),
    ];
    for (const [at, header] of headers.entries()) {
      const body = { ...MONITOR, name: `paid ${at}` };
      expect((await callPaying(till, alice, header, { body })).status).toBe(201);
    }
    expect(await books()).toMatchObject({ received: 200_000, granted: 300_000, purchased: 300_000 });
  });

  it('are one where a copy comes, under another idempotency key, while it is settled: the first has it', async () => {
    const asked = await alice.call('POST', '/api/endpoints', MONITOR);
    const header = await paymentFor(till, asked, { wallet });
    const keyed = (key: string) => callPaying(till, alice, header, { headers: { 'idempotency-key': key } });
    let copy: Promise<Reply> | undefined;
    const meanwhile = async () => {
      till.facilitator.settleWays = {};
      copy = keyed('two');
      await copy;
    };
    till.facilitator.settleWays = { meanwhile };

    const first = await keyed('one');

    const told = await copy;
    expect([told?.status, told?.json['error']]).toEqual([503, 'pagamento_em_confirmacao']);
    expect(first.status).toBe(201);
    expect(await books()).toEqual(fairly(100_000));
  });

  it('are never asked for another one where a copy is being settled', async () => {
    const asked = await alice.call('POST', '/api/endpoints', MONITOR);
    const header = await paymentFor(till, asked, { wallet });
    const keyed = (key: string) => callPaying(till, alice, header, { headers: { 'idempotency-key': key } });
    // The facilitator looks at the nonce when it is used up already, by the copy that nobody knows the end of.
    const refuses = 'invalid_exact_evm_nonce_already_used';
    const meanwhile = async () => {
      till.facilitator.verifyWays = {};
      till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
      expect((await keyed('one')).status).toBe(503);
    };
    till.facilitator.verifyWays = { refuses, meanwhile };

    const late = await keyed('two');

    expect([late.status, late.json['error']]).toEqual([503, 'pagamento_em_confirmacao']);
    expect(late.json).not.toHaveProperty('accepts');
    heal(till);
    expect((await keyed('two')).status).toBe(201);
    expect(await books()).toEqual(fairly(100_000));
  });
});
