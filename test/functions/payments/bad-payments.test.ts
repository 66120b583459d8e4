import { beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { type Payment, wirePayment } from '../../../lib/domain/billing/payment.ts';
import { HOMOLOG_CREDENTIAL, PAY_TO } from '../../support/money/billing.ts';
import { headerOf } from '../../support/money/payment-builder.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import {
  askedBy,
  callPaying,
  fullGuest,
  MONITOR,
  namesOf,
  paymentFor,
  startTill,
} from '../../support/money/till.ts';
import { Wallet } from '../../support/money/wallet.ts';
import { wholeTable } from '../../support/table/whole-table.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- Changed to what it must not be.
type Loose = any;

let asked: ReturnType<typeof askedBy>;
const wallet = new Wallet();

const till = shared(startTill);
const alice = shared(() => fullGuest(till));
beforeAll(async () => {
  asked = askedBy(await alice.call('POST', '/api/endpoints', MONITOR));
});

const nowSec = () => BigInt(Math.floor(till.service.clock.now() / 1000));
const signed = (over: Partial<Payment['authorization']> = {}, other = asked) =>
  wallet.pay({ ...other, maxAmountRequired: asked.maxAmountRequired }, till.service.clock.now(), over);
const wire = async (change: (sent: Loose) => unknown): Promise<string> => {
  const sent = structuredClone(wirePayment(await signed()));
  return headerOf(change(sent) ?? sent);
};
const over = async (change: Partial<Payment['authorization']>) => headerOf(wirePayment(await signed(change)));

/** The refusal of a payment: one sentence, what would be right, and nothing that was written, moved or logged. */
async function expectRefused(header: string, detail: RegExp): Promise<Reply> {
  const before = await wholeTable(till.service);
  const moved = till.chain.transactions.length;
  const settlements = till.facilitator.settlements;
  const reply = await callPaying(till, alice, header);
  expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
  expect(reply.json['detail']).toMatch(detail);
  expect(reply.json['detail']).toMatch(/^[^\n]{10,500}\.$/);
  expect(askedBy(reply)).toEqual(asked);
  expect(await wholeTable(till.service)).toEqual(before);
  expect([till.chain.transactions.length, till.facilitator.settlements]).toEqual([moved, settlements]);
  return reply;
}

const FAR = `0x${'ef'.repeat(20)}`;
const BAD: [string, () => Promise<string> | string, RegExp][] = [
  ['not base64', () => 'a payment!', /base64/],
  ['empty base64', () => '====', /base64/],
  ['base64 of no JSON', () => Buffer.from('pay me').toString('base64'), /JSON object/],
  ['base64 of a list', () => headerOf([]), /JSON object/],
  ['base64 of null', () => headerOf(null), /JSON object/],
  ['too long', () => 'A'.repeat(8_193), /at most 8192 characters/],
  ['deep JSON', () => Buffer.from('['.repeat(3_000)).toString('base64'), /JSON object/],
  ['another version', () => wire((sent) => ({ ...sent, x402Version: 2 })), /x402Version/],
  ['no version', () => wire((sent) => ({ ...sent, x402Version: undefined })), /x402Version/],
  ['another scheme', () => wire((sent) => ({ ...sent, scheme: 'upto' })), /scheme/],
  ['another network', () => wire((sent) => ({ ...sent, network: 'base' })), /network/],
  ['a network of no chain', () => wire((sent) => ({ ...sent, network: '__proto__' })), /network/],
  ['a network in other letters', () => wire((sent) => ({ ...sent, network: 'Base-Sepolia' })), /network/],
  ['no payload', () => wire((sent) => ({ ...sent, payload: 'x' })), /payload/],
  ['no signature', () => wire(({ payload }) => void delete payload.signature), /signature/],
  ['a short signature', () => wire(({ payload }) => void (payload.signature = '0xab')), /signature/],
  ['a nonce too short', () => wire(({ payload }) => void (payload.authorization.nonce = '0x12')), /nonce/],
  [
    'a number as a number',
    () => wire(({ payload }) => void (payload.authorization.value = 100_000)),
    /value/,
  ],
  ['a number below zero', () => wire(({ payload }) => void (payload.authorization.value = '-1')), /value/],
  [
    'a number in hex',
    () => wire(({ payload }) => void (payload.authorization.validBefore = '0xff')),
    /validBefore/,
  ],
  [
    'a number past 2^256',
    () => wire(({ payload }) => void (payload.authorization.value = '9'.repeat(78))),
    /value/,
  ],
  ['too little', () => over({ value: 99_999n }), /exactly 100000/],
  ['too much', () => over({ value: 100_001n }), /exactly 100000/],
  ['to another', () => over({ to: FAR }), /must be to 0x/],
  ['not valid yet', () => over({ validAfter: nowSec() }), /valid already/],
  ['no longer valid', () => over({ validBefore: nowSec() }), /seconds more/],
  ['valid for too short', () => over({ validBefore: nowSec() + 5n }), /seconds more/],
  ['valid for too long', () => over({ validBefore: nowSec() + 241n }), /at most/],
  [
    'of another wallet',
    async () =>
      headerOf(
        wirePayment({
          ...(await signed()),
          signature: (await new Wallet().pay(asked, till.service.clock.now())).signature,
        }),
      ),
    /refuses/,
  ],
  [
    'for another contract',
    async () => headerOf(wirePayment(await signed({}, { ...asked, asset: PAY_TO }))),
    /refuses/,
  ],
  [
    'under another name of the contract',
    async () =>
      headerOf(wirePayment(await signed({}, { ...asked, extra: { name: 'USD Coin', version: '2' } }))),
    /refuses/,
  ],
  [
    'of a smart wallet that nobody knows',
    () => wire(({ payload }) => void (payload.signature += 'ab'.repeat(200))),
    /refuses/,
  ],
];

describe('a payment that is not the one asked for', () => {
  it.each(BAD)('is refused in a sentence, and nothing is written: %s', async (_, header, detail) => {
    const sent = await header();
    const { text } = await expectRefused(sent, detail);
    const { signature } = JSON.parse(headerText(sent) ?? '{}')?.payload ?? {};
    if (typeof signature === 'string' && signature.length > 9)
      expect(text).not.toContain(signature.slice(2, 40));
  });

  it('is refused where it is sent twice in one call', async () => {
    const header = await paymentFor(till, await alice.call('POST', '/api/endpoints', MONITOR));
    const reply = await sentTwice(header);
    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
    expect(await namesOf(alice)).toEqual(['free']);
  });
});

function headerText(header: string): string | undefined {
  const text = Buffer.from(header, 'base64').toString();
  return text.startsWith('{') ? text : undefined;
}

/** By two header lines of one name, which `fetch` cannot send. */
function sentTwice(header: string): Promise<Pick<Reply, 'status' | 'json'>> {
  const body = JSON.stringify(MONITOR);
  const headers = {
    'x-payment': [header, header],
    'x-guest-token': alice.token,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${till.service.url}/api/endpoints`, { method: 'POST', headers }, async (reply) => {
      const text = Buffer.concat(await reply.toArray()).toString();
      resolve({ status: reply.statusCode ?? 0, json: JSON.parse(text) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('a payment beside other things', () => {
  const paid = async (person: Person) =>
    paymentFor(till, await person.call('POST', '/api/endpoints', MONITOR));

  it('is not taken by a dry run', async () => {
    const before = await wholeTable(till.service);
    const reply = await callPaying(till, alice, await paid(alice), { path: '/api/endpoints?dry_run=true' });
    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_necessario']);
    expect(await wholeTable(till.service)).toEqual(before);
  });

  it('is not looked at where the body or the credential is wrong', async () => {
    const before = await wholeTable(till.service);
    const header = await paid(alice);
    const body = await callPaying(till, alice, header, { body: { name: '', interval_sec: 'often' } });
    const nobody = await till.service.call('POST', '/api/endpoints', {
      body: MONITOR,
      headers: { 'x-payment': header },
    });
    expect([body.status, nobody.status]).toEqual([400, 401]);
    expect(await wholeTable(till.service)).toEqual(before);
  });

  it('is of one query', async () => {
    const bob = await fullGuest(till);
    const sent = {
      path: '/api/import/crontab?apply=1',
      body: '0 3 * * * backup\n',
      headers: { 'content-type': 'text/plain' },
    };
    const header = await paymentFor(
      till,
      await till.service.call('POST', sent.path, { ...sent, token: bob.token }),
    );
    till.facilitator.settleWays = { fault: 'reset' };
    expect((await callPaying(till, bob, header, sent)).status).toBe(503);
    till.facilitator.settleWays = {};
    const path = '/api/import/crontab?apply=1&tz=Europe/Berlin';
    const other = await callPaying(till, bob, header, { ...sent, path });
    expect([other.status, other.json['error']]).toEqual([402, 'pagamento_ja_utilizado']);
    expect((await callPaying(till, bob, header, sent)).status).toBe(200);
  });

  it('pays once with an idempotency key, which answers the same again', async () => {
    const bob = await fullGuest(till);
    const header = await paid(bob);
    const keyed = { headers: { 'idempotency-key': 'nightly' } };
    const first = await callPaying(till, bob, header, keyed);
    const again = await callPaying(till, bob, header, keyed);
    // A client that signs anew for each try.
    const anew = await callPaying(till, bob, await paid(bob), keyed);
    expect([first.status, again.status, anew.status]).toEqual([201, 201, 201]);
    expect([again.json, anew.json]).toEqual([first.json, first.json]);
    expect(again.headers.get('x-payment-response')).toBe(first.headers.get('x-payment-response'));
    // Never 402: a wallet would pay for the same once more.
    for (const headers of [{ 'idempotency-key': 'weekly' }, {}]) {
      const other = await callPaying(till, bob, header, { headers });
      expect([other.status, other.json['error']]).toEqual([409, 'pagamento_ja_respondido']);
    }
    expect(await namesOf(bob)).toEqual(['free', 'paid']);
  });

  it('keeps its idempotency key free while nothing is known of it', async () => {
    const bob = await fullGuest(till);
    const header = await paid(bob);
    const keyed = { headers: { 'idempotency-key': 'nightly' } };
    till.facilitator.settleWays = { fault: 'reset', movesMoney: true };
    expect((await callPaying(till, bob, header, keyed)).status).toBe(503);
    till.facilitator.settleWays = {};
    expect((await callPaying(till, bob, header, keyed)).status).toBe(201);
    expect(await namesOf(bob)).toEqual(['free', 'paid']);
  });
});

describe('a rehearsal', () => {
  const rehearsal = shared(() => startTestService({ billingMode: 'homolog' }));

  async function rehearsed(headers: Record<string, string>, wallet = new Wallet()) {
    const bob = await rehearsal.guest();
    const refused: Reply[] = [];
    for (let at = 0; at < 20 && refused.length === 0; at++) {
      const reply = await bob.call('POST', '/api/endpoints', { name: `free ${at}`, interval_sec: 300 });
      if (reply.status === 402) refused.push(reply);
    }
    const [asked] = refused;
    if (!asked) throw new Error('Nothing is asked for.');
    const before = await wholeTable(rehearsal);
    const header = await paymentFor({ service: rehearsal }, asked, { wallet });
    const reply = await callPaying({ service: rehearsal }, bob, header, { headers });
    return { reply, bob, header, wrote: (await wholeTable(rehearsal)).length - before.length };
  }

  it.each([
    ['without its credential', {}, /X-Homolog-Credential/],
    ['with another credential', { 'x-homolog-credential': 'a guess' }, /not the credential/],
  ])('is refused %s', async (_, headers, detail) => {
    const { reply, wrote } = await rehearsed(headers);
    expect([reply.status, reply.json['error']]).toEqual([402, 'pagamento_invalido']);
    expect(reply.json['detail']).toMatch(detail);
    expect(reply.text).not.toContain('a guess');
    expect(wrote).toBe(0);
  });

  it('is paid for once with it, and refuses what nobody signed', async () => {
    const credential = { 'x-homolog-credential': HOMOLOG_CREDENTIAL };
    const { reply, bob, header } = await rehearsed(credential);
    expect(reply.status).toBe(201);
    const again = await callPaying({ service: rehearsal }, bob, header, {
      headers: credential,
      body: { ...MONITOR, name: 'other' },
    });
    expect([again.status, again.json['error']]).toEqual([402, 'pagamento_ja_utilizado']);

    const sent = JSON.parse(Buffer.from(header, 'base64').toString());
    sent.payload.authorization.nonce = `0x${'77'.repeat(32)}`;
    const forged = await callPaying({ service: rehearsal }, bob, headerOf(sent), {
      headers: credential,
      body: { ...MONITOR, name: 'other' },
    });
    expect([forged.status, forged.json['error']]).toEqual([402, 'pagamento_invalido']);
  });
});

it('development billing looks at no payment', async () => {
  await using service = await startTestService();
  const bob = await service.guest();
  for (const header of ['a payment!', headerOf({ x402Version: 1 })])
    expect((await callPaying({ service }, bob, header)).status).toBe(201);
});
