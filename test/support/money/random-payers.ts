import * as fc from 'fast-check';
import type { HttpFault } from '../faults/http-fault.ts';
import { failTable } from '../table/failing-table.ts';
import { heal } from './paid-fairly.ts';
import { signedIn, type SignedIn } from '../accounts/session.ts';
import type { Person, Reply } from '../service/service.ts';
import type { FacilitatorWays } from './stub-facilitator.ts';
import type { NodeWays } from './stub-rpc.ts';
import { askedBy, fullGuest, type Till } from './till.ts';
import { headerOf } from './payment-builder.ts';
import { getPayment } from '../../../lib/data/billing/payments.ts';
import { paymentId, wirePayment, type PaymentId } from '../../../lib/domain/billing/payment.ts';
import type { PaymentRecord } from '../../../lib/domain/billing/payment-record.ts';
import { Wallet } from './wallet.ts';

/** What is wrong while a call is carried out. */
interface Weather {
  settle: FacilitatorWays;
  verify: FacilitatorWays;
  node: NodeWays;
  /** Whether guests change things while a payment is settled. */
  isBusy: boolean;
  /** From which call of the table on it fails: at that one alone, or at all after it too. */
  table: { at: number; isLost: boolean; isForGood: boolean } | null;
}

/** One thing that happens. */
export type Deed =
  | { what: 'pay'; guest: number; call: number; weather: Weather; atOnce: 1 | 5 }
  | { what: 'repeat'; payment: number; weather: Weather; atOnce: 1 | 5 }
  | { what: 'steal'; payment: number; call: number }
  | { what: 'cancel'; payment: number }
  | { what: 'claim'; guest: number }
  | { what: 'delete'; guest: number; monitor: number }
  | { what: 'wait'; sec: number }
  | { what: 'check'; node: NodeWays; isTableDown: boolean }
  | { what: 'release' };

interface Call {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** A payment with the call that it was signed for. */
interface Signed {
  guest: Person;
  call: Call;
  header: string;
  wallet: Wallet;
  amount: bigint;
  id: PaymentId;
}

const HTTP: HttpFault[] = ['reset', 'html 502', 'status 500', 'wrong shape'];
const settle = fc.oneof(
  { weight: 3, arbitrary: fc.constant<FacilitatorWays>({}) },
  fc.record({ fault: fc.constantFrom(...HTTP), movesMoney: fc.boolean() }),
  fc.record({ refuses: fc.constantFrom('insufficient_funds', 'nonce too low'), movesMoney: fc.boolean() }),
  fc.constant<FacilitatorWays>({ isLate: true }),
);
const verify = fc.oneof(
  { weight: 8, arbitrary: fc.constant<FacilitatorWays>({}) },
  fc.record({ fault: fc.constantFrom(...HTTP) }),
);
const node = fc.oneof(
  { weight: 5, arbitrary: fc.constant<NodeWays>({}) },
  fc.record({ fault: fc.constantFrom(...HTTP) }),
  fc.constantFrom<NodeWays>(
    { hidesEvents: true },
    { hidesReceipts: true },
    { isReplaced: true },
    { isOutOfOrder: true },
  ),
  fc.constantFrom<NodeWays>(
    { method: 'eth_getLogs', fault: 'reset' },
    { method: 'eth_call', fault: 'status 500' },
  ),
);
const table = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.record({ at: fc.nat(16), isLost: fc.boolean(), isForGood: fc.boolean() }),
);
const weather: fc.Arbitrary<Weather> = fc.record({
  settle,
  verify,
  node,
  isBusy: fc.boolean(),
  table,
});
const atOnce = fc.constantFrom<1 | 5>(1, 1, 5);
const [guest, call, payment] = [fc.nat(1), fc.nat(3), fc.nat(9)];

/** Deeds in any order; most of them pay. */
export const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ what: fc.constant('pay' as const), guest, call, weather, atOnce }) },
    { weight: 4, arbitrary: fc.record({ what: fc.constant('repeat' as const), payment, weather, atOnce }) },
    fc.record({ what: fc.constant('steal' as const), payment, call }),
    fc.record({ what: fc.constant('cancel' as const), payment }),
    fc.record({ what: fc.constant('claim' as const), guest }),
    { weight: 2, arbitrary: fc.record({ what: fc.constant('delete' as const), guest, monitor: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant('wait' as const), sec: fc.constantFrom(4, 40, 130, 400) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant('check' as const), node, isTableDown: fc.boolean() }),
    },
    fc.record({ what: fc.constant('release' as const) }),
  ),
  { minLength: 4, maxLength: 14 },
);

/** Two guests who pay, or do not, and what is known of the payments that they signed. */
export class RandomPayers {
  readonly guests: Person[];
  /** Who have claimed what a guest had until then. */
  readonly accounts: SignedIn[] = [];
  readonly signed: Signed[] = [];
  readonly #till: Till;
  #calls = 0;

  static async at(till: Till): Promise<RandomPayers> {
    heal(till);
    return new RandomPayers(till, [await fullGuest(till), await fullGuest(till)]);
  }

  private constructor(till: Till, guests: Person[]) {
    this.#till = till;
    this.guests = guests;
  }

  async do(deed: Deed): Promise<void> {
    const { service, facilitator } = this.#till;
    switch (deed.what) {
      case 'pay': {
        const signed = await this.#sign(deed.guest, deed.call);
        return signed && this.#send(signed, deed);
      }
      case 'repeat':
        return this.#on(deed.payment, (signed) => this.#send(signed, deed));
      case 'steal':
        return this.#on(deed.payment, async ({ guest, header }) => {
          const other = this.guests.find((each) => each !== guest);
          if (other) await this.#call(other, await this.#callOf(other, deed.call), header);
        });
      case 'cancel':
        return this.#on(deed.payment, async ({ header }) => {
          const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload;
          ignoring(() => this.#till.chain.cancel(authorization));
        });
      case 'claim':
        return this.#claim(deed.guest);
      case 'delete': {
        const of = this.guests[deed.guest];
        const found = of && (await activeOf(of))[deed.monitor];
        if (of && found) await of.remove(found.id);
        return;
      }
      case 'wait':
        return void service.clock.advance(deed.sec);
      case 'check':
        return this.#check(deed);
      case 'release':
        return ignoring(() => facilitator.release());
    }
  }

  /** What is kept of a payment. */
  rowOf({ id }: Pick<Signed, 'id'>): Promise<PaymentRecord | undefined> {
    return getPayment(this.#till.service.core.table, id);
  }

  /** Repeats every payment that was signed, and has it looked at until nothing can be open. */
  async end(): Promise<void> {
    const { service } = this.#till;
    heal(this.#till);
    ignoring(() => this.#till.facilitator.release());
    for (let round = 0; round < 3; round++) {
      service.clock.advance(420);
      await service.check();
    }
    for (const { guest, call, header } of this.signed) await this.#call(guest, call, header);
  }

  /** Each ends a monitor, and makes another one of a name that may be paid for meanwhile. */
  async #meddle(): Promise<void> {
    for (const guest of this.guests) {
      const [first] = await activeOf(guest);
      if (first) await guest.remove(first.id);
      for (const slug of ['job-0', 'job-1', 'job-2'])
        await guest.call('PUT', `/api/endpoints/by-slug/${slug}`, { interval_sec: 600 });
    }
  }

  async #claim(index: number): Promise<void> {
    const account = await signedIn(this.#till.service);
    const { status } = await account.call('POST', '/api/auth/claim', {
      guest_token: this.guests[index]?.token,
    });
    if (status !== 200) throw new Error(`A claim was answered ${status}.`);
    this.accounts.push(account);
  }

  async #on(index: number, doing: (signed: Signed) => Promise<void>): Promise<void> {
    const signed = this.signed[index % Math.max(1, this.signed.length)];
    if (signed) await doing(signed);
  }

  async #sign(index: number, kind: number): Promise<Signed | undefined> {
    const guest = this.guests[index];
    if (!guest) return undefined;
    const call = await this.#callOf(guest, kind);
    const asked = await this.#call(guest, call);
    if (asked.status !== 402) return undefined;
    const wallet = new Wallet();
    const requirement = askedBy(asked);
    const payment = await wallet.pay(requirement, this.#till.service.clock.now());
    const header = headerOf(wirePayment(payment));
    const [id, amount] = [paymentId(payment, requirement.asset), BigInt(requirement.maxAmountRequired)];
    const signed = { guest, call, header, wallet, amount, id };
    this.signed.push(signed);
    return signed;
  }

  /** Sends a payment with its call; while it is held nobody is asked for another one. */
  async #send(signed: Signed, { weather, atOnce }: { weather: Weather; atOnce: number }): Promise<void> {
    const { guest, call, header } = signed;
    const replies: Reply[] = [];
    await this.#under(weather, async () => {
      const sent = Array.from({ length: atOnce }, () => this.#call(guest, call, header));
      replies.push(...(await Promise.all(sent)));
    });
    const isHeld = (await this.rowOf(signed))?.state === 'held';
    const wrong = replies.filter(({ status }) => status === 500 || (isHeld && status === 402));
    if (wrong.length > 0)
      throw new Error(`A call that pays was answered ${wrong[0]?.status} ${wrong[0]?.text}`);
  }

  /** With a table that takes nothing of what a check has found out. */
  async #check({ node, isTableDown }: { node: NodeWays; isTableDown: boolean }): Promise<void> {
    const { service } = this.#till;
    this.#till.node.ways = node;
    const table = failTable(service, (command) => isTableDown && command === 'TransactWriteItemsCommand');
    await service.check();
    table.end();
    heal(this.#till);
  }

  async #under({ settle, verify, node, isBusy, table }: Weather, doing: () => Promise<void>): Promise<void> {
    const { facilitator, node: rpc, service } = this.#till;
    const meanwhile = () => this.#meddle().catch(() => {});
    const settleWays = isBusy ? { ...settle, meanwhile } : settle;
    Object.assign(facilitator, { settleWays, verifyWays: verify });
    rpc.ways = node;
    const failing =
      table &&
      failTable(service, (_, before) => (table.isForGood ? before >= table.at : before === table.at), {
        answerLost: table.isLost,
      });
    try {
      await doing();
    } finally {
      failing?.end();
      heal(this.#till);
    }
  }

  #call({ token }: Person, { method, path, body, headers }: Call, header?: string): Promise<Reply> {
    const sent = { ...headers, ...(header !== undefined && { 'x-payment': header }) };
    return this.#till.service.call(method, path, { token, body, headers: sent });
  }

  async #callOf(guest: Person, kind: number): Promise<Call> {
    const name = `job ${++this.#calls}`;
    const json = (method: string, path: string, body: unknown): Call => ({ method, path, body, headers: {} });
    if (kind === 0) return json('POST', '/api/endpoints', { name, interval_sec: 300 });
    if (kind === 1)
      return json('PUT', `/api/endpoints/by-slug/job-${this.#calls % 3}`, {
        interval_sec: this.#calls % 2 === 0 ? 300 : 60,
      });
    if (kind === 2)
      return {
        ...json('POST', '/api/import/crontab?apply=1', `0 3 * * * one-${name}\n0 4 * * * two-${name}\n`),
        headers: { 'content-type': 'text/plain' },
      };
    const slow = (await activeOf(guest)).find(({ interval_sec: sec }) => sec > 90);
    return slow
      ? json('PATCH', `/api/endpoints/${slow.id}`, { interval_sec: 60 })
      : json('POST', '/api/endpoints', { name, interval_sec: 60 });
  }
}

interface Shown {
  id: string;
  active: boolean;
  interval_sec: number;
}

/** What an owner has and has not ended. */
export async function activeOf(person: Pick<Person, 'call'>): Promise<Shown[]> {
  const { json } = await person.call('GET', '/api/endpoints');
  return (json['endpoints'] as Shown[]).filter(({ active }) => active);
}

function ignoring(doing: () => void): void {
  try {
    doing();
  } catch {
    // The contract refuses it.
  }
}
