import { describe, expect, it } from 'vitest';
import { newOrganization } from '../support/accounts/organization.ts';
import { contentsOf } from '../support/service/refused.ts';
import { startTestService, type Reply } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';

const service = shared(startTestService);

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

/** Everything that one reads and changes of a monitor, a device and what belongs to their owner. */
async function belongings(send: Send) {
  const { id } = (await send('POST', '/api/endpoints', { name: 'mine', interval_sec: 300 })).json;
  const device = (await send('POST', '/api/ambientes', { nome: 'web' })).json['ambiente'].id;
  await service.call('POST', `/in/${id}/fail`, { body: 'output of a job' });
  await service.check();
  const [alert] = (await send('GET', `/api/endpoints/${id}/alerts`)).json['alerts'];
  const [event] = (await send('GET', `/api/endpoints/${id}/events`)).json['events'];
  const one = `/api/endpoints/${id}`;
  const reads = [
    '/api/endpoints', '/api/endpoints?tag=x', one, `${one}/events`, `${one}/runs`, `${one}/changes`, `${one}/alerts`,
    `${one}/incident`, `${one}/stats`, `${one}/events/${event.id}/body`, '/api/incidents', '/api/export', '/api/purchases',
    '/api/ingest-key', '/api/status-feed', '/api/ambientes', `/api/ambientes/${device}`, `/api/ambientes/${device}/inputs`,
    '/api/coletas', '/api/coletas/serie', '/api/billing',
  ]; // prettier-ignore
  const writes: [string, string, unknown?][] = [
    ['PATCH', one, { name: 'changed' }],
    ['POST', `${one}/test-alert`],
    ['POST', `${one}/alerts/${alert?.id ?? 'none'}/resend`],
    ['POST', `${one}/rotate`],
    ['POST', `${one}/token/rotate`],
    ['POST', `${one}/secret/rotate`],
    ['DELETE', one],
    ['PUT', '/api/endpoints/by-slug/x', { interval_sec: 300 }],
    ['POST', '/api/endpoints', { name: 'more', interval_sec: 300 }],
    ['POST', '/api/pause', { tag: 'x', until: null }],
    ['POST', '/api/import/crontab?apply=1', '0 3 * * * /bin/x\n'],
    ['POST', '/api/import/json', { version: 1, monitors: [] }],
    ['DELETE', '/api/ingest-key'],
    ['DELETE', '/api/status-feed'],
    ['POST', '/api/ambientes', { nome: 'more' }],
    ['PATCH', `/api/ambientes/${device}`, { nome: 'changed' }],
    ['DELETE', `/api/ambientes/${device}`],
    ['POST', `/api/ambientes/${device}/inputs`, { collector: 'telegraf', monitoring: ['system'] }],
    ['POST', '/api/credit', { cents: 100 }],
  ];
  const tags = new Map<string, string>();
  for (const path of reads) {
    const { headers } = await send('GET', path);
    tags.set(path, headers.get('etag') ?? '*');
  }
  return { id: String(id), device: String(device), reads, writes, tags };
}

/** Expects that all of it answers by one of these statuses, however it is asked, and that nothing is written. */
async function expectClosed(
  send: Send,
  { id, device, reads, writes, tags }: Awaited<ReturnType<typeof belongings>>,
  statuses: readonly number[],
): Promise<void> {
  const before = await contentsOf(service);
  const closed = (reply: Reply, what: string) => {
    expect.soft(statuses, `${what}: ${reply.text}`).toContain(reply.status);
    expect.soft(reply.headers.get('etag'), what).toBeNull();
    for (const secret of [id, device, 'mine', 'output of a job'])
      expect.soft(reply.text, what).not.toContain(secret);
  };
  for (const path of reads)
    for (const method of ['GET', 'HEAD'])
      closed(
        await send(method, path, undefined, { 'if-none-match': tags.get(path) ?? '*' }),
        `${method} ${path}`,
      );
  for (const [method, path, body] of writes) {
    const typed = typeof body === 'string' ? { 'content-type': 'text/plain' } : {};
    closed(
      await send(method, path, body, { ...typed, 'idempotency-key': 'x'.repeat(24) }),
      `${method} ${path}`,
    );
  }
  expect(await contentsOf(service)).toEqual(before);
}

const by =
  (credential: Record<string, string>): Send =>
  (method, path, body, headers) =>
    service.call(method, path, {
      ...(body !== undefined && { body }),
      headers: { ...credential, ...headers },
    });

describe('from the moment of the answer on, nothing is shown or changed', () => {
  it('by a key that was revoked', async () => {
    const alice = await signedIn(service);
    const { secret, key } = (
      await alice.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null })
    ).json;
    const all = await belongings(by({ 'x-api-key': secret }));
    await alice.call('POST', '/api/account/keys/revoke', { id: key.id });
    await expectClosed(by({ 'x-api-key': secret }), all, [401]);
    await expectClosed(by({ authorization: `Bearer ${secret}` }), all, [401]);
  });

  it.each(['/api/auth/logout', '/api/account/sessions/end'])('by a session that ended: %s', async (path) => {
    const alice = await signedIn(service);
    const { secret } = (
      await alice.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null })
    ).json;
    const send: Send = (method, to, body, headers) => alice.call(method, to, body, headers && { headers });
    const all = await belongings(send);
    expect((await alice.call('POST', path, {})).status).toBe(200);
    await expectClosed(send, without(all, '/api/ambientes', '/api/coletas', '/api/billing'), [401]);
    if (path.endsWith('end')) await expectClosed(by({ 'x-api-key': secret }), all, [401]);
  });

  it('by an account that was deleted, nor by its keys', async () => {
    const alice = await signedIn(service);
    const { secret } = (
      await alice.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null })
    ).json;
    const send: Send = (method, to, body, headers) => alice.call(method, to, body, headers && { headers });
    const all = await belongings(send);
    const { key } = (await send('GET', '/api/ingest-key')).json;
    const feed = (await send('GET', '/api/status-feed')).json['token'];
    const token = (await send('POST', `/api/endpoints/${all.id}/token/rotate`)).json['token'];
    expect((await alice.call('POST', '/api/account/delete', { confirm: alice.account.email })).status).toBe(
      200,
    );
    await expectClosed(send, without(all, '/api/ambientes', '/api/coletas', '/api/billing'), [401]);
    await expectClosed(by({ 'x-api-key': secret }), all, [401]);
    for (const path of [
      `/in/${all.id}`,
      `/in/${key}/mine`,
      `/in/${key}/new`,
      `/s/${feed}`,
      `/s/${feed}.json`,
    ])
      expect((await service.call('GET', path)).status, path).toBe(404);
    expect([401, 404]).toContain(
      (await service.call('GET', `/api/endpoints/${all.id}?token=${token}`)).status,
    );
    await service.erase();
    expect((await service.call('GET', `/in/${key}/new`)).status).toBe(404);
  });

  it('by a member whose role is lost, and while the organization is off', async () => {
    const organization = await newOrganization(service);
    const bob = await signedIn(service, { proof: { mfa: true } });
    await organization.join(bob, 'admin');
    const made = await bob.call('POST', '/api/account/keys/create', {
      name: 'ci',
      organizationId: organization.id,
    });
    const { secret } = made.json;
    const send: Send = (method, to, body, headers) =>
      bob.call(method, to, body, { headers: { 'x-organization': organization.id, ...headers } });
    const all = await belongings(send);
    const switched = (enabled: boolean) =>
      organization.owner.call('PATCH', `/api/organizations/${organization.id}`, { enabled });
    expect((await switched(false)).status).toBe(200);
    await expectClosed(send, all, [403]);
    await expectClosed(by({ 'x-api-key': secret }), all, [401]);
    await switched(true);
    expect((await organization.remove(bob)).status).toBe(200);
    await expectClosed(send, all, [404]);
    await expectClosed(by({ 'x-api-key': secret }), all, [401]);
  });

  it('by a guest token that was rotated, nor of what was claimed by the one that is good', async () => {
    const guest = await service.guest();
    const all = await belongings(by({ 'x-guest-token': guest.token }));
    const { token } = (await guest.call('POST', '/api/guest/rotate')).json;
    await expectClosed(by({ 'x-guest-token': guest.token }), all, [401]);
    const alice = await signedIn(service);
    await alice.call('POST', '/api/auth/claim', { guest_token: token });
    const own = { ...all, reads: all.reads.filter((path) => /[0-9a-z]{26}|ambientes\/./.test(path)) };
    const changing = {
      ...own,
      writes: all.writes.filter(([, path]) => path.includes(all.id) || path.includes(all.device)),
    };
    await expectClosed(by({ 'x-guest-token': token }), changing, [404]);
  });
});

/** All but what nobody reads and makes as well. */
function without(all: Awaited<ReturnType<typeof belongings>>, ...open: string[]) {
  return {
    ...all,
    reads: all.reads.filter((path) => !open.includes(path)),
    writes: all.writes.filter(([, path]) => !open.includes(path)),
  };
}
