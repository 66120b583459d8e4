import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { wirePayment } from '../../lib/domain/billing/payment.ts';
import type { PaymentRequirement } from '../../lib/domain/billing/x402/requirement.ts';
import { billingSettingsFor, HOMOLOG_CREDENTIAL } from '../support/money/billing.ts';
import { callTool } from '../support/service/mcp.ts';
import { headerOf } from '../support/money/payment-builder.ts';
import { startTestService, type Person, type Reply } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { Wallet } from '../support/money/wallet.ts';
import { x402Body } from '../support/money/x402-body.ts';

const service = shared(() =>
  startTestService({
    billing: billingSettingsFor('homolog', { freeAllowance: 'max_endpoints=1' }),
  }),
);

/** How the client of the protocol's authors finds out about the era, and what it then speaks. */
const MODES: [string, ClientOptions, string][] = [
  ['by a handshake, as by default', {}, '2025-11-25'],
  ['as the server can', { versionNegotiation: { mode: 'auto' } }, '2026-07-28'],
  ['pinned to the newest', { versionNegotiation: { mode: { pin: '2026-07-28' } } }, '2026-07-28'],
];

interface Connected {
  client: Client;
  errors: Error[];
  [Symbol.asyncDispose](): Promise<void>;
}

async function connected(
  options: ClientOptions,
  headers: Record<string, string> = {},
  query = '',
): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const errors: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => void errors.push(error) });
  const url = new URL(`${service.url}/mcp${query}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return { client, errors, [Symbol.asyncDispose]: () => client.close() };
}

const PAID = { name: 'paid', interval_sec: 300 };

async function fullGuest(): Promise<Person> {
  const guest = await service.guest();
  await guest.createMonitor({ name: 'free' });
  return guest;
}

async function paymentFor({ structuredContent }: Reply['json']): Promise<Record<string, unknown>> {
  const asked = structuredContent.accepts[0] as PaymentRequirement;
  return wirePayment(await new Wallet().pay(asked, service.clock.now())) as unknown as Record<
    string,
    unknown
  >;
}

describe.each(MODES)('the client of the protocol’s authors, %s', (_how, options, version) => {
  it('connects, lists tools and calls one', async () => {
    await using session = await connected(options);
    const { client, errors } = session;
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: 'previewSchedule', arguments: { interval_sec: 300 } });

    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: 'rollcall' });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(tools.map(({ name }) => name)).toContain('createMonitor');
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ interval_sec: 300 });
    expect(errors).toEqual([]);
  });

  it('is told of an unknown tool, and of a refusal', async () => {
    await using session = await connected(options);
    const { client } = session;

    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    const refused = await client.callTool({ name: 'getMonitor', arguments: { id: 'x' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'credencial_ausente' } });
  });

  it.each([
    ['in _meta', true],
    ['in a header', false],
  ])('is asked to pay, and pays %s', async (_where, inMeta) => {
    const guest = await fullGuest();
    const headers = { 'x-guest-token': guest.token, 'x-homolog-credential': HOMOLOG_CREDENTIAL };
    await using asking = await connected(options, headers);
    const asked = (await asking.client.callTool({ name: 'createMonitor', arguments: PAID })) as Reply['json'];

    expect(asked['isError']).toBe(true);
    expect(x402Body.safeParse(asked['structuredContent']).success).toBe(true);
    expect(JSON.parse(asked['content'][0].text)).toEqual(asked['structuredContent']);
    expect(asked['_meta']['rollcall/http'].status).toBe(402);

    const payment = await paymentFor(asked);
    const more = inMeta ? {} : { 'x-payment': headerOf(payment) };
    await using paying = await connected(options, { ...headers, ...more });
    const paid = (await paying.client.callTool({
      name: 'createMonitor',
      arguments: PAID,
      ...(inMeta && { _meta: { 'x402/payment': payment } }),
    })) as Reply['json'];

    expect(paid['structuredContent']).toMatchObject({ name: 'paid' });
    expect(paid['_meta']['x402/payment-response']).toMatchObject({ success: true });
    const { json } = await guest.call('GET', '/api/endpoints');
    expect(json['endpoints'].map(({ name }: { name: string }) => name).sort()).toEqual(['free', 'paid']);
  });

  it('says who it is by headers, and picks its tools in the address', async () => {
    const guest = await service.guest();
    await using session = await connected(options, { authorization: `Bearer ${guest.token}` }, '?tools=feed');
    const { tools } = await session.client.listTools();
    const feed = await session.client.callTool({ name: 'getStatusFeed', arguments: {} });

    expect(tools.map(({ name }) => name)).toEqual(['getStatusFeed', 'rotateStatusFeed', 'showFeedJson']);
    expect(feed.structuredContent).toMatchObject({ rotated: false });
  });
});

it('a paid tool call is done and paid once, however often and in whatever order of members it is sent', async () => {
  const guest = await fullGuest();
  const headers = { 'x-guest-token': guest.token, 'x-homolog-credential': HOMOLOG_CREDENTIAL };
  const payment = await paymentFor(await callTool(service, 'createMonitor', PAID, { headers }));
  const call = (args: object, meta: object): Promise<Reply['json']> =>
    callTool(service, 'createMonitor', args, { headers, meta: { 'x402/payment': meta } });
  const paid = await call(PAID, payment);
  const again = await call(turned(PAID), turned(payment));
  const other = await call({ ...PAID, name: 'other' }, payment);

  expect(paid['isError']).toBeUndefined();
  expect(again['structuredContent'].id).toBe(paid['structuredContent'].id);
  expect(again['_meta']['x402/payment-response']).toEqual(paid['_meta']['x402/payment-response']);
  expect(other['isError']).toBe(true);
  const { purchases } = (await guest.call('GET', '/api/purchases')).json;
  expect(purchases).toHaveLength(1);
  expect(await guest.monitors()).toHaveLength(2);
});

/** The same members, the last one first. */
function turned(object: object): object {
  return Object.fromEntries(Object.entries(object).toReversed());
}

it('nothing was a fault of the service', () => {
  expect(service.logged).toEqual([]);
});
