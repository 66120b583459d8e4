import { afterEach, describe, expect, it } from 'vitest';
import { startReceiver, type Received, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

const HOUR_SEC = 3_600;
const FIVE_MIN_SEC = 300;
const KEY = 'R'.repeat(32);

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const vendor = fresh(startReceiver);
afterEach(() => alice.removeAll());

const at = (path: string) => new URL(path, vendor.url).href;
const create = async (fields: object) => (await alice.call('POST', '/api/channels', fields)).json;
const pager = () => create({ kind: 'pagerduty', url: at('/v2/enqueue'), key: KEY });
const ping = (id: string, signal = '') => service.call('POST', `/in/${id}${signal}`);
const checkAfter = async (sec: number) => {
  service.clock.advance(sec);
  await service.check();
};
async function pinged(name: string): Promise<string> {
  const { id } = await alice.createMonitor({ interval_sec: HOUR_SEC, name });
  await ping(id);
  return id;
}

/** What is open at a receiver that keeps incidents by their key, and all it was sent. */
function openAt({ received }: Receiver): Set<string> {
  const open = new Set<string>();
  for (const { json } of received)
    if (json['event_action'] === 'trigger') open.add(json['dedup_key']);
    else open.delete(json['dedup_key']);
  return open;
}
const actionsOf = (received: readonly Received[]) => received.map(({ json }) => json['event_action']);

describe('a channel that keeps incidents', () => {
  it('is told each of a group by itself, and each end', async () => {
    await pager();
    const ids = await Promise.all(['a', 'b', 'c'].map(pinged));
    await checkAfter(2 * HOUR_SEC);

    expect(actionsOf(vendor.received)).toEqual(['trigger', 'trigger', 'trigger']);
    expect(openAt(vendor).size).toBe(3);
    const sources = vendor.received.map(({ json }) => json['payload'].source);
    expect(sources.sort()).toEqual(['a', 'b', 'c']);
    for (const id of ids)
      expect(JSON.stringify(vendor.received.map(({ text }) => text))).not.toContain(`"${id}"`);

    await Promise.all(ids.map((id) => ping(id)));
    await checkAfter(FIVE_MIN_SEC);
    expect(openAt(vendor).size).toBe(0);
    expect(vendor.received).toHaveLength(6);
  });

  it('has nothing open after a test', async () => {
    const { id } = await pager();
    const { json } = await alice.call('POST', `/api/channels/${id}/test`);

    expect(json['last']).toMatchObject({ delivered: true });
    expect(JSON.stringify(json)).not.toContain(KEY);
    expect(actionsOf(vendor.received)).toEqual(['trigger', 'resolve']);
    expect(openAt(vendor).size).toBe(0);
  });

  it('has no incident left open whose end could not be told before the next one began', async () => {
    await pager();
    const id = await pinged('flaps');
    await checkAfter(2 * HOUR_SEC);
    expect(openAt(vendor).size).toBe(1);

    vendor.answer = 500;
    await ping(id);
    await checkAfter(FIVE_MIN_SEC);
    await ping(id, '/fail');
    await checkAfter(FIVE_MIN_SEC);
    vendor.answer = 200;
    vendor.received.length = 0;
    for (let tick = 0; tick < 6; tick += 1) await checkAfter(FIVE_MIN_SEC);

    // The end of the first, then the second.
    expect(actionsOf(vendor.received)).toEqual(['resolve', 'trigger']);
    await ping(id);
    await checkAfter(FIVE_MIN_SEC);
    expect(actionsOf(vendor.received)).toEqual(['resolve', 'trigger', 'resolve']);
    expect(vendor.received[2]?.json['dedup_key']).toBe(vendor.received[1]?.json['dedup_key']);
    expect(vendor.received[0]?.json['dedup_key']).not.toBe(vendor.received[1]?.json['dedup_key']);
  });

  it('has no incident left open whose beginning came without a good answer', async () => {
    await pager();
    vendor.answer = 500;
    const id = await pinged('lost answers');
    await checkAfter(2 * HOUR_SEC);
    for (let tick = 0; tick < 26; tick += 1) await checkAfter(FIVE_MIN_SEC);
    expect(openAt(vendor).size).toBe(1);
    const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
    expect(json['alerts']).toMatchObject([{ state: 'failed' }]);

    vendor.answer = 202;
    await ping(id);
    await checkAfter(FIVE_MIN_SEC);
    expect(openAt(vendor).size).toBe(0);
  });

  it('has an incident closed whose end was given up on once something newer is told', async () => {
    await pager();
    const { id } = await alice.createMonitor({ interval_sec: 100 * HOUR_SEC });
    await ping(id, '/fail');
    await checkAfter(FIVE_MIN_SEC);
    vendor.answer = 500;
    await ping(id);
    for (let tick = 0; tick < 24; tick += 1) await checkAfter(FIVE_MIN_SEC);
    const [first] = (await alice.call('GET', `/api/endpoints/${id}/alerts`)).json['alerts'];
    expect(first).toMatchObject({ state: 'failed' });

    vendor.answer = 202;
    vendor.received.length = 0;
    await ping(id, '/fail');
    await checkAfter(FIVE_MIN_SEC);
    expect(actionsOf(vendor.received)).toEqual(['resolve', 'trigger']);
    await ping(id);
    await checkAfter(FIVE_MIN_SEC);
    expect(actionsOf(vendor.received)).toEqual(['resolve', 'trigger', 'resolve']);
  });

  it('that asks us to slow down is told later, and has not failed', async () => {
    await pager();
    vendor.answer = 429;
    const id = await pinged('busy');
    await checkAfter(2 * HOUR_SEC);
    expect(vendor.received).toHaveLength(1);
    const alerts = async () => (await alice.call('GET', `/api/endpoints/${id}/alerts`)).json['alerts'];
    expect(await alerts()).toMatchObject([{ state: 'pending', attempts: [] }]);

    vendor.answer = 202;
    await checkAfter(FIVE_MIN_SEC);
    await checkAfter(2 * FIVE_MIN_SEC);
    expect(await alerts()).toMatchObject([{ state: 'sent' }]);
    expect(openAt(vendor).size).toBe(1);
  });
});

describe('chats with a key', () => {
  it('of one URL and two keys are each told by their own', async () => {
    const keys = ['a', 'b'].map((letter) => `${letter.repeat(30)}:${'u'.repeat(30)}`);
    for (const key of keys) await create({ kind: 'pushover', url: at('/1/messages.json'), key });
    await Promise.all(['a', 'b'].map(pinged));
    await checkAfter(2 * HOUR_SEC);

    const forms = vendor.received.map(({ text }) => new URLSearchParams(text));
    expect(forms.map((form) => form.get('token')?.[0]).sort()).toEqual(['a', 'b']);
    for (const form of forms) expect(form.get('message')).toMatch(/• a: silent .*\n• b: silent /);
  });

  it('are told by Matrix in a transaction that a repeat has again', async () => {
    const room = '/_matrix/client/v3/rooms/!a:example.org/send/m.room.message';
    await create({ url: at(room), key: 'syt_token_1' });
    vendor.answer = 500;
    await pinged('a');
    await checkAfter(2 * HOUR_SEC);
    vendor.answer = 200;
    await checkAfter(FIVE_MIN_SEC);

    expect(vendor.received.length).toBeGreaterThan(1);
    expect(new Set(vendor.received.map(({ method, path }) => `${method} ${path}`)).size).toBe(1);
    expect(vendor.received[0]).toMatchObject({
      method: 'PUT',
      headers: { authorization: 'Bearer syt_token_1' },
    });
  });

  it('that lead to another key hear what is open', async () => {
    const { id } = await create({ kind: 'gotify', url: at('/message'), key: 'token-of-one' });
    await pinged('a');
    await checkAfter(2 * HOUR_SEC);
    expect(vendor.received).toHaveLength(1);

    await checkAfter(FIVE_MIN_SEC);
    await alice.call('PATCH', `/api/channels/${id}`, { key: 'token-of-two' });
    await checkAfter(FIVE_MIN_SEC);
    expect(vendor.received.map(({ headers }) => headers['x-gotify-key'])).toEqual([
      'token-of-one',
      'token-of-two',
    ]);
  });
});
