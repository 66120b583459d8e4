import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { mcpHandler } from '../functions/mcp/mcp.ts';
import { callOrigin } from '../lib/adapters/call-origin.ts';
import { systemClock } from '../lib/adapters/clock.ts';
import { toolsOf } from '../lib/contract/agents/tools.ts';
import { ALL_TOOLSETS, TOOLSETS } from '../lib/contract/agents/toolsets.ts';
import { LambdaContext } from '../lib/local/lambda-context.ts';
import { configFromEnv } from '../lib/config/config.ts';
import { jsonLog } from '../lib/runtime/report/log.ts';
import { target, type Section } from './report.ts';

const WARM_UP = 300;
const CALLS = 1_500;
const ROUNDS = 3;

/** What an agent pays in bytes, and what the function of agents pays beside the call that a tool is. */
export async function benchMcp(): Promise<Section[]> {
  const server = createServer((req, res) => {
    req.resume().on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const cpu = await cpuOf(base);
    const own = cpu.call - cpu.hop;
    return [
      { title: 'Bytes of tools/list', rows: bytes() },
      {
        title: `CPU of one message, mean of ${CALLS}, best of ${ROUNDS} rounds`,
        rows: Object.entries(cpu).map(([message, ms]) => ({ message, 'CPU ms': ms })),
        note: 'hop: the call of the API alone, without the function; both ends of it are in this process.',
      },
      {
        title: 'Targets',
        rows: [target('tools/call beyond its hop: < 1 ms of CPU', `${own.toFixed(2)} ms`, own < 1)],
      },
    ];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const ANSWER = JSON.stringify({ interval_sec: 300, in_words: 'Every 5 minutes.', warnings: [] });

function bytes() {
  return [...Object.keys(TOOLSETS), ALL_TOOLSETS].map((toolset) => {
    const tools = toolsOf(toolset);
    return { toolset, tools: tools.length, bytes: Buffer.byteLength(JSON.stringify(tools)) };
  });
}

async function cpuOf(base: string): Promise<Record<'list' | 'ping' | 'call' | 'hop', number>> {
  const config = configFromEnv({ TABLE_NAME: 'bench', BASE_URL: base, INGEST_ORIGIN: base, BUILD: 'bench' });
  const deps = { config, clock: systemClock, log: jsonLog, secret: async () => 'the secret of a bench' };
  const handler = mcpHandler(deps);
  const send = (method: string, params: object) => async () => {
    const { statusCode } = await handler(eventOf(method, params), new LambdaContext('mcp'));
    if (statusCode !== 200) throw new Error(`${method} was answered ${statusCode}.`);
  };
  const body = JSON.stringify({ interval_sec: 300 });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const url = `${base}/api/schedule/preview`;
  const hop = async () =>
    void (await callOrigin({ method: 'POST', url, headers, body, timeoutMs: 5_000, maxBytes: 1_000_000 }));
  const work = {
    list: send('tools/list', {}),
    ping: send('ping', {}),
    call: send('tools/call', { name: 'previewSchedule', arguments: { interval_sec: 300 } }),
    hop,
  };
  const best = { list: Infinity, ping: Infinity, call: Infinity, hop: Infinity };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of Object.keys(work) as (keyof typeof work)[])
      best[name] = Math.min(best[name], await cpuMsOf(work[name]));
  return best;
}

async function cpuMsOf(once: () => Promise<void>): Promise<number> {
  for (let at = 0; at < WARM_UP; at++) await once();
  const before = process.cpuUsage();
  for (let at = 0; at < CALLS; at++) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CALLS;
}

function eventOf(method: string, params: object): APIGatewayProxyEventV2 {
  const http = {
    method: 'POST',
    path: '/mcp',
    protocol: 'HTTP/1.1',
    sourceIp: '198.51.100.1',
    userAgent: '',
  };
  return {
    version: '2.0',
    routeKey: 'ANY /mcp',
    rawPath: '/mcp',
    rawQueryString: '',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    requestContext: {
      http,
      requestId: 'bench',
      routeKey: 'ANY /mcp',
    } as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: false,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}
