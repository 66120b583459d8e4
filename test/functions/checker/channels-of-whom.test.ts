import { afterEach, beforeEach, expect, it } from 'vitest';
import { newOrganization } from '../../support/accounts/organization.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { wholeTable } from '../../support/table/whole-table.ts';

const FIVE_MIN_SEC = 300;

let room: Receiver;
let other: Receiver;

const service = shared(startTestService);
beforeEach(async () => {
  room = await startReceiver();
  other = await startReceiver();
});
afterEach(async () => {
  await room[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const namesAt = ({ received }: Receiver) => received.map(({ json }) => json['name']).sort();

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) {
    service.clock.advance(FIVE_MIN_SEC);
    await service.check();
  }
}

it('a channel of a guest that was claimed hears what came with it, and nothing of the rest', async () => {
  const guest = await service.guest();
  const came = await guest.createMonitor({ name: 'came' });
  await guest.call('POST', '/api/channels', { url: room.url });
  const ana = await signedIn(service);
  const own = await ana.createMonitor({ name: 'own', alert_to: null });
  await ana.call('POST', '/api/channels', { url: other.url });
  expect((await ana.call('POST', '/api/auth/claim', { guest_token: guest.token })).status).toBe(200);

  for (const { id } of [came, own]) await service.fail(id);
  await service.check();

  expect(namesAt(room)).toEqual(['came']);
  expect(namesAt(other)).toEqual(['came', 'own']);
  for (const { id } of [came, own]) await ana.remove(id);
});

it('channels of an account are told at the next check what was open with a guest that it claims, and once', async () => {
  const guest = await service.guest();
  const came = await guest.createMonitor({ name: 'came' });
  await service.fail(came.id);
  await service.check();
  const ana = await signedIn(service);
  await ana.call('POST', '/api/channels', { url: other.url });
  await ana.call('POST', '/api/channels', { url: room.url, on: false });
  await ticks(4);
  expect((await ana.call('POST', '/api/auth/claim', { guest_token: guest.token })).status).toBe(200);

  await ticks(4);

  expect(namesAt(other)).toEqual(['came']);
  expect(namesAt(room)).toEqual([]);
  await ana.remove(came.id);
});

it('a channel of an organization goes on when whoever made it leaves, who changes it no more', async () => {
  const organization = await newOrganization(service);
  const ben = await signedIn(service);
  await organization.join(ben, 'admin');
  const { json: made } = await organization.call('POST', '/api/channels', { url: room.url }, ben);
  const { id } = await organization.createMonitor({ name: 'theirs', alert_to: null });
  await organization.remove(ben);

  const path = `/api/channels/${made['id']}`;
  const changed = await organization.call('PATCH', path, { url: other.url }, ben);
  expect([403, 404]).toContain(changed.status);
  expect((await ben.call('PATCH', path, { url: other.url })).status).toBe(404);
  await service.fail(id);
  await service.check();
  expect(namesAt(room)).toEqual(['theirs']);
  await organization.call('DELETE', `/api/endpoints/${id}`);
});

it('what waits for a channel goes with its owner, and brings nothing of it back', async () => {
  const ana = await signedIn(service);
  const { json: made } = await ana.call('POST', '/api/channels', { url: room.url });
  const { id } = await ana.createMonitor({ alert_to: null });
  room.answer = 500;
  await service.fail(id);
  await service.check();
  const tried = room.received.length;
  expect(tried).toBeGreaterThan(0);

  await ana.call('POST', '/api/account/delete', { confirm: ana.account.email });
  await ticks(3);
  await service.erase();
  service.clock.advance(660_000);
  await service.erase();
  await ticks(3);

  expect(room.received).toHaveLength(tried);
  expect(JSON.stringify(await wholeTable(service))).not.toContain(made['id']);
});

it('what waits for a channel is told after a rotation of the URL of its monitor', async () => {
  const guest = await service.guest();
  await guest.call('POST', '/api/channels', { url: room.url });
  const { id } = await guest.createMonitor();
  room.answer = 500;
  await service.fail(id);
  await service.check();
  const { json: rotated } = await guest.call('POST', `/api/endpoints/${id}/rotate`);
  room.answer = 200;
  await ticks(1);

  expect(rotated['id']).not.toBe(id);
  const { json } = await guest.call('GET', `/api/endpoints/${rotated['id']}/alerts`);
  expect(json['alerts']).toMatchObject([{ state: 'sent', channel: 'webhook' }]);
  await service.ping(rotated['id']);
  await service.check();
  expect(room.received.map((each) => each.json['type']).at(-1)).toBe('service.recovery');
  await guest.remove(rotated['id']);
});
