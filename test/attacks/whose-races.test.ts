import { describe, expect, it } from 'vitest';
import { startTestService, type Reply } from '../support/service/service.ts';
import { fresh } from '../support/service/shared.ts';
import { newOrganization } from '../support/accounts/organization.ts';
import { signedIn } from '../support/accounts/session.ts';
import { wholeTable } from '../support/table/whole-table.ts';

const service = fresh(startTestService);

type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** So many calls of all kinds at once, each of which changes or shows something of the owner. */
function everythingAtOnce(call: Call, ids: readonly string[], key: string, count = 200): Promise<Reply>[] {
  const [id = '', ...rest] = ids;
  const kinds: ((at: number) => Promise<Reply>)[] = [
    (at) => call('POST', '/api/endpoints', { name: `new ${at}`, interval_sec: 300 }),
    (at) => call('PATCH', `/api/endpoints/${id}`, { name: `name ${at}` }),
    (at) => call('DELETE', `/api/endpoints/${rest[at % rest.length]}`),
    () => call('GET', '/api/endpoints'),
    (at) => call('PUT', `/api/endpoints/by-slug/job-${at % 7}`, { interval_sec: 300 }),
    (at) => service.call('POST', `/in/${key}/by-key-${at % 5}`),
    (at) => call('POST', '/api/ambientes', { nome: `web ${at % 20}` }),
    () => call('GET', '/api/ingest-key'),
    () => call('POST', '/api/pause', { tag: 'x', until: null }),
    (at) => call('POST', `/api/endpoints/${id}/${at % 2 ? 'token' : 'secret'}/rotate`),
  ];
  return Array.from(
    { length: count },
    (_, at) => kinds[at % kinds.length]?.(at) ?? call('GET', '/api/endpoints'),
  );
}

/** What an owner lists as active, by id. */
async function listed(call: Call): Promise<Set<string>> {
  const { endpoints } = (await call('GET', '/api/endpoints')).json;
  return new Set(
    endpoints.filter((each: { active: boolean }) => each.active).map((each: { id: string }) => each.id),
  );
}

const createdBy = (replies: readonly Reply[]) =>
  replies
    .filter(({ status, json }) => status === 201 && json['ingest_url'])
    .map(({ json }) => String(json['id']));

/** No fault of ours; what lost a race is told so. */
function expectNoFault(replies: readonly Reply[]): void {
  const faults = replies.filter(({ status }) => status === 500);
  expect(faults.map(({ text }) => text)).toEqual([]);
}

describe('two hundred calls at once beside', () => {
  it('a claim: each thing has one owner, who counts it', async () => {
    const guest = await service.guest();
    const ids: string[] = [];
    for (const name of 'abcdefg') ids.push((await guest.createMonitor({ name, tags: ['x'] }))['id']);
    const { key } = (await guest.call('GET', '/api/ingest-key')).json;
    const alice = await signedIn(service);

    const calls = everythingAtOnce(guest.call, ids, key);
    let claimed = await alice.call('POST', '/api/auth/claim', { guest_token: guest.token });
    const mine = new Set((await listed(alice.call)).values());
    const later = await Promise.all([...mine].map((id) => guest.patch(id, { name: 'stolen' })));
    const replies = await Promise.all(calls);
    expectNoFault(replies);
    while (claimed.status === 503)
      claimed = await alice.call('POST', '/api/auth/claim', { guest_token: guest.token });
    if (mine.size > 0)
      expect(later.map(({ status }) => status).filter((status) => status !== 404)).toEqual([]);

    const [hers, theirs] = [await listed(alice.call), await listed(guest.call)];
    expect(hers.size).toBeGreaterThan(0);
    expect([...hers].filter((id) => theirs.has(id))).toEqual([]);
    for (const id of createdBy(replies)) expect([hers.has(id), theirs.has(id)], id).toContain(true);
    for (const [call, has] of [
      [alice.call, hers],
      [guest.call, theirs],
    ] as const) {
      const { usage } = (await call('GET', '/api/billing')).json;
      expect(usage.endpoints).toBe(has.size);
      const devices = (await call('GET', '/api/ambientes')).json['ambientes'];
      expect(devices.length).toBeLessThanOrEqual(25);
    }
  });

  it('the deletion of the account: nothing is left that pings or tells anybody', async () => {
    const alice = await signedIn(service);
    const ids: string[] = [];
    for (const name of 'abcdefg') ids.push((await alice.createMonitor({ name, tags: ['x'] }))['id']);
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;

    const calls = everythingAtOnce(alice.call, ids, key);
    let gone: Reply;
    do gone = await alice.call('POST', '/api/account/delete', { confirm: alice.account.email });
    while (gone.status === 503 || gone.status === 409);
    const replies = await Promise.all(calls);
    expect(gone.status, gone.text).toBe(200);
    expectNoFault(replies);

    await service.erase();
    service.clock.advance(3_600);
    await service.erase();
    await service.check();
    const left = (await wholeTable(service)).filter((item) =>
      alice.account.spaces.some((space) => JSON.stringify(item).includes(space)),
    );
    expect(left.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
    for (const id of [...ids, ...createdBy(replies)]) expect((await service.ping(id)).status).toBe(404);
    expect((await wholeTable(service)).filter(({ sk }) => sk === 'MON')).toEqual([]);
  });

  it.each(['key', 'role', 'session'])(
    'the end of a %s: what was answered after it changed nothing',
    async (what) => {
      const organization = await newOrganization(service);
      const bob = await signedIn(service, { proof: { mfa: true } });
      await organization.join(bob, 'admin');
      const { secret, key } = (
        await bob.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: organization.id })
      ).json;
      const byKey: Call = (method, path, body) =>
        service.call(method, path, { headers: { 'x-api-key': secret }, ...(body !== undefined && { body }) });
      const byRole: Call = (method, path, body) => organization.call(method, path, body, bob);
      const call = what === 'key' ? byKey : byRole;
      const ids: string[] = [];
      for (const name of 'abcdefg') ids.push((await organization.createMonitor({ name, tags: ['x'] }))['id']);
      const ingest = await organization.ingestKey();

      const calls = everythingAtOnce(call, ids, ingest);
      const end = {
        key: () => bob.call('POST', '/api/account/keys/revoke', { id: key.id }),
        role: () => organization.remove(bob),
        session: () => bob.call('POST', '/api/account/sessions/end', {}),
      }[what];
      const ended = await end?.();
      expect(ended?.status, ended?.text).toBe(200);
      const after = await Promise.all(everythingAtOnce(call, ids, 'hpk_none', 40));
      expect(after.filter(({ status }) => status < 300)).toEqual([]);
      const replies = await Promise.all(calls);
      expectNoFault(replies);
      const has = await listed(organization.call);
      for (const id of createdBy(replies)) expect(has).toContain(id);
      expect((await organization.call('GET', '/api/billing')).json['usage'].endpoints).toBe(has.size);
    },
  );
});
