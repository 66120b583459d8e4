import { randomUUID } from 'node:crypto';
import { newId } from '../../../lib/adapters/ids.ts';
import { scheduleBlindNotice } from '../../../lib/data/alerts/blind-notices.ts';
import { putChannelFailureItem, putFailureToldItem } from '../../../lib/data/alerts/channel-failures.ts';
import { transact } from '../../../lib/data/table.ts';
import { done } from './acts-of-owners.ts';
import { PLANTED_DOMAIN } from '../machines/planted.ts';
import { ownPingEvent } from '../aws/own-ping-event.ts';
import type { TestService } from '../service/service.ts';

interface Guest {
  token: string;
  monitor: string;
}

/** What a guest's jobs do, and what becomes of them, each act by itself. */
export function actsOfJobs(service: TestService): (() => Promise<unknown>)[] {
  const guest: Guest = { token: '', monitor: '' };
  const as = (method: string, path: string, body?: unknown) =>
    done(service.call(method, path, { token: guest.token, ...(body !== undefined && { body }) }));
  const pinged = (path: string, body = 'all is well') => done(service.call('POST', `/in/${path}`, { body }));
  const named = async (slug: string) => {
    const { key } = await as('GET', '/api/ingest-key');
    return String((await pinged(`${key}/${slug}`))['endpoint_id']);
  };
  return [
    async () => void (guest.token = (await done(service.call('POST', '/api/guest')))['token']),
    async () => void (guest.token = await rotated(service, guest.token)),
    async () => void (guest.monitor = await monitorBy(as)),
    () => as('GET', '/api/status-feed'),
    () => as('POST', '/api/status-pages', { title: 'Jobs', note: 'Of the night.' }),
    () => as('POST', '/api/channels', { url: `https://${PLANTED_DOMAIN}/room`, headers: { 'X-Room': 'a' } }),
    () => as('POST', '/api/maintenance', { name: 'night', cron: '0 2 * * 0', length_sec: 60 }),
    () => service.drain(),
    () => pinged(guest.monitor),
    () => pinged(`${guest.monitor}/fail`, 'disk full'),
    () => service.check(),
    () => pinged(guest.monitor),
    () => service.check(),
    () => failingChannel(service, guest.monitor),
    () => as('POST', `/api/endpoints/${guest.monitor}/test-alert`),
    () => pingedAlone(service, guest.monitor),
    () => as('DELETE', `/api/endpoints/${guest.monitor}`),
    async () => void (guest.monitor = await named('nightly')),
    () => pinged(`${guest.monitor}/fail`),
    () => service.check(),
    () => as('DELETE', `/api/endpoints/${guest.monitor}`),
    () => imported(as),
    () => broughtCheck(as),
    () => unknownPing(service, as),
    () => service.canary(),
  ];
}

/** After all others, so that it is listed. */
async function pingedAlone(service: TestService, monitor: string): Promise<void> {
  service.clock.advance(1);
  await done(service.call('GET', `/in/${monitor}`));
}

/** By a call that may be repeated. */
async function rotated(service: TestService, token: string): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  return (await done(service.call('POST', '/api/guest/rotate', { token, headers })))['token'];
}

type As = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

async function monitorBy(as: As): Promise<string> {
  const simulated = ['bounce', 'complaint'].map((name) => `${name}@simulator.amazonses.com`);
  const addresses = [`alerts${PLANTED_DOMAIN}`, ...simulated];
  const ids = [];
  for (const alert_to of addresses) {
    const { id } = await as('POST', '/api/endpoints', { name: 'backup', interval_sec: 300, alert_to });
    ids.push(String(id));
  }
  return ids[0] ?? '';
}

/** Of Healthchecks, with its ping key. */
async function broughtCheck(as: As): Promise<void> {
  const checks = [{ uuid: randomUUID(), name: 'nightly', slug: 'nightly' }];
  await as('POST', '/api/import/healthchecks?apply=1', { checks, ping_key: `pk_${newId().toLowerCase()}` });
}

/** By identity, for a name that nobody knows. */
async function unknownPing(service: TestService, as: As): Promise<void> {
  const { key } = await as('GET', '/api/ingest-key');
  const body = ownPingEvent({ slug: 'nobody' }, service.clock.now());
  await done(service.call('POST', `/_local/events?key=${key}`, { body }));
}

async function imported(as: As): Promise<void> {
  const monitors = ['a', 'b'].map((name) => ({ name: `imported ${name}`, interval_sec: 300 }));
  await as('POST', '/api/import/json?apply=1', { version: 1, monitors });
}

/** What deliveries leave that went wrong for hours. */
async function failingChannel({ core: { table, clock } }: TestService, monitorId: string): Promise<void> {
  const at = clock.now();
  const dedupeKey = { spaceId: 'space', id: newId() };
  const failure = {
    monitorId,
    channel: 'email',
    since: at,
    detail: 'The mail came back.',
    dedupeKey,
  } as const;
  await transact(table, [putChannelFailureItem(table, failure), putFailureToldItem(table, dedupeKey, at)]);
  await scheduleBlindNotice(table, { spaceId: 'space', from: at, monitorId, dueAt: at + 600_000 });
}
