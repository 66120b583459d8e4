import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { ownerChannelKey } from '../../../../lib/data/keys.ts';
import { alertingOf } from '../../../../lib/data/alerts/owner-channels.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const HOUR_SEC = 3_600;
const SECRET = 'Bearer s3cret-token';

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const room = fresh(startReceiver);
afterEach(() => alice.removeAll());

const create = (fields: object) => alice.call('POST', '/api/channels', { url: room.url, ...fields });
const patch = (id: string, fields: object) => alice.call('PATCH', `/api/channels/${id}`, fields);
const test = async (id: string) => (await alice.call('POST', `/api/channels/${id}/test`)).json['last'];

async function silenceOf(id: string): Promise<void> {
  await service.call('POST', `/in/${id}`);
  service.clock.advance(2 * HOUR_SEC);
  await service.check();
}

describe('how a channel is sent to', () => {
  it('is shown with its defaults, and of secrets only that they are set', async () => {
    const { json: plain } = await create({});
    expect(plain).toMatchObject({
      kind: 'webhook',
      key_set: false,
      priority: null,
      method: 'POST',
      headers_set: [],
      content_type: 'application/json',
      body_down: null,
      body_up: null,
    });
    const { json: made } = await create({ method: 'PUT', headers: { Authorization: SECRET, 'X-B': 'c' } });
    expect(made).toMatchObject({ method: 'PUT', headers_set: ['authorization', 'x-b'] });

    const { json: changed } = await patch(made['id'], { headers: { 'X-B': null } });
    expect(changed['headers_set']).toEqual(['authorization']);
    expect((await test(made['id'])).delivered).toBe(true);
    expect(room.received[0]).toMatchObject({ method: 'PUT', headers: { authorization: SECRET } });
    expect(room.received[0]?.headers['x-b']).toBeUndefined();
    const all = [made, changed, (await alice.call('GET', '/api/channels')).json];
    expect(JSON.stringify(all)).not.toContain('s3cret');
  });

  it('signs the bytes that are sent, and fills the templates of both ends', async () => {
    const down = '{"what":"{{name}} is down: {{reason}}","code":"{{exit_code}}","n":{{incident}}}';
    await create({ body_down: down, body_up: '{"what":"{{name}} is up after {{downtime_sec}}"}' });
    const name = 'say "hi" 😀 \\ done';
    const { id, webhook_secret: secret } = await alice.createMonitor({ interval_sec: HOUR_SEC, name });
    await silenceOf(id);
    await service.call('POST', `/in/${id}`);
    await service.check();

    const [opened, closed] = room.received;
    expect(opened?.json).toEqual({ what: `${name} is down: silence`, code: '', n: 1 });
    expect(closed?.json['what']).toMatch(new RegExp(`^say "hi" 😀 .* is up after \\d+$`));
    expect(opened?.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const each of [opened, closed]) {
      const signed = each?.headers as Record<string, string>;
      const sentAt = Number(signed['webhook-timestamp']) * 1000;
      expect(Math.abs(sentAt - service.clock.now())).toBeLessThan(60_000);
      expect(new Webhook(secret).sign(String(signed['webhook-id']), new Date(sentAt), each?.text ?? '')).toBe(
        signed['webhook-signature'],
      );
    }
  });

  it('sends a GET without a body', async () => {
    const { json } = await create({ method: 'GET', headers: { 'X-Token': 'abc' } });
    expect((await test(json['id'])).delivered).toBe(true);
    const [got] = room.received;
    expect(got).toMatchObject({ method: 'GET', text: '', headers: { 'x-token': 'abc' } });
    expect(got?.headers).not.toHaveProperty('content-type');
    expect(got?.headers).not.toHaveProperty('content-length');
    expect(got?.headers['webhook-signature']).toMatch(/^v1,/);
  });

  it.each([
    [{ key: 7 }, /^key must be a text/],
    [{ headers: { 'X-A': 7 } }, /^headers must be secret texts by name/],
    [{ headers: { 'X-A': 's3cret\r\nHost: evil' } }, /^headers must give x-a/],
    [{ headers: { Host: 'evil.example' } }, /^headers cannot name host/],
    [{ headers: { Constructor: 'x' } }, /^headers cannot name constructor/],
    [{ body_down: '{"a":{{name}}}' }, /^body_down must be JSON once it is filled in/],
    [{ body_up: 'x={{secret}}', content_type: 'text/plain' }, /^body_up names an unknown field/],
    [{ kind: 'fax' }, /^kind must be/],
    [{ method: 'DELETE' }, /^method must be one of POST, PUT, GET/],
    [{ priority: 1.5 }, /^priority must be a whole number/],
  ])('refuses %j and writes nothing', async (fields, detail) => {
    const reply = await create(fields);
    expectRefusal(reply, { status: 400, error: 'canal_invalido' });
    expect(reply.json['detail']).toMatch(detail);
    expect(JSON.stringify(reply.json)).not.toContain('s3cret');
    expect((await alice.call('GET', '/api/channels')).json['channels']).toEqual([]);
  });

  it('does not send secrets along to another host', async () => {
    const { json: made } = await create({ headers: { Authorization: SECRET } });
    await using evil = await startReceiver();
    const reply = await patch(made['id'], { url: evil.url });
    expectRefusal(reply, { status: 400, error: 'canal_invalido' });
    expect((await patch(made['id'], { url: evil.url, headers: null })).json['headers_set']).toEqual([]);
    await test(made['id']);
    expect(evil.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is as ever for a channel that was made before', async () => {
    const { json: made } = await create({});
    const { id } = await alice.createMonitor({ interval_sec: HOUR_SEC });
    const { table } = service.core;
    const { spaceId = '' } = (await getMonitor(table, id)) ?? {};
    const Key = { ...ownerChannelKey(spaceId, made['id']) };
    await table.client.send(
      new UpdateCommand({ TableName: table.name, Key, UpdateExpression: 'REMOVE sending' }),
    );

    expect((await alertingOf(table, spaceId)).channels).toMatchObject([{ sending: null }]);
    expect((await patch(made['id'], { name: 'old' })).json).toEqual({ ...made, name: 'old' });
    await silenceOf(id);
    expect(room.received).toMatchObject([{ method: 'POST', json: { type: 'service.miss' } }]);
  });

  it('has its secrets in no item but its own, and in no answer, though it fails', async () => {
    const [key, headers] = ['k3y-of-somebody', { Authorization: SECRET }];
    const url = new URL('/message', room.url).href;
    const fields = { url, kind: 'gotify', key, headers };
    const once = { 'idempotency-key': 'once-and-once-more' };
    const { token } = alice;
    const { json: made } = await service.call('POST', '/api/channels', {
      token,
      body: fields,
      headers: once,
    });
    room.answer = 500;
    const { id } = await alice.createMonitor({ interval_sec: HOUR_SEC });
    await silenceOf(id);
    await test(made['id']);
    expect(room.received[0]?.headers).toMatchObject({ authorization: SECRET, 'x-gotify-key': key });

    const holding = (await contentsOf(service)).filter((item) => /s3cret|k3y-of/.test(JSON.stringify(item)));
    expect(new Set(holding.map(({ sk }) => String(sk).split('#')[0]))).toEqual(new Set(['SPACE+CHANNEL']));
    const paths = ['/api/channels', `/api/endpoints/${id}`, `/api/endpoints/${id}/alerts`];
    for (const path of paths) expect((await alice.call('GET', path)).text).not.toMatch(/s3cret|k3y-of/);
  });

  it('is exported without its secrets', async () => {
    const dana = await signedIn(service);
    const url = room.url;
    await dana.call('POST', '/api/channels', { url, headers: { Authorization: SECRET }, body_up: '{}' });
    const key = 'k3y-of-somebody';
    await dana.call('POST', '/api/channels', { url: 'https://a.invalid/message', kind: 'gotify', key });

    const { text } = await dana.call('GET', '/api/account/export');
    expect(text).toContain('"headersSet":["authorization"]');
    expect(text).toContain('"keySet":true');
    expect(text).not.toMatch(/s3cret|k3y-of/);
  });
});
