import { afterEach, describe, expect, it } from 'vitest';
import { noteDelivery } from '../../../lib/data/alerts/owner-channels.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { WriteConflict } from '../../../lib/data/table.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const HOUR_SEC = 3_600;
const FIVE_MIN_SEC = 300;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const room = fresh(startReceiver);
const other = fresh(startReceiver);
afterEach(async () => {
  // What is left would be told in the next test.
  await alice.removeAll();
});

const create = (fields: object) => alice.call('POST', '/api/channels', fields);
const hourly = (fields: object = {}) => alice.createMonitor({ interval_sec: HOUR_SEC, ...fields });
const ping = (id: string, signal = '') => service.call('POST', `/in/${id}${signal}`);
const typesAt = (receiver: Receiver) => receiver.received.map(({ json }) => json['type']);

/** Two hours later, checked every five minutes at the end. */
async function silence(): Promise<void> {
  service.clock.advance(2 * HOUR_SEC);
  await service.check();
  service.clock.advance(FIVE_MIN_SEC);
  await service.check();
}

describe('a channel of an owner', () => {
  it('hears every monitor there is and the next one too, which name nobody themselves', async () => {
    const before = await hourly({ name: 'before' });
    await ping(before.id);
    expect((await create({ url: room.url })).status).toBe(201);
    const after = await hourly({ name: 'after' });
    await ping(after.id);

    await silence();
    await ping(before.id);
    await ping(after.id);
    await service.check();

    const told = room.received.map(({ json }) => `${json['type']} ${json['name']}`).sort();
    expect(told).toEqual([
      'service.miss after',
      'service.miss before',
      'service.recovery after',
      'service.recovery before',
    ]);
    const { json } = await alice.call('GET', `/api/endpoints/${before.id}/alerts`);
    expect(json['alerts'].map((each: Record<string, string>) => [each['channel'], each['state']])).toEqual([
      ['webhook', 'sent'],
      ['webhook', 'sent'],
    ]);
    expect(json['alerts'][0]['channel_id']).toMatch(/^ch[a-z]{18}$/);
  });

  it('speaks besides what a monitor names itself, each once', async () => {
    await create({ url: room.url });
    const { id } = await hourly({ alert_url: other.url });
    await ping(id);

    await silence();

    expect(typesAt(room)).toEqual(['service.miss']);
    expect(typesAt(other)).toEqual(['service.miss']);
    expect(room.received[0]?.json['alert_id']).not.toBe(other.received[0]?.json['alert_id']);
  });

  it('says nothing of a monitor that is turned off for it, of other tags, or of what it does not hear', async () => {
    await create({ url: room.url, tags: ['prod'], hears: ['fail'] });
    const mute = await hourly({ tags: ['prod'], alert_channels: false });
    const elsewhere = await hourly({ tags: ['test'] });
    const silent = await hourly({ tags: ['prod'] });
    const failing = await hourly({ tags: ['prod'], name: 'failing' });
    for (const { id } of [mute, elsewhere, silent, failing]) await ping(id);
    for (const { id } of [mute, elsewhere, failing]) await ping(id, '/fail');

    await service.check();
    expect(room.received.map(({ json }) => [json['name'], json['reason']])).toEqual([['failing', 'fail']]);
    await ping(failing.id);
    await silence();

    // Neither the end of what it was told nor silence: it does not hear them.
    expect(room.received).toHaveLength(1);
  });

  it('hears what is open once when it is new, and again where it leads elsewhere', async () => {
    const { id } = await hourly();
    await ping(id);
    await silence();
    const { json: channel } = await create({ url: room.url });

    await service.check();
    expect(typesAt(room)).toEqual(['service.miss']);
    for (let tick = 0; tick < 6; tick += 1) {
      service.clock.advance(FIVE_MIN_SEC);
      await service.check();
    }
    expect(typesAt(room)).toEqual(['service.miss']);

    await alice.call('PATCH', `/api/channels/${channel['id']}`, { url: other.url });
    await service.check();
    expect(typesAt(other)).toEqual(['service.miss']);
    await ping(id);
    await service.check();
    expect(typesAt(other)).toEqual(['service.miss', 'service.recovery']);
    expect(typesAt(room)).toEqual(['service.miss']);
  });

  it.each(['turned off and on', 'deleted and made anew'])(
    'that is %s again and again is told what is open once in half an hour, and at once what is new',
    async (how) => {
      const { id } = await hourly({ name: 'open' });
      await ping(id);
      await silence();
      let { json: channel } = await create({ url: room.url });
      const again = async () => {
        if (how === 'deleted and made anew') {
          await alice.call('DELETE', `/api/channels/${channel['id']}`);
          channel = (await create({ url: room.url })).json;
        } else
          for (const on of [false, true]) await alice.call('PATCH', `/api/channels/${channel['id']}`, { on });
        await service.check();
        service.clock.advance(FIVE_MIN_SEC);
      };
      const names = () => room.received.map(({ json }) => json['name']);
      await service.check();
      expect(names()).toEqual(['open']);

      await again();
      await again();
      const late = await hourly({ name: 'new' });
      await ping(late.id, '/fail');
      await again();
      expect(names()).toEqual(['open', 'new']);

      await service.check();
      service.clock.advance(2 * 3_600 - FIVE_MIN_SEC * 10);
      await service.check();
      expect(names().filter((name) => name === 'open')).toHaveLength(2);
    },
  );

  itThorough('hears it again where it leads elsewhere in the instant in which it was told', async () => {
    const { json: channel } = await create({ url: room.url });
    service.clock.advance(1);
    const { id } = await hourly();
    await ping(id, '/fail');
    await service.check();
    await alice.call('PATCH', `/api/channels/${channel['id']}`, { url: other.url });
    await service.check();

    expect([typesAt(room), typesAt(other)]).toEqual([['service.miss'], ['service.miss']]);
  });

  it('shows what it took last, and that it fails, which another channel tells', async () => {
    const { json: bad } = await create({ url: room.url, name: 'Team' });
    await create({ url: other.url });
    room.answer = 500;
    const { id } = await hourly();
    await ping(id);
    await silence();
    const { json: list } = await alice.call('GET', '/api/channels');
    expect(list['channels'].find(({ name }: { name: string }) => name === 'Team')).toMatchObject({
      last: { delivered: false, outcome: 'refused_status' },
      failing_since: expect.any(String),
    });

    for (let tick = 0; tick < 24; tick += 1) {
      service.clock.advance(FIVE_MIN_SEC);
      await service.check();
    }

    expect(typesAt(other)).toEqual(['service.miss', 'service.channel_failing']);
    expect(other.received[1]?.json).toMatchObject({ channel: 'webhook', address: 'Team' });
    expect((await alice.read(id))['failing_channels']).toMatchObject([
      { channel: 'webhook', channel_id: bad['id'], address: null },
    ]);

    room.answer = 200;
    expect((await alice.call('POST', `/api/channels/${bad['id']}/test`)).json).toMatchObject({
      last: { delivered: true, outcome: 'delivered' },
      failing_since: null,
    });
  });

  it('that is turned off or deleted is told nothing more, not even what waits', async () => {
    const { json: channel } = await create({ url: room.url });
    room.answer = 500;
    const { id } = await hourly();
    await ping(id);
    await silence();
    const tried = room.received.length;
    expect(tried).toBeGreaterThan(0);

    await alice.call('DELETE', `/api/channels/${channel['id']}`);
    for (let tick = 0; tick < 24; tick += 1) {
      service.clock.advance(FIVE_MIN_SEC);
      await service.check();
    }

    expect(room.received).toHaveLength(tried);
    const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
    expect(json['alerts'][0]).toMatchObject({ state: 'skipped' });
  });

  itThorough('is told of a job that flaps as far as a check can write, and how it ended', async () => {
    await create({ url: room.url });
    const { id } = await hourly();
    await ping(id);
    for (let turn = 0; turn < 10; turn += 1) {
      await ping(id, '/fail');
      await ping(id);
    }
    await service.check();
    const outcomes = typesAt(room);
    expect(outcomes.at(-1)).toBe('service.recovery');
    expect(outcomes.length).toBeGreaterThan(1);
  });

  itThorough('leaves room for the history of a job that flaps where many hear of it', async () => {
    for (let at = 0; at < 4; at += 1) await create({ url: `${room.url}/${at}` });
    const { id } = await hourly({ alert_to: 'ana@example.com', alert_url: other.url });
    await ping(id);
    for (let turn = 0; turn < 10; turn += 1) {
      await ping(id, '/fail');
      await ping(id);
    }
    await service.check();
    service.clock.advance(FIVE_MIN_SEC);
    await service.check();

    expect(service.logged).not.toContain('incident_not_recorded');
    const { json } = await alice.call('GET', `/api/incidents?limit=50`);
    expect(json['incidents'].map(({ incident }: { incident: number }) => incident).sort()).toHaveLength(10);
  });

  itThorough(
    'that a change of a monitor lets hear what is open is told it at the next check, once',
    async () => {
      await create({ url: room.url, tags: ['prod'] });
      const tagged = await hourly({ name: 'tagged', alert_url: other.url });
      const mute = await hourly({ name: 'mute', tags: ['prod'], alert_channels: false });
      for (const { id } of [tagged, mute]) await ping(id);
      await silence();
      expect(room.received).toEqual([]);

      await alice.call('PATCH', `/api/endpoints/${tagged.id}`, { tags: ['prod', 'db'] });
      await alice.call('PATCH', `/api/endpoints/${mute.id}`, { alert_channels: true });
      await service.check();
      const told = room.received.map(({ json }) => `${json['type']} ${json['name']}`).sort();
      expect(told).toEqual(['service.miss mute', 'service.miss tagged']);
      expect(typesAt(other)).toEqual(['service.miss']);

      for (const tags of [[], ['prod']]) {
        await alice.call('PATCH', `/api/endpoints/${tagged.id}`, { tags });
        await service.check();
      }
      expect(room.received).toHaveLength(2);
      await ping(tagged.id);
      await service.check();
      expect(typesAt(room).at(-1)).toBe('service.recovery');
    },
  );

  itThorough(
    'is told once of what is open however often its tags change before the check, beside it and while it waits',
    async () => {
      const { json: channel } = await create({ url: room.url, tags: ['prod'] });
      const { id } = await hourly({ name: 'tagged', alert_url: other.url });
      const tag = (...tags: string[]) => alice.call('PATCH', `/api/endpoints/${id}`, { tags });
      await ping(id);
      await silence();
      for (const tags of [['prod'], [], ['prod'], ['db'], ['prod']]) await tag(...tags);
      await service.check();
      expect(typesAt(room)).toEqual(['service.miss']);

      // The channel is moved while the monitor leaves it and comes back.
      await tag();
      await alice.call('PATCH', `/api/channels/${channel['id']}`, { url: `${room.url}/moved` });
      await tag('prod');
      service.clock.advance(HOUR_SEC);
      await Promise.all([service.check(), tag().then(() => tag('prod'))]);
      await service.check();
      expect(typesAt(room)).toEqual(['service.miss', 'service.miss']);

      room.answer = 500;
      await alice.call('PATCH', `/api/channels/${channel['id']}`, { url: `${room.url}/again` });
      service.clock.advance(HOUR_SEC);
      await service.check();
      const tried = room.received.length;
      for (const tags of [[], ['prod']]) await tag(...tags);
      room.answer = 200;
      for (let tick = 0; tick < 4; tick += 1) {
        service.clock.advance(FIVE_MIN_SEC);
        await service.check();
      }
      expect(room.received).toHaveLength(tried + 1);
    },
  );

  it('says no more what waits of a monitor that is turned off for it, and says it once that is on again', async () => {
    await create({ url: room.url });
    room.answer = 500;
    const { id } = await hourly();
    await ping(id);
    await silence();
    const tried = room.received.length;
    expect(tried).toBeGreaterThan(0);

    await alice.call('PATCH', `/api/endpoints/${id}`, { alert_channels: false });
    room.answer = 200;
    for (let tick = 0; tick < 4; tick += 1) {
      service.clock.advance(FIVE_MIN_SEC);
      await service.check();
    }
    expect(room.received).toHaveLength(tried);

    await alice.call('PATCH', `/api/endpoints/${id}`, { alert_channels: true });
    await service.check();
    expect(room.received).toHaveLength(tried + 1);
  });

  it('that is gone before it was told leaves the incident as it was to all others', async () => {
    const { json: channel } = await create({ url: room.url, tags: ['prod'] });
    const { id } = await hourly({ alert_url: other.url });
    await ping(id);
    await silence();
    const before = (await alice.read(id))['incident'];

    await alice.call('PATCH', `/api/endpoints/${id}`, { tags: ['prod'] });
    await alice.call('DELETE', `/api/channels/${channel['id']}`);
    await service.check();

    const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
    expect(json['alerts'].map((each: Record<string, string>) => each['channel'])).toEqual(['webhook']);
    expect((await alice.read(id))['incident']).toEqual(before);
    expect(typesAt(other)).toEqual(['service.miss']);
  });

  itThorough('shows nothing of its former address once it leads elsewhere', async () => {
    const { json: channel } = await create({ url: room.url });
    const test = await alice.call('POST', `/api/channels/${channel['id']}/test`);
    expect(test.json['last']).toMatchObject({ delivered: true });
    const { json } = await alice.call('PATCH', `/api/channels/${channel['id']}`, { url: other.url });
    expect(json).toMatchObject({ last: null, failing_since: null });
    const { json: list } = await alice.call('GET', '/api/channels');
    expect(list['channels'][0]).toEqual(json);

    // A delivery to it that was under way.
    const { table } = service.core;
    const { spaceId = '' } = (await getMonitor(table, (await hourly()).id)) ?? {};
    const place = { spaceId, id: channel['id'], url: room.url, to: null };
    const last = { at: service.clock.now(), delivered: false, outcome: 'timeout', detail: 'Too slow.' };
    await expect(noteDelivery(table, place, last)).rejects.toThrow(WriteConflict);

    const { json: mail } = await create({ to: 'former@example.net' });
    await alice.call('PATCH', `/api/channels/${mail['id']}`, { to: 'new@example.net' });
    const former = { spaceId, id: mail['id'], url: '', to: 'former@example.net' };
    await expect(noteDelivery(table, former, last)).rejects.toThrow(WriteConflict);
  });
});
