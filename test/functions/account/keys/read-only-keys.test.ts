import { describe, expect, it } from 'vitest';
import { operations } from '../../../../lib/contract/catalogue.ts';
import { hintsOf, methodsOf, type Method, type Operation } from '../../../../lib/contract/operation.ts';
import { castOf } from '../../../fuzz/cast.ts';
import { describe as described, type Described } from '../../../fuzz/described.ts';
import { Dice } from '../../../fuzz/dice.ts';
import { goodRequest } from '../../../fuzz/good-requests.ts';
import { Wire, type WireReply } from '../../../fuzz/wire.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { callTool } from '../../../support/service/mcp.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

async function readOnlyKeyOf(who: SignedIn): Promise<string> {
  const body = { name: 'dashboard', organizationId: null, readOnly: true };
  const secret: string = (await who.call('POST', '/api/account/keys/create', body)).json['secret'];
  // Its use is noted once an hour, and the trial of its account begins.
  await service.call('GET', '/api/endpoints', { headers: { 'x-api-key': secret } });
  return secret;
}

/** In the catalogue, where one operation may have several methods. */
function operationOf({ method, path }: Described): Operation {
  const at = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const [, found] =
    operations.find(([, each]) => each.path === at && methodsOf(each).includes(method as Method)) ?? [];
  if (!found) throw new Error(`There is no ${method} ${path}.`);
  return found;
}

/** Reading there takes a read-write key too. */
const READ_BY_WRITERS = ['listCheckPings', 'getCheckPingBody', 'listCheckChannels'];

it('calls each operation of the catalogue that reads, is refused by each other, and writes nothing', async () => {
  const cast = await castOf(service);
  const { signedIn: person } = cast;
  await person.call('POST', '/api/auth/claim', { guest_token: cast.alice.token });
  const secret = await readOnlyKeyOf(person);
  const wire = new Wire(service.url);
  const send = (operation: Described): Promise<WireReply> => {
    const asked = goodRequest(operation, cast, new Dice(7));
    const content = asked.headers.filter(([name]) => name === 'content-type');
    return wire.send({ ...asked, headers: [...content, ['x-api-key', secret]] });
  };
  const opened = (await described(service)).operations.filter(
    ({ security, method }) => security.includes('apiKeyHeader') && method !== 'HEAD',
  );
  const before = await contentsOf(service);
  const read: string[] = [];

  for (const operation of opened) {
    const isReading = hintsOf(operationOf(operation)).readOnly && !READ_BY_WRITERS.includes(operation.id);
    const { status, text } = await send(operation);
    if (isReading) expect([operation.id, status < 300]).toEqual([operation.id, true]);
    else {
      const refused = operation.path.startsWith('/api/v3/') ? [401, 'wrong api key'] : [403, 'read_only_key'];
      expect([operation.id, status, JSON.parse(text)['error']]).toEqual([operation.id, ...refused]);
    }
    if (isReading) read.push(operation.id);
  }
  expect(await contentsOf(service)).toEqual(before);

  wire.close();
  expect(read.length).toBeGreaterThan(20);
  expect(opened.length - read.length).toBeGreaterThan(40);
  for (const { id, method } of opened) if (method !== 'GET' && read.includes(id)) expect(id).toBe('?');
}, 120_000);

describe('a read-only key', () => {
  it('is said to be one, and a key of which nothing is said may write', async () => {
    const alice = await signedIn(service);
    await readOnlyKeyOf(alice);
    await alice.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });

    const { keys } = (await alice.call('GET', '/api/account/keys')).json;

    const said = keys.map(({ name, readOnly }: Record<string, unknown>) => [name, readOnly]);
    expect(said.toSorted()).toEqual([
      ['ci', false],
      ['dashboard', true],
    ]);
    const odd = { name: 'ci', organizationId: null, readOnly: 'yes' };
    const refused = { status: 400, error: 'invalid_request', names: ['readOnly'] };
    await expectNothingWritten(service, () => alice.call('POST', '/api/account/keys/create', odd), refused);
  });

  it('is refused with a sentence, also with a session or a guest token beside it', async () => {
    const alice = await signedIn(service);
    const { token } = await service.guest();
    const headers = { 'x-api-key': await readOnlyKeyOf(alice) };
    const body = { name: 'nightly backup', interval_sec: 300 };
    const refused = { status: 403, error: 'read_only_key', names: ['read-only', 'POST /api/endpoints'] };

    for (const beside of [{}, { 'x-guest-token': token }, { cookie: alice.cookie }]) {
      const call = () => service.call('POST', '/api/endpoints', { headers: { ...headers, ...beside }, body });
      await expectNothingWritten(service, call, refused);
    }
  });

  it('begins no trial by a call that is refused', async () => {
    const alice = await signedIn(service);
    const body = { name: 'dashboard', organizationId: null, readOnly: true };
    const { secret } = (await alice.call('POST', '/api/account/keys/create', body)).json;

    const headers = { 'x-api-key': secret };
    expectRefusal(await service.call('DELETE', '/api/ingest-key', { headers }), {
      status: 403,
      error: 'read_only_key',
    });

    const { trial } = (await alice.call('GET', '/api/me')).json;
    expect(trial).toMatchObject({ ends_at: null });
  });

  it('reads monitors, and of their secrets none', async () => {
    const alice = await signedIn(service);
    const { id } = await alice.createMonitor();
    const headers = { 'x-api-key': await readOnlyKeyOf(alice) };

    const { json } = await service.call('GET', `/api/endpoints/${id}`, { headers });

    expect(json).toMatchObject({ id, channel_ids: [] });
    const own = await alice.read(String(id));
    for (const secret of ['token', 'webhook_secret', 'status_url', 'events_url']) {
      expect(own).toHaveProperty(secret);
      expect(json).not.toHaveProperty(secret);
    }
  });

  it('calls tools that read, and is told by those that write that it may not', async () => {
    const alice = await signedIn(service);
    await alice.createMonitor({ name: 'nightly backup' });
    const headers = { 'x-api-key': await readOnlyKeyOf(alice) };

    const listed = await callTool(service, 'listMonitors', {}, { headers });
    const made = await callTool(service, 'createMonitor', { name: 'x', interval_sec: 300 }, { headers });

    expect(JSON.stringify(listed['structuredContent'])).toContain('nightly backup');
    expect(made).toMatchObject({ isError: true, structuredContent: { error: 'read_only_key' } });
    expect(await alice.monitors()).toHaveLength(1);
  });
});
