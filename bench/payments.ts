import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { operations } from '../functions/monitors/monitors.ts';
import { hashOf, newId, newToken } from '../lib/adapters/ids.ts';
import { openQueue } from '../lib/adapters/queue.ts';
import { createGuestOwner } from '../lib/data/owners.ts';
import { billingOf, settlementOf, type BillingSettings } from '../lib/domain/billing/billing-settings.ts';
import { wirePayment } from '../lib/domain/billing/payment.ts';
import type { PaymentRequirement } from '../lib/domain/billing/x402/requirement.ts';
import { LambdaContext } from '../lib/local/lambda-context.ts';
import { areaHandler } from '../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../lib/runtime/lambda/lambda.ts';
import { HOMOLOG_CREDENTIAL, PAY_TO } from '../test/support/money/billing.ts';
import { PaperChain } from '../test/support/money/paper-chain.ts';
import { headerOf } from '../test/support/money/payment-builder.ts';
import { StubFacilitator } from '../test/support/money/stub-facilitator.ts';
import { StubRpc } from '../test/support/money/stub-rpc.ts';
import { Wallet } from '../test/support/money/wallet.ts';
import { pingDeps } from './ping-deps.ts';
import { pingEvent } from './ping-event.ts';
import type { Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { openMeteredTable, type MeteredTable, type TableWork } from './table-meter.ts';
import { withEngine } from './with-engine.ts';

const WARM_UP = 20;
const ROUNDS = 100;
const PATH = '/api/endpoints';

/** A way to create a monitor. */
interface Way {
  handler: LambdaHandler;
  token: string;
  /** Signs what is asked for; null where nothing is sent. */
  pays: ((asked: PaymentRequirement) => Promise<string>) | null;
}

/** What a creation asks of the table, the facilitator and the node: free, and paid in two modes. */
export async function benchPayments(): Promise<Section[]> {
  const chain = new PaperChain(Date.now);
  const facilitator = await StubFacilitator.start(chain);
  const node = await StubRpc.start(chain);
  try {
    return await withEngine('rollcall', async (endpoint, tableName) => {
      const table = openMeteredTable({ name: tableName, region: 'us-east-1', endpoint });
      const ways = await waysOf(table, { facilitatorUrl: facilitator.url, rpcUrl: node.url });
      const asked = () => ({ facilitator: facilitator.asked.length, node: node.calls.length });
      const rows = await measured(table, ways, asked);
      const note = `Medians of ${ROUNDS} [min-max], in turns in one run. Facilitator and node answer at once, so times are those of this service alone.`;
      return [{ title: 'The creation of a monitor', rows, note }];
    });
  } finally {
    await facilitator.stop();
    await node.stop();
  }
}

async function waysOf(
  table: MeteredTable,
  urls: Pick<BillingSettings, 'facilitatorUrl' | 'rpcUrl'>,
): Promise<Record<string, Way>> {
  const live: BillingSettings = { billingMode: 'live', payNetwork: 'base-sepolia', payTo: PAY_TO, ...urls };
  const homolog: BillingSettings = {
    billingMode: 'homolog',
    payTo: PAY_TO,
    homologCredentialSha256: hashOf(HOMOLOG_CREDENTIAL),
  };
  const free = 'max_endpoints=100000';
  const none = 'max_endpoints=0';
  const wallet = new Wallet();
  const pays = async (asked: PaymentRequirement) =>
    headerOf(wirePayment(await wallet.pay(asked, Date.now())));
  const way = async (settings: BillingSettings, sends: Way['pays']): Promise<Way> => {
    const token = newToken('hp_');
    const ids = { ownerId: newId(), spaceId: newId(), tokenHash: hashOf(token) };
    await createGuestOwner(table, { ...ids, now: Date.now() });
    return { handler: handlerOf(table, settings), token, pays: sends };
  };
  return {
    'free, dev': await way({ billingMode: 'dev', freeAllowance: free }, null),
    'free, live': await way({ ...live, freeAllowance: free }, null),
    'paid, live': await way({ ...live, freeAllowance: none }, pays),
    'paid, homolog': await way({ ...homolog, freeAllowance: none }, pays),
  };
}

function handlerOf(table: MeteredTable, settings: BillingSettings): LambdaHandler {
  const core = pingDeps(table);
  const config = {
    ...core.config,
    billing: billingOf(settings),
    settlement: settlementOf(settings),
    allowance: { isUnlimited: false },
  };
  const secret = async () => 'the secret of a bench';
  return areaHandler(operations, { ...core, config, secret, queue: openQueue(config) });
}

type Asked = Record<'facilitator' | 'node', number>;

async function measured(table: MeteredTable, ways: Record<string, Way>, asked: () => Asked) {
  const ms: Record<string, number[]> = {};
  const work: Record<string, TableWork & Asked> = {};
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? Object.entries(ways) : Object.entries(ways).toReversed();
    for (const [name, { handler, token, pays }] of order) {
      const create = async (payment?: string) =>
        (await handler(eventOf(token, round, payment), new LambdaContext('monitors'))) as {
          statusCode: number;
          body: string;
        };
      const payment = pays ? await pays(JSON.parse((await create()).body).accepts[0]) : undefined;
      table.take();
      const before = asked();
      const startMs = performance.now();
      const { statusCode, body } = await create(payment);
      const tookMs = performance.now() - startMs;
      if (statusCode !== 201) throw new Error(`The creation was answered ${statusCode} (${name}): ${body}`);
      if (round < 0) continue;
      (ms[name] ??= []).push(tookMs);
      const { facilitator, node } = asked();
      const calls = { facilitator: facilitator - before.facilitator, node: node - before.node };
      work[name] = { ...table.take(), ...calls };
    }
  }
  return Object.entries(work).map(([creation, did]) => ({
    creation,
    ms: spreadOf(ms[creation] ?? []),
    'table calls': did.calls,
    'round trips': did.roundTrips,
    'read units': did.readUnits,
    'write units': did.writeUnits,
    'index write units': did.indexWriteUnits,
    facilitator: did.facilitator,
    node: did.node,
  }));
}

function eventOf(token: string, round: number, payment: string | undefined): APIGatewayProxyEventV2 {
  const event = pingEvent('');
  const http = { ...event.requestContext.http, method: 'POST', path: PATH };
  const headers = {
    'content-type': 'application/json',
    'x-guest-token': token,
    ...(payment !== undefined && { 'x-payment': payment, 'x-homolog-credential': HOMOLOG_CREDENTIAL }),
  };
  return {
    ...event,
    rawPath: PATH,
    routeKey: `ANY ${PATH}`,
    headers: { ...event.headers, ...headers },
    body: JSON.stringify({ name: `job ${round}`, interval_sec: 300 }),
    requestContext: { ...event.requestContext, http },
  };
}
