import { hashOf } from '../../lib/adapters/ids.ts';
import { uuidOfId } from '../../lib/domain/monitors/check-uuid.ts';
import type { CollectorId } from '../../lib/domain/machines/collectors/collector.ts';
import { getMonitor } from '../../lib/data/monitors/monitors.ts';
import { ownerOfSpace } from '../../lib/data/owners.ts';
import { sessionIdOf } from '../../lib/domain/accounts/session.ts';
import { pauseLinkUntil } from '../../lib/domain/monitors/pause.ts';
import { openSecret } from '../../lib/adapters/secrets.ts';
import { ALL_CHECKS, badgeSignature } from '../../lib/runtime/check-badges.ts';
import { pauseToken, reportToken } from '../../lib/runtime/derived-secrets.ts';
import { putAvatar } from '../../lib/data/accounts/avatars.ts';
import { newChannel } from '../support/machines/channels.ts';
import { newCollector } from '../support/machines/collectors.ts';
import { detectedDevice } from '../support/machines/devices.ts';
import { newCredit } from '../support/money/credit.ts';
import { newMachine } from '../support/machines/machine.ts';
import { OPERATOR_TOKEN } from '../support/accounts/operator.ts';
import type { Person, TestService } from '../support/service/service.ts';
import { signedIn, type SignedIn } from '../support/accounts/session.ts';
import type { Described } from './described.ts';
import type { Dice } from './dice.ts';

/** What a fuzzed request may name: things that exist, belong to someone else or are gone. */
export interface Cast {
  alice: Person;
  /** Somebody who is signed in, and what the browser sends with it. */
  signedIn: SignedIn;
  /** The id of an API key of that person. */
  keyId: string;
  /** The token of a guest that may be claimed. */
  claimable: string;
  origin: string;
  /** Values of path parameters by a segment, the fourth, the second or else the first, and name: `inputs:id`, `api:id`. */
  own: Record<string, string>;
  /** The same, of a stranger. */
  foreign: Record<string, string>;
  /** Every credential anyone has, by class. */
  credentials: Record<string, string>;
  /** Credentials of channels, by the operation that takes them. */
  channels: Record<string, string>;
}

/** The collector that sends to an operation. */
export const COLLECTOR_OF: ReadonlyMap<string, CollectorId> = new Map([
  ['pushRemoteWrite', 'alloy'],
  ['pushInflux', 'telegraf'],
  ['pushInfluxFirst', 'telegraf'],
  ['pushOtlp', 'opentelemetry'],
  ['pushCollectd', 'collectd'],
  ['pushNrdp', 'ncpa'],
  ['pushSnmp', 'snmp'],
]);

/** Two owners, each with monitors, keys, a feed and a mail to confirm, and two people with an account. */
export async function castOf(service: TestService): Promise<Cast> {
  const [alice, bob, claimable] = await Promise.all([service.guest(), service.guest(), service.guest()]);
  const own = await belongings(service, alice, 'alice');
  const foreign = await belongings(service, bob, 'bob');
  const { table } = service.core;
  const [credit, channels, { organization, ...person }, ofStranger] = await Promise.all([
    newCredit(table, 5_000_000),
    channelsOf(service),
    personOf(service),
    signedIn(service).then((stranger) => organizationOf(service, stranger)),
  ]);
  const credentials = {
    guest: alice.token,
    otherGuest: bob.token,
    hook: own['hook'] ?? '',
    otherHook: foreign['hook'] ?? '',
    ingest: own['in:ingestKey'] ?? '',
    feed: own['s:token'] ?? '',
    consent: own['email:token'] ?? '',
    pause: own['pause:token'] ?? '',
    monitorId: own['api:id'] ?? '',
    credit: credit.token,
    operator: OPERATOR_TOKEN,
  };
  return {
    ...person,
    alice,
    claimable: claimable.token,
    origin: new URL(service.url).origin,
    own: { ...own, ...organization },
    foreign: { ...foreign, ...ofStranger },
    credentials,
    channels,
  };
}

async function channelsOf(service: TestService): Promise<Cast['channels']> {
  const channels = [...COLLECTOR_OF].map(async ([id, collector]) => {
    const { credential } = await newCollector(service, collector);
    return [id, credential] as const;
  });
  return Object.fromEntries(await Promise.all(channels));
}

/** The cast with a new session of its person: an hour of requests ends the time in which a sign-in is fresh. */
export async function signedInAgain(service: TestService, cast: Cast): Promise<Cast> {
  const { account } = cast.signedIn;
  return { ...cast, signedIn: await signedIn(service, { account, proof: { mfa: true } }) };
}

/** Somebody who has all that an account can have, and the values of path parameters that name its organization. */
async function personOf(service: TestService) {
  const person = await signedIn(service, { proof: { mfa: true } });
  await putAvatar(service.core.table, person.account.id, PICTURE);
  const body = { name: 'ci', organizationId: null };
  const { json } = await person.call('POST', '/api/account/keys/create', body);
  const keyId: string = json['key'].id;
  return { signedIn: person, keyId, organization: await organizationOf(service, person) };
}

/** The name of every organization of a cast. */
export const ORGANIZATION = 'night shift';

/** An organization that a person owns with another, so that either may go, an invitation, and another session. */
async function organizationOf(service: TestService, owner: SignedIn): Promise<Record<string, string>> {
  const { json } = await owner.call('POST', '/api/organizations', { name: ORGANIZATION });
  const { id } = json['organization'];
  const path = `/api/organizations/${id}`;
  const invite = (email: string) => owner.call('POST', `${path}/invitations`, { email, role: 'member' });
  const other = await signedIn(service);
  await invite(other.account.email);
  await other.call('POST', `${path}/join`, {});
  await owner.call('PATCH', `${path}/members/${other.account.id}`, { role: 'owner' });
  const shown = (await invite('dan@example.com')).json['organization'];
  const { secrets } = await signedIn(service, { account: owner.account });
  const session = sessionIdOf({ hash: hashOf(secrets.session) });
  const named = { organization: id, member: other.account.id, invitation: shown.invitations[0].id, session };
  // By the API, and by the forms of its page.
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => [
      [`api:${name}`, value],
      [`account:${name}`, value],
    ]),
  );
}

/** One pixel of WebP. */
export const PICTURE = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

async function belongings(service: TestService, who: Person, name: string): Promise<Record<string, string>> {
  const monitor = await who.createMonitor({ alert_to: `${name}@example.com` });
  await service.drain();
  const mail = service.mailbox.messages().find(({ text }) => text?.includes('/email/'));
  const key = await who.ingestKey();
  const feed = (await who.call('GET', '/api/status-feed')).json;
  const [row] = (await service.call('GET', new URL(feed['json']).pathname)).json['endpoints'];
  await service.call('POST', `/in/${monitor['id']}/fail`, { body: 'tar: disk full' });
  await service.check();
  const [alert] = await who.alerts(monitor['id']);
  const [event] = await who.events(monitor['id']);
  const device = (await who.call('POST', '/api/ambientes', { nome: 'db-1' })).json['ambiente'];
  const detected = await detectedDevice(service, who);
  await newChannel(service, detected.id);
  const collected = await who.call('POST', '/api/coletas', { nome: 'web 1', ambiente_id: detected.id });
  const asked = { medida: 'loadavg', campo: 'm5', acima: 4 };
  const threshold = await who.call('POST', `/api/ambientes/${detected.id}/avisos`, asked);
  const room = await who.call('POST', '/api/channels', { url: 'https://a.invalid/room' });
  const patchNight = { name: 'patch night', cron: '0 2 * * 0', length_sec: 3_600 };
  const planned = await who.call('POST', '/api/maintenance', patchNight);
  const page = (await who.call('POST', '/api/status-pages', { title: name })).json;
  const keyed = { checks: [], ping_key: `of-healthchecks-${name}` };
  const imported = await who.call('POST', '/api/import/healthchecks?apply=1', keyed);
  return {
    'maintenance:id': planned.json['id'],
    'status-pages:id': page['id'],
    'status:page': String(page['url']).split('/').at(-1) ?? '',
    'status:badge': 'all',
    'channels:id': room.json['id'],
    'ingest-key:id': imported.json['ping_key'].id,
    'channels:name': 'ops',
    'ambientes:id': device.id,
    // Of a device that told what it is.
    'coletas:device': detected.id,
    'inputs:id': detected.id,
    'avisos:id': detected.id,
    'avisos:monitor': threshold.json['aviso'].monitor_id,
    'inputs:collector': 'collectd',
    'coletas:id': collected.json['coleta'].id,
    'api:id': monitor['id'],
    'api:event': event.id,
    'api:slug': 'nightly-backup',
    'api:alert': alert.id,
    'in:id': monitor['id'],
    'in:exit_code': '0',
    'in:ingestKey': key,
    'in:uuid': uuidOfId(monitor['id']),
    'in:check': uuidOfId(monitor['id']),
    'in:pingKey': key,
    ...(await brought(service, who, name)),
    'in:slug': 'nightly-backup',
    'in:signal': 'start',
    'v3:check': uuidOfId(monitor['id']),
    'v3:n': String(Number(String(event.id).slice(0, 14))),
    ...(await badgesOf(service, monitor['id'])),
    'r:symbol': (await newMachine(service)).device.symbol,
    's:token': feed['token'],
    's:monitor': row.id,
    'pause:token': await pauseTokenOf(service, monitor['id']),
    'report:token': await reportTokenOf(service, monitor['id']),
    'email:token': /\/email\/([^\s"<>/]+)/.exec(mail?.text ?? '')?.[1] ?? '',
    hook: monitor['token'],
  };
}

/** What jobs of other services call, of monitors that were imported from there. */
async function brought(service: TestService, who: Person, name: string): Promise<Record<string, string>> {
  const token = hashOf(`${name} ${service.url}`);
  const pushed = { type: 'push', pushToken: token.slice(0, 32), interval: 3_600 };
  await who.call('POST', '/api/import/uptime-kuma?apply=1', { monitorList: [pushed] });
  const job = { key: 'nightly', type: 'job', schedule: 'every 1 hour' };
  await who.call('POST', '/api/import/cronitor?apply=1', { api_key: token.slice(0, 32), monitors: [job] });
  const snitch = { token: token.slice(0, 10), interval: 'weekly' };
  await who.call('POST', '/api/import/snitch?apply=1', { monitors: [snitch] });
  return {
    'in:pushToken': pushed.pushToken,
    'in:apiKey': token.slice(0, 32),
    'in:monitor': 'nightly',
    'in:state': 'run',
    'in:snitch': snitch.token,
  };
}

/** As they are listed to the owner of a monitor: of all it has, and of a tag. */
async function badgesOf({ core }: TestService, id: string): Promise<Record<string, string>> {
  const spaceId = (await getMonitor(core.table, id))?.spaceId ?? '';
  const secret = await openSecret(core.config)();
  const signed = (tag: string) => badgeSignature(secret, { spaceId, tag }, 'space');
  return {
    'badge:badge': spaceId,
    'badge:signature': `${signed(ALL_CHECKS)}.svg`,
    '{tag}:signature': signed('prod'),
    '{tag}:tag': 'prod.json',
  };
}

/** As an alert about it would have it. */
async function pauseTokenOf({ core, clock }: TestService, id: string): Promise<string> {
  const monitor = await getMonitor(core.table, id);
  const owner = monitor && (await ownerOfSpace(core.table, monitor.spaceId));
  if (!owner) throw new Error(`Nobody owns ${id}.`);
  const secret = await openSecret(core.config)();
  return pauseToken(secret, owner.id, monitor, pauseLinkUntil(clock.now(), clock.now()));
}

/** Of a reader who has no reports: the page says so, and stopping them changes nothing. */
async function reportTokenOf({ core }: TestService, id: string): Promise<string> {
  const monitor = await getMonitor(core.table, id);
  return reportToken(await openSecret(core.config)(), {
    spaceId: monitor?.spaceId ?? '',
    accountId: 'nobody',
  });
}

/** The path of an operation with the values of an owner filled in, each changed as wanted. */
export function pathOf(
  operation: Described,
  values: Record<string, string>,
  spelled: (value: string, name: string) => string = (value) => value,
): string {
  const [, area = '', kind = '', , part = ''] = operation.path.split('/');
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
    spelled(values[`${part}:${name}`] ?? values[`${kind}:${name}`] ?? values[`${area}:${name}`] ?? 'x', name),
  );
}

/** A credential that the operation takes, in one of the places where it takes it. */
export function fittingCredential(operation: Described, cast: Cast, dice: Dice): [string, string][] {
  if (operation.security.length === 0) return [];
  if (operation.security.every((scheme) => scheme === 'sessionCookie')) return sessionHeaders(cast);
  const { guest = '', hook = '', credit = '', operator = '' } = cast.credentials;
  const takes = (scheme: string) => operation.security.includes(scheme);
  const bearer = takes('operatorQuery') ? operator : takes('creditHeader') ? credit : guest;
  const ways: Record<string, [string, string]> = {
    guestHeader: ['x-guest-token', guest],
    bearer: ['authorization', `Bearer ${bearer}`],
    creditHeader: ['x-credito', credit],
    hookHeader: ['x-hook-token', hook],
  };
  const known = operation.security.filter((scheme) => scheme in ways);
  return [ways[dice.pick(known)] ?? ['x-guest-token', guest]];
}

function sessionHeaders({ signedIn: { cookie, csrf }, origin }: Cast): [string, string][] {
  return [
    ['cookie', cookie],
    ['origin', origin],
    ['x-csrf-token', csrf],
  ];
}
