import type { BillingSettings } from '../../../lib/domain/billing/billing-settings.ts';
import type { LocalServiceOptions } from '../../../lib/local/service.ts';
import { PAY_TO } from './billing.ts';
import { headerOf } from './payment-builder.ts';
import { PaperChain } from './paper-chain.ts';
import { startTestService, type Person, type Reply, type TestService } from '../service/service.ts';
import { StubFacilitator } from './stub-facilitator.ts';
import { StubRpc } from './stub-rpc.ts';
import { Wallet } from './wallet.ts';
import type { PaymentRequirement } from '../../../lib/domain/billing/x402/requirement.ts';
import { wirePayment, type Authorization } from '../../../lib/domain/billing/payment.ts';

/** A service that charges for real on a paper chain, and whom it asks. */
export interface Till extends AsyncDisposable {
  service: TestService;
  chain: PaperChain;
  facilitator: StubFacilitator;
  node: StubRpc;
  stop(): Promise<void>;
}

/** Live billing on base-sepolia, with a facilitator and a node of our own over HTTP. */
export async function startTill(
  over: Partial<LocalServiceOptions> = {},
  settings: Partial<BillingSettings> = {},
): Promise<Till> {
  const at: { service?: TestService } = {};
  const chain = new PaperChain(() => at.service?.clock.now() ?? 0);
  const facilitator = await StubFacilitator.start(chain);
  const node = await StubRpc.start(chain);
  const service = await startTestService({
    billing: {
      billingMode: 'live',
      payNetwork: 'base-sepolia',
      payTo: PAY_TO,
      facilitatorUrl: facilitator.url,
      rpcUrl: node.url,
      prices: 'extra_endpoint=0.10,fast_interval=0.05,email_alert=0.10',
      freeAllowance: 'max_endpoints=1,min_interval_sec=90,email_alerts=1',
      ...settings,
    },
    ...over,
  });
  at.service = service;
  const stop = async () => {
    await service.stop();
    await facilitator.stop();
    await node.stop();
  };
  return { service, chain, facilitator, node, stop, [Symbol.asyncDispose]: stop };
}

export const MONITOR = { name: 'paid', interval_sec: 300 };

/** A call of an owner with `X-PAYMENT`. */
export function callPaying(
  { service }: Pick<Till, 'service'>,
  person: Person,
  payment: string,
  { method = 'POST', path = '/api/endpoints', body = MONITOR as unknown, headers = {} } = {},
): Promise<Reply> {
  return service.call(method, path, {
    token: person.token,
    ...(body !== undefined && { body }),
    headers: { 'x-payment': payment, ...headers },
  });
}

/** What a 402 asks for. */
export function askedBy({ json }: Reply): PaymentRequirement {
  return json['accepts'][0] as PaymentRequirement;
}

/** What a wallet sends for a 402. */
export async function paymentFor(
  till: Pick<Till, 'service'>,
  refusal: Reply,
  { wallet = new Wallet(), over = {} }: { wallet?: Wallet; over?: Partial<Authorization> } = {},
): Promise<string> {
  return headerOf(wirePayment(await wallet.pay(askedBy(refusal), till.service.clock.now(), over)));
}

/** A guest that has used up what is free. */
export async function fullGuest(till: Pick<Till, 'service'>): Promise<Person> {
  const person = await till.service.guest();
  await person.createMonitor({ name: 'free' });
  return person;
}

/** The names of what an owner has. */
export async function namesOf(person: Person): Promise<string[]> {
  const { json } = await person.call('GET', '/api/endpoints');
  return (json['endpoints'] as { name: string }[]).map(({ name }) => name).sort();
}

/** The places an owner has bought. */
export async function slotsOf(person: Pick<Person, 'call'>): Promise<Record<string, number>> {
  return (await person.call('GET', '/api/billing')).json['usage'].slots;
}
