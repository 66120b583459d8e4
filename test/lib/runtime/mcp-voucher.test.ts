import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpHandler } from '../../../functions/mcp/mcp.ts';
import { openQueue } from '../../../lib/adapters/queue.ts';
import { HOP_HEADER, HOP_MAX_AGE_SEC } from '../../../lib/contract/agents/mcp-voucher.ts';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../../lib/contract/origin-mark.ts';
import { startGateway, type LocalGateway } from '../../../lib/local/gateway/gateway.ts';
import { vouchFor } from '../../../lib/runtime/mcp-voucher.ts';
import { lambdaHandler } from '../../../lib/runtime/lambda/lambda.ts';
import { pipelineOf } from '../../../lib/runtime/pipeline.ts';
import { callTool } from '../../support/service/mcp.ts';
import { rawCall } from '../../support/service/raw-call.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { startStubApi } from '../../support/service/stub-api.ts';
import { testArea, testKinds } from '../../support/service/test-catalogue.ts';

const SECRET = 'the service secret';
const AGENT = '198.51.100.10';
const HERE = '127.0.0.1';

let told: LocalGateway;
let untold: LocalGateway;
let reads = 0;
const service = shared(startTestService);
beforeAll(async () => {
  told = await gatewayOf({ text: SECRET });
  untold = await gatewayOf(null);
});
afterAll(() => Promise.all([told.stop(), untold.stop()]));

async function gatewayOf(secret: { text: string } | null): Promise<LocalGateway> {
  const config = { ...service.core.config, secret };
  const read = async () => {
    reads += 1;
    return SECRET;
  };
  const deps = { ...service.core, config, secret: read, queue: openQueue(config) };
  const handler = lambdaHandler(pipelineOf(testArea(), deps, testKinds), config);
  return startGateway({ port: 0, routes: [], fallback: handler });
}

const now = () => service.clock.now();
const CALL = { method: 'GET', path: '/t/origin/a b', address: AGENT };

async function seen(voucher: string | undefined, path = '/t/origin/a%20b', gateway = told) {
  const headers = voucher === undefined ? {} : { [HOP_HEADER]: voucher };
  return JSON.parse((await rawCall(gateway.url, 'GET', path, headers)).text);
}

describe('a voucher', () => {
  it.each([AGENT, '2001:db8::8a2e:370:7334'])('says who called at first: %s', async (address) => {
    expect(await seen(vouchFor(SECRET, { ...CALL, address }, now()))).toEqual({ address, via: 'mcp' });
  });

  it('is good for half a minute, by either clock', async () => {
    const at = (sec: number) => vouchFor(SECRET, CALL, now() + sec * 1000);

    for (const sec of [-HOP_MAX_AGE_SEC, HOP_MAX_AGE_SEC]) expect((await seen(at(sec))).address).toBe(AGENT);
    for (const sec of [-HOP_MAX_AGE_SEC - 1, HOP_MAX_AGE_SEC + 1])
      expect(await seen(at(sec))).toEqual({ address: HERE, via: null });
  });

  it.each([
    ['another secret', () => vouchFor('guessed', CALL, now())],
    ['another method', () => vouchFor(SECRET, { ...CALL, method: 'POST' }, now())],
    ['another path', () => vouchFor(SECRET, { ...CALL, path: '/t/origin/ab' }, now())],
    ['another address', () => vouchFor(SECRET, CALL, now()).replace(AGENT, '198.51.100.11')],
    ['a later time', () => vouchFor(SECRET, CALL, now()).replace(String(now()), String(now() + 1))],
    ['no address', () => vouchFor(SECRET, { ...CALL, address: 'localhost' }, now())],
    ['another way', () => vouchFor(SECRET, CALL, now()).replace('mcp', 'api')],
    ['no signature', () => `mcp ${now()} ${AGENT}`],
    ['nothing', () => ''],
    ['a time that is none', () => `mcp NaN ${AGENT} x`],
    ['two of them', () => [1, 2].map(() => vouchFor(SECRET, CALL, now())).join(',')],
  ])('is ignored that was made for %s', async (_what, voucher) => {
    expect(await seen(voucher())).toEqual({ address: HERE, via: null });
  });

  it('is believed by no function that is not told the secret, and shown to none', async () => {
    const voucher = vouchFor(SECRET, CALL, now());

    expect(await seen(voucher, undefined, untold)).toEqual({ address: HERE, via: null });
    for (const gateway of [told, untold])
      expect(await seen('forged', undefined, gateway)).not.toHaveProperty('header');
  });

  it('costs calls without one nothing', async () => {
    const before = reads;
    expect(await seen(undefined)).toEqual({ address: HERE, via: null });
    expect(reads).toBe(before);
  });
});

describe('a tool call', () => {
  it('is vouched for with the address of the agent, for this one call', async () => {
    await using api = await startStubApi({ clock: service.clock });
    await callTool(api, 'getMonitor', { id: 'a b' });
    await callTool(api, 'getMonitor', { id: 'other' });

    const [first, other] = api.calls.map(({ headers }) => String(headers[HOP_HEADER]));
    const call = { method: 'GET', path: '/api/endpoints/a b', address: HERE };
    expect(first).toBe(vouchFor(SECRET, call, now()));
    expect(other).not.toBe(first);
  });

  it('comes from the agent to the API, whoever it says that it is', async () => {
    await using api = await startStubApi({ clock: service.clock });
    const headers = { [HOP_HEADER]: vouchFor(SECRET, CALL, now()), 'x-forwarded-for': AGENT };
    await callTool(api, 'getMonitor', { id: 'x' }, { headers });

    expect(String(api.calls[0]?.headers[HOP_HEADER])).toContain(` ${HERE} `);
  });

  it('behind an edge carries the address that the edge saw', async () => {
    await using api = await startStubApi({ clock: service.clock });
    const mark = 'q'.repeat(64);
    const config = {
      ...service.core.config,
      urls: { base: api.api, ingest: api.api },
      originMark: { text: mark },
    };
    const deps = { config, clock: service.clock, log: service.core.log, secret: async () => SECRET };
    const gateway = await startGateway({ port: 0, routes: [], fallback: mcpHandler(deps) });
    try {
      const headers = { [ORIGIN_MARK_HEADER]: mark, [VIEWER_ADDRESS_HEADER]: AGENT };
      await callTool(gateway, 'getMonitor', { id: 'x' }, { headers });
    } finally {
      await gateway.stop();
    }

    expect(String(api.calls[0]?.headers[HOP_HEADER])).toContain(` ${AGENT} `);
    expect(api.calls[0]?.headers).not.toHaveProperty(ORIGIN_MARK_HEADER);
  });

  it('arrives as one at the running service', async () => {
    const guest = await service.guest();
    const { id } = await guest.createMonitor();
    const result = await callTool(service, 'getMonitor', { id }, { token: guest.token });

    expect(result['isError']).toBeUndefined();
    expect(service.logged).toEqual([]);
  });
});
