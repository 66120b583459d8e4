import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { operations } from '../functions/feed/feed.ts';
import { rowIdOf } from '../lib/adapters/ids.ts';
import { openQueue } from '../lib/adapters/queue.ts';
import { getOwner } from '../lib/data/owners.ts';
import { openTable, type Table } from '../lib/data/table.ts';
import { shownToken } from '../lib/flows/accounts/space-token.ts';
import { LambdaContext } from '../lib/local/lambda-context.ts';
import { areaHandler } from '../lib/runtime/lambda/area-handler.ts';
import type { LambdaHandler } from '../lib/runtime/lambda/lambda.ts';
import type { ApiDeps } from '../lib/runtime/deps.ts';
import { putOwnedFleet } from './owned-fleet.ts';
import { pingDeps } from './ping-deps.ts';
import { pingEvent } from './ping-event.ts';
import { progress, type Section } from './report.ts';
import { spreadOf } from './spread.ts';
import { withEngine } from './with-engine.ts';

const SIZES = [10, 200, 2_000];
const WARM_UP = 5;
const SAMPLES = 15;

/** A feed of one owner, and one badge on it. */
interface BenchFeed {
  token: string;
  rowId: string;
}

/** Time and bytes of each form of the status feed, through the handler, on the real engine. */
export function benchFeed(): Promise<Section[]> {
  return withEngine('rollcall', async (endpoint, tableName) => {
    const table = openTable({ name: tableName, region: 'us-east-1', endpoint });
    const core = pingDeps(table);
    const secret = async () => 'the secret of a bench';
    const deps: ApiDeps = { ...core, secret, queue: openQueue(core.config) };
    const handler = areaHandler(operations, deps);
    const forms: Section['rows'] = [];
    const badges: Section['rows'] = [];
    for (const monitors of SIZES) {
      const feed = await putFeed(deps, table, monitors);
      for (const [form, ending] of Object.entries(FORMS))
        forms.push({ monitors, form, ...(await measured(handler, `/s/${feed.token}${ending}`)) });
      badges.push(...(await badgeRows(handler, feed, monitors)));
      progress(`feed of ${monitors} measured`);
    }
    return [
      { title: `Forms of the feed, median of ${SAMPLES} [min-max]`, rows: forms, note: NOTE },
      { title: `One badge, median of ${SAMPLES} [min-max]`, rows: badges },
    ];
  });
}

const FORMS = { HTML: '', JSON: '.json', RSS: '.rss', metrics: '/metrics' };
const NOTE =
  'Time from event to reply, reads of the table included. CPU: of the function alone, which the engine is no part of.';

async function badgeRows(handler: LambdaHandler, { token, rowId }: BenchFeed, monitors: number) {
  const path = `/s/${token}/${rowId}.svg`;
  const { headers } = await handler(eventOf(path), new LambdaContext('feed'));
  const tag = { 'if-none-match': String(headers?.['etag']) };
  return [
    { monitors, reply: 200, ...(await measured(handler, path)) },
    { monitors, reply: 304, ...(await measured(handler, path, tag, 304)) },
  ];
}

async function measured(
  handler: LambdaHandler,
  path: string,
  headers: Record<string, string> = {},
  expected = 200,
) {
  const wallMs: number[] = [];
  const cpuMs: number[] = [];
  let body = '';
  for (let turn = -WARM_UP; turn < SAMPLES; turn++) {
    const cpu = process.cpuUsage();
    const startMs = performance.now();
    const reply = await handler(eventOf(path, headers), new LambdaContext('feed'));
    const tookMs = performance.now() - startMs;
    const { user, system } = process.cpuUsage(cpu);
    if (reply.statusCode !== expected) throw new Error(`${path} was answered ${reply.statusCode}.`);
    body = reply.body ?? '';
    if (turn < 0) continue;
    wallMs.push(tookMs);
    cpuMs.push((user + system) / 1000);
  }
  return {
    ms: spreadOf(wallMs),
    'CPU ms': spreadOf(cpuMs),
    bytes: Buffer.byteLength(body),
    gzip: body === '' ? 0 : gzipSync(body).length,
  };
}

function eventOf(path: string, headers: Record<string, string> = {}): APIGatewayProxyEventV2 {
  const event = pingEvent('');
  const { requestContext } = event;
  const http = { ...requestContext.http, path };
  return {
    ...event,
    rawPath: path,
    headers: { ...event.headers, ...headers },
    requestContext: { ...requestContext, http },
  };
}

/** The feed of an owner with so many monitors. */
async function putFeed(deps: ApiDeps, table: Table, count: number): Promise<BenchFeed> {
  const { ownerId, monitors } = await putOwnedFleet(table, count);
  const owner = await getOwner(table, ownerId);
  if (!owner) throw new Error('The owner of the feed was not created.');
  const token = await shownToken(deps, 'feed', owner);
  return { token, rowId: rowIdOf(token, monitors[0]?.id ?? '') };
}
