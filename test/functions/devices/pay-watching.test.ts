import { beforeEach, describe, expect, it } from 'vitest';
import { newUuid } from '../../../lib/adapters/ids.ts';
import { PAY_TO } from '../../support/money/billing.ts';
import { newCredit } from '../../support/money/credit.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import type { Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { callPaying, fullGuest, namesOf, paymentFor, slotsOf, startTill } from '../../support/money/till.ts';

/** Has as many monitors as are free: one. */
let alice: Person;
const till = shared(startTill);
beforeEach(async () => {
  till.facilitator.settleWays = {};
  alice = await fullGuest(till);
});

const PATH = '/api/ambientes';
const CREATE = { method: 'POST', path: PATH, body: { nome: 'db-1', vigiar: true } };
const REFUSED = { status: 402, error: 'pagamento_necessario', names: ['an extra monitor'] };
const received = () => till.chain.paidTo(PAY_TO);
const devices = async () => (await alice.call('GET', PATH)).json['ambientes'];

async function patchOf(vigiar: boolean) {
  const { json } = await alice.call('POST', PATH, { nome: 'db-1' });
  return { method: 'PATCH', path: `${PATH}/${json['ambiente'].id}`, body: { vigiar, nome: 'db-2' } };
}

describe('beyond the free monitors', () => {
  it('a watched device is 402, and nothing of it is written; one that is not costs nothing', async () => {
    await expectNothingWritten(till.service, () => alice.call('POST', PATH, CREATE.body), REFUSED);

    expect((await alice.call('POST', PATH, { nome: 'db-1' })).status).toBe(201);
  });

  it('a device that is to be watched is 402, and its other changes are not made', async () => {
    const { method, path, body } = await patchOf(true);

    await expectNothingWritten(till.service, () => alice.call(method, path, body), REFUSED);

    expect((await alice.call(method, path, { vigiar: false, nome: 'db-3' })).status).toBe(200);
  });

  it.each([
    ['created', async () => CREATE, 201],
    ['watched', () => patchOf(true), 200],
  ])('a device is %s with a payment, once, however often it is sent', async (_what, sentBy, status) => {
    const before = received();
    const sent = await sentBy();
    const asked = await alice.call(sent.method, sent.path, sent.body);
    const payment = await paymentFor(till, asked);

    const first = await callPaying(till, alice, payment, sent);
    const again = await callPaying(till, alice, payment, sent);

    expect([first.status, first.json['ambiente'].vigiar]).toEqual([status, true]);
    expect([again.status, again.json]).toEqual([status, first.json]);
    expect(first.headers.get('x-payment-response')).not.toBeNull();
    expect([await devices(), received() - before]).toMatchObject([[{ vigiar: true }], 100_000n]);
    expect((await namesOf(alice)).length).toBe(2);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 0, email_alerts: 0 });
  });

  it('a credit pays as well, and what is paid for may be used again', async () => {
    const { token } = await newCredit(till.service.core.table, 100_000);
    const headers = { 'x-credito': token };

    const made = await till.service.call('POST', PATH, { token: alice.token, body: CREATE.body, headers });

    expect([made.status, made.headers.get('x-credito-balance')]).toEqual([201, '0']);
    await alice.call('DELETE', `${PATH}/${made.json['ambiente'].id}`);
    expect((await alice.call('POST', PATH, CREATE.body)).status).toBe(201);
    await expectNothingWritten(till.service, () => alice.call('POST', PATH, CREATE.body), REFUSED);
  });

  it('a place that was paid for stays where somebody else had the device watched meanwhile', async () => {
    const before = received();
    const sent = await patchOf(true);
    const payment = await paymentFor(till, await alice.call(sent.method, sent.path, sent.body));
    const [free] = await alice.monitors();
    const meanwhile = async () => {
      await alice.remove(free.id);
      await alice.call(sent.method, sent.path, { vigiar: true });
    };
    till.facilitator.settleWays = { meanwhile };

    const reply = await callPaying(till, alice, payment, sent);

    expect([reply.status, reply.json['ambiente']]).toMatchObject([200, { vigiar: true, nome: 'db-2' }]);
    expect(await slotsOf(alice)).toEqual({ endpoints: 1, fast_intervals: 0, email_alerts: 0 });
    const active = (await alice.monitors()).filter((monitor: { active: boolean }) => monitor.active);
    expect([active.length, received() - before]).toEqual([1, 100_000n]);
  });

  it('of five watched devices that are created at once one is free, and nothing of the others is written', async () => {
    const bob = await till.service.guest();

    const replies = await Promise.all(Array.from({ length: 5 }, () => bob.call('POST', PATH, CREATE.body)));

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402]);
    expect((await bob.call('GET', PATH)).json['ambientes']).toHaveLength(1);
    expect(await namesOf(bob)).toEqual(['db-1']);
  });

  it('a repeat of the same request_id asks for nothing', async () => {
    const bob = await till.service.guest();
    const body = { ...CREATE.body, request_id: newUuid() };
    await bob.call('POST', PATH, body);

    expect((await bob.call('POST', PATH, body)).status).toBe(200);
  });
});

it('where no monitor is free, who has no credential is told to take one before paying', async () => {
  const settings = { freeAllowance: 'max_endpoints=0,min_interval_sec=90,email_alerts=1' };
  const dear = await startTill({}, settings);
  try {
    const refused = { status: 401, error: 'credencial_ausente', names: ['/api/guest'] };
    await expectNothingWritten(
      dear.service,
      () => dear.service.call('POST', PATH, { body: CREATE.body }),
      refused,
    );
    expect((await dear.service.call('POST', PATH, { body: { nome: 'db-1' } })).status).toBe(201);
  } finally {
    await dear.stop();
  }
});
