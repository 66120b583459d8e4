import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { billingOf, NOTHING_CHARGED } from '../lib/domain/billing/billing-settings.ts';
import { operations } from '../functions/monitors/monitors.ts';
import { newCheckedToken } from '../lib/adapters/accounts/checksummed-token.ts';
import { hashOf, newId, newToken } from '../lib/adapters/ids.ts';
import { openQueue } from '../lib/adapters/queue.ts';
import { COOKIES } from '../lib/contract/cookies.ts';
import { createAccount } from '../lib/data/accounts/accounts.ts';
import { createApiKey } from '../lib/data/accounts/api-keys.ts';
import { createGuestOwner } from '../lib/data/owners.ts';
import type { Table } from '../lib/data/table.ts';
import { withBegunTrial } from '../lib/runtime/callers/known-kinds.ts';
import { beginSession } from '../lib/flows/accounts/new-session.ts';
import { LambdaContext } from '../lib/local/lambda-context.ts';
import { areaHandler } from '../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../lib/runtime/lambda/lambda.ts';
import { pingDeps } from './ping-deps.ts';
import { pingEvent } from './ping-event.ts';
import type { Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { openMeteredTable, type MeteredTable } from './table-meter.ts';
import { withEngine } from './with-engine.ts';

const WARM_UP = 50;
const ROUNDS = 300;
const PATH = '/api/endpoints';

type Event = Partial<Pick<APIGatewayProxyEventV2, 'headers' | 'cookies'>>;

/** What it costs to know who calls: an empty list of monitors, by each kind of credential in turns. */
export function benchCallers(): Promise<Section[]> {
  return withEngine('rollcall', async (endpoint, tableName) => {
    const table = openMeteredTable({ name: tableName, region: 'us-east-1', endpoint });
    const core = pingDeps(table);
    const config = { ...core.config, billing: billingOf(NOTHING_CHARGED), allowance: { isUnlimited: false } };
    const secret = async () => 'the secret of a bench';
    const deps = { ...core, config, secret, queue: openQueue(config) };
    const handler = areaHandler(operations, deps);
    const rows = await measured(handler, table, await callers(table));
    const note = 'Reads and round trips are those of the whole call, of which the list takes one query.';
    return [{ title: `A list by each kind of caller, median of ${ROUNDS} [min-max]`, rows, note }];
  });
}

async function callers(table: Table): Promise<Record<string, Event>> {
  const now = Date.now();
  const guest = newToken('hp_');
  await createGuestOwner(table, { ownerId: newId(), spaceId: newId(), tokenHash: hashOf(guest), now });
  const ids = { ownerId: newId(), spaceId: newId(), identityHash: newId() };
  const made = await createAccount(table, { ...ids, email: 'bench@example.com', now });
  const account = await withBegunTrial({ table, clock: { now: () => now } }, made);
  const proof = { authTime: now, mfa: false, acr: null, amr: [], person: null, browser: null };
  const session = await beginSession(table, account, proof, now);
  const key = newCheckedToken('mmk_');
  await createApiKey(table, {
    ownerId: account.id,
    createdBy: null,
    id: newId(),
    hash: hashOf(key),
    name: 'bench',
    readOnly: false,
    last4: key.slice(-4),
    createdAt: now,
    lastUsedAt: now,
    revokedAt: null,
    epoch: account.epoch,
  });
  return {
    'guest token': { headers: { 'x-guest-token': guest } },
    'guest cookie': { cookies: [`${COOKIES.guest}=${guest}`] },
    session: { cookies: [`${COOKIES.session}=${session}`, `${COOKIES.browser}=${newToken('')}`] },
    'API key': { headers: { 'x-api-key': key } },
  };
}

async function measured(handler: LambdaHandler, table: MeteredTable, by: Record<string, Event>) {
  const ms: Record<string, number[]> = {};
  const asked: Record<string, { calls: number; roundTrips: number }> = {};
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? Object.entries(by) : Object.entries(by).toReversed();
    for (const [caller, event] of order) {
      table.take();
      const startMs = performance.now();
      const { statusCode } = await handler(eventOf(event), new LambdaContext('monitors'));
      const tookMs = performance.now() - startMs;
      if (statusCode !== 200) throw new Error(`The list was answered ${statusCode} by ${caller}.`);
      if (round < 0) continue;
      (ms[caller] ??= []).push(tookMs);
      asked[caller] = table.take();
    }
  }
  return Object.keys(by).map((caller) => ({
    caller,
    ms: spreadOf(ms[caller] ?? []),
    'table calls': asked[caller]?.calls ?? 0,
    'round trips': asked[caller]?.roundTrips ?? 0,
  }));
}

function eventOf({ headers = {}, cookies = [] }: Event): APIGatewayProxyEventV2 {
  const event = pingEvent('');
  const { requestContext } = event;
  const http = { ...requestContext.http, path: PATH };
  return {
    ...event,
    rawPath: PATH,
    headers: { ...event.headers, ...headers },
    cookies,
    requestContext: { ...requestContext, http },
  };
}
