import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { removeExpired } from '../../../support/table/expired.ts';
import { startReceiver, type Received } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const HOUR_SEC = 3_600;
const WRONG = { status: 401, error: 'credencial_invalida' };
const ABSENT = { status: 401, error: 'credencial_ausente' };
const NONE = { status: 404, error: 'not_found' };

const service = shared(startTestService);
const alice = shared(() => service.guest());

const rotate = (person: Person, id: unknown, what: 'token' | 'secret') =>
  person.call('POST', `/api/endpoints/${id}/${what}/rotate`);
const readBy = (id: unknown, token: string, path = '') =>
  service.call('GET', `/api/endpoints/${id}${path}`, { headers: { 'x-hook-token': token } });
const kindsOf = async (id: unknown) => {
  const { json } = await alice.call('GET', `/api/endpoints/${id}/changes`);
  return json['changes'].map(({ kind }: { kind: string }) => kind);
};

describe('rotateReadToken', () => {
  it('gives another token: the old one is 401 at once on every path, the new one reads', async () => {
    const { id, token: old } = await alice.createMonitor();

    const { status, json } = await rotate(alice, id, 'token');

    expect(status).toBe(200);
    expect(json['token']).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(json['token']).not.toBe(old);
    for (const path of ['', '/events', '/runs', '/stats']) {
      expectRefusal(await readBy(id, old, path), WRONG);
      expect((await readBy(id, json['token'], path)).status).toBe(200);
    }
    const url = String(json['status_url']).slice(service.url.length);
    expect((await service.call('GET', url)).status).toBe(200);
    const shown = await alice.call('GET', `/api/endpoints/${id}`);
    expect(shown.json).toMatchObject(json);
    expect(await kindsOf(id)).toEqual(['read_token_rotated', 'created']);
  });

  it('leaves ping URL, webhook secret and the token of another monitor as they are', async () => {
    const [one, other] = [await alice.createMonitor(), await alice.createMonitor()];

    await rotate(alice, one['id'], 'token');

    expect((await readBy(other['id'], other['token'])).status).toBe(200);
    expect((await service.ping(one['id'])).status).toBe(200);
    const shown = await alice.call('GET', `/api/endpoints/${one['id']}`);
    expect(shown.json['webhook_secret']).toBe(one['webhook_secret']);
  });

  it('stays as it is under pings that race it, and each rotation ends the one before', async () => {
    const { id } = await alice.createMonitor();
    const pings = Array.from({ length: 6 }, () => service.call('GET', `/in/${id}/start?rid=a`));
    const rotations = Array.from({ length: 4 }, () => rotate(alice, id, 'token'));

    const replies = await Promise.all([...rotations, ...pings]);

    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const tokens = replies.slice(0, 4).map(({ json }) => json['token']);
    const read = await Promise.all(tokens.map((token) => readBy(id, token)));
    expect(read.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('answers a repeat with its key as at first, and keeps no token in the table', async () => {
    const { id } = await alice.createMonitor();
    const call = () =>
      service.call('POST', `/api/endpoints/${id}/token/rotate`, {
        token: alice.token,
        headers: { 'idempotency-key': 'rotate-once' },
      });

    const [first, again] = [await call(), await call()];

    expect(again.json).toEqual(first.json);
    expect((await readBy(id, first.json['token'])).status).toBe(200);
    expect(JSON.stringify(await contentsOf(service))).not.toContain(first.json['token']);
  });

  it('ends the token of a deleted monitor too, and of its name for good', async () => {
    const { json } = await alice.call('PUT', '/api/endpoints/by-slug/dump', { interval_sec: 300 });
    const { id, token } = json;
    const second = (await rotate(alice, id, 'token')).json['token'];
    await alice.remove(id);
    const third = (await rotate(alice, id, 'token')).json['token'];
    expectRefusal(await readBy(id, second), WRONG);
    expect((await readBy(id, third)).json['state']).toBe('inactive');

    const revived = await alice.call('PUT', '/api/endpoints/by-slug/dump', { interval_sec: 300 });

    expect(revived.json).toMatchObject({ id, token: third });
    expectRefusal(await readBy(id, token), WRONG);
  });

  it('ends the token of a deleted monitor for the next of its name too, once the table has removed it', async () => {
    await using own = await startTestService();
    const bob = await own.guest();
    const put = () => bob.call('PUT', '/api/endpoints/by-slug/dump', { interval_sec: 300 });
    const { id, token: leaked, webhook_secret: first } = (await put()).json;
    await bob.remove(id);
    const { token } = (await rotate(bob, id, 'token')).json;
    const { webhook_secret: second } = (await rotate(bob, id, 'secret')).json;
    await removeExpired(own, id);

    expect((await put()).json).toMatchObject({ id, token, webhook_secret: second });

    expect(second).not.toBe(first);
    const headers = { 'x-hook-token': leaked };
    expectRefusal(await own.call('GET', `/api/endpoints/${id}`, { headers }), WRONG);
  });

  it.each(['token', 'secret'] as const)('%s: refuses Bob and unknown monitors alike', async (what) => {
    const { id } = await alice.createMonitor();
    const bob = await service.guest();

    await expectNothingWritten(service, () => rotate(bob, id, what), NONE);
    await expectNothingWritten(service, () => rotate(alice, 'nothing', what), NONE);
    const path = `/api/endpoints/${id}/${what}/rotate`;
    await expectNothingWritten(service, () => service.call('POST', path), ABSENT);
  });
});

/** Whether a receiver that knows a secret takes a delivery for ours; its clock is the service's. */
function isBelieved(secret: string, { headers, text }: Received): boolean {
  const hook = new Webhook(secret);
  const id = String(headers['webhook-id']);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const offered = String(headers['webhook-signature']).split(' ');
  return offered.includes(hook.sign(id, at, text));
}

describe('rotateWebhookSecret', () => {
  it('has both secrets sign for 24 hours, and then the new one alone', async () => {
    await using receiver = await startReceiver();
    const { id, webhook_secret: old } = await alice.createMonitor({ alert_url: receiver.url });
    const { status, json } = await rotate(alice, id, 'secret');
    const fresh = json['webhook_secret'];
    expect(status).toBe(200);
    expect(json['previous_until']).toBe(new Date(service.clock.now() + 24 * HOUR_SEC * 1000).toISOString());

    const first = await delivery(receiver.received, id);
    service.clock.advance(23 * HOUR_SEC);
    const last = await delivery(receiver.received, id);
    service.clock.advance(HOUR_SEC);
    const after = await delivery(receiver.received, id);

    expect([first, last, after].map((each) => isBelieved(fresh, each))).toEqual([true, true, true]);
    expect([first, last, after].map((each) => isBelieved(old, each))).toEqual([true, true, false]);
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(await kindsOf(id)).toEqual(['webhook_secret_rotated', 'created']);
  });

  it('is believed by the library of receivers, with either secret', async () => {
    await using receiver = await startReceiver();
    await using now = await startTestService({ startAt: Date.now() });
    const carol = await now.guest();
    const { id, webhook_secret: old } = await carol.createMonitor({ alert_url: receiver.url });
    const { json } = await rotate(carol, id, 'secret');

    await carol.call('POST', `/api/endpoints/${id}/test-alert`);

    const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const secret of [old, json['webhook_secret']])
      expect(new Webhook(secret).verify(text, signed)).toMatchObject({ endpoint_id: id });
    const [other] = [`whsec_${Buffer.alloc(32).toString('base64')}`];
    expect(() => new Webhook(other).verify(text, signed)).toThrow('No matching signature');
  });

  it('keeps the newest two after two rotations, and the secret of other monitors', async () => {
    await using receiver = await startReceiver();
    const { id, webhook_secret: first } = await alice.createMonitor({ alert_url: receiver.url });
    const other = await alice.createMonitor({ alert_url: receiver.url });

    const second = (await rotate(alice, id, 'secret')).json['webhook_secret'];
    const third = (await rotate(alice, id, 'secret')).json['webhook_secret'];

    const received = await delivery(receiver.received, id);
    expect([first, second, third].map((secret) => isBelieved(secret, received))).toEqual([false, true, true]);
    expect(other['webhook_secret']).toBe(first);
    expect(isBelieved(first, await delivery(receiver.received, other['id']))).toBe(true);
    const otherSecond = (await rotate(alice, other['id'], 'secret')).json['webhook_secret'];
    expect([first, second, third]).not.toContain(otherSecond);
  });
});

async function delivery(received: Received[], id: unknown): Promise<Received> {
  service.clock.advance(20);
  const before = received.length;
  const { status, text } = await alice.call('POST', `/api/endpoints/${id}/test-alert`);
  expect([status, text]).toEqual([200, expect.any(String)]);
  expect(received).toHaveLength(before + 1);
  return received.at(-1) as Received;
}
