import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../lib/contract/catalogue.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { defaultSettings } from '../../lib/config/settings/all-settings.ts';
import type { Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';
import { startTill } from '../support/money/till.ts';

const till = shared(() =>
  startTill({}, { freeAllowance: 'max_endpoints=10,min_interval_sec=90,email_alerts=1' }),
);

/** The operations that make an owner of whoever has no credential: they are refused where there are to be no guests. */
const making = operations.filter(([, { errors }]) => errors.includes('guests_off'));

it('only what is throttled makes guests', () => {
  expect(making.map(([name]) => name).toSorted()).toEqual(['createDevice', 'createGuest']);
  for (const [name, { throttle }] of making) expect(throttle, name).toBe('guest');
});

/** Every door by which a monitor is made, of a name of its own. */
async function doorsOf(guest: Person): Promise<((at: number) => Promise<number>)[]> {
  const { key } = (await guest.call('GET', '/api/ingest-key')).json;
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await guest.call(method, path, body)).status;
  const settings = { interval_sec: 300 };
  const crontab = (at: number) => ({
    token: guest.token,
    body: `0 3 * * * job-${at}\n`,
    headers: { 'content-type': 'text/plain' },
  });
  return [
    (at) => statusOf('POST', '/api/endpoints', { name: `m ${at}`, ...settings }),
    (at) => statusOf('PUT', `/api/endpoints/by-slug/put-${at}`, settings),
    (at) =>
      statusOf('POST', '/api/import/json?apply=1', {
        version: 1,
        monitors: [{ name: `i ${at}`, ...settings }],
      }),
    async (at) => (await till.service.call('POST', '/api/import/crontab?apply=1', crontab(at))).status,
    async (at) => (await till.service.call('POST', `/in/${key}/job-${at}`)).status,
    (at) => statusOf('POST', '/api/ambientes', { nome: `web ${at}`, vigiar: true }),
  ];
}

it('a guest has ten monitors, one address and 25 machines for nothing, by whatever doors at once', async () => {
  const guest = await till.service.guest();
  const doors = await doorsOf(guest);
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, at) => doors[at % doors.length]?.(at)));
  // Lost to the others, and may be repeated.
  for (let at = 100; at < 120; at++) statuses.push(await doors[at % doors.length]?.(at));
  expect(statuses.filter((status) => ![200, 201, 402, 503].includes(status ?? 0))).toEqual([]);
  expect((await guest.call('GET', '/api/billing')).json['usage'].endpoints).toBe(LIMITS.freeMonitors);

  const [first, second] = await guest.monitors();
  const named = await Promise.all(
    [first, second].map(({ id }) => guest.patch(id, { alert_to: `a-${id}@example.com` })),
  );
  expect(named.map(({ status }) => status).toSorted()).toEqual([200, 402]);
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, at) => guest.call('POST', '/api/ambientes', { nome: `n ${at}` })),
  );
  expect(made.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(LIMITS.devicesMax);
  expect((await guest.call('GET', '/api/ambientes')).json['ambientes'].length).toBeLessThanOrEqual(
    LIMITS.devicesMax,
  );
});

it('an account keeps what the guests had that it claims, and gets nothing more for nothing', async () => {
  const alice = await signedIn(till.service);
  for (let claimed = 0; claimed < 3; claimed++) {
    const guest = await till.service.guest();
    const monitors = Array.from({ length: LIMITS.freeMonitors }, (_, at) => ({
      name: `m ${at}`,
      interval_sec: 300,
    }));
    expect((await guest.call('POST', '/api/import/json?apply=1', { version: 1, monitors })).status).toBe(200);
    await alice.call('POST', '/api/auth/claim', { guest_token: guest.token });
  }
  // Its trial begins, and ends.
  await alice.call('GET', '/api/endpoints');
  till.service.clock.advance(91 * 86_400);
  const later = await signedIn(till.service, { account: alice.account });
  expect((await later.call('GET', '/api/billing')).json['usage'].endpoints).toBe(30);
  expect((await later.call('POST', '/api/endpoints', { name: 'more', interval_sec: 300 })).status).toBe(402);
});

it('docs/security.md says how much that comes to in a minute from one client', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const known = text.slice(text.indexOf('## Known limits'));
  const perMinute = defaultSettings.guestRate * 60;
  const guests = perMinute * making.length;
  const said = (count: number) => count.toLocaleString('en');
  for (const words of [
    `${said(guests)} guests a minute`,
    `${said(guests * LIMITS.freeMonitors)} monitors`,
    `${said(guests * LIMITS.freeEmailAlerts)} e-mail registrations`,
    `${said(perMinute)} machines`,
    `${said(LIMITS.guestConsentMailsPerHourDefault)} mails an hour`,
    `${said((LIMITS.accountSpacesMax - 1) * LIMITS.freeMonitors)} monitors of guests`,
    `${said(LIMITS.organizationsPerAccountMax)} organizations`,
  ])
    expect(known).toContain(words);
});
