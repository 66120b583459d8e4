import { describe, expect, it } from 'vitest';
import { newMachine } from '../support/machines/machine.ts';
import { contentsOf } from '../support/service/refused.ts';
import { startTestService, type Person } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn } from '../support/accounts/session.ts';

const service = shared(startTestService);

const pathname = (url: unknown) => new URL(String(url)).pathname;

/** All that opens something of an owner without being its credential. */
async function tokensOf(person: Person, name: string) {
  const monitor = await person.createMonitor({ name });
  await service.call('POST', `/in/${monitor['id']}/fail`, { body: `output of ${name}` });
  await service.check();
  const [event] = await person.events(monitor['id']);
  const [alert] = await person.alerts(monitor['id']);
  const feed = (await person.call('GET', '/api/status-feed')).json;
  const [row] = (await service.call('GET', pathname(feed['json']))).json['endpoints'];
  const { key } = (await person.call('GET', '/api/ingest-key')).json;
  return {
    name,
    id: String(monitor['id']),
    read: String(monitor['token']),
    feed: String(feed['token']),
    row: row.id,
    key,
    event,
    alert,
  };
}

describe('a token', () => {
  it('of one owner opens nothing beside what is another’s', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];
    const [hers, his] = [await tokensOf(alice, 'alice'), await tokensOf(bob, 'bobby')];
    const closed: [string, string, Record<string, string>?][] = [
      // A read token with another monitor, in each of its places, and beside a good credential of another owner.
      ['GET', `/api/endpoints/${his.id}?token=${hers.read}`],
      ['GET', `/api/endpoints/${his.id}/events?token=${hers.read}`],
      ['GET', `/api/endpoints/${his.id}/runs`, { 'x-hook-token': hers.read }],
      ['GET', `/api/endpoints/${his.id}/stats`, { 'x-hook-token': hers.read }],
      ['GET', `/api/endpoints/${his.id}/incident`, { 'x-hook-token': hers.read }],
      ['GET', `/api/endpoints/${his.id}`, { 'x-hook-token': hers.read, 'x-guest-token': alice.token }],
      ['GET', `/api/endpoints/${his.id}`, { 'x-guest-token': alice.token }],
      // A good one where it opens nothing.
      ['GET', `/api/endpoints/${hers.id}/alerts`, { 'x-hook-token': hers.read }],
      ['GET', `/api/endpoints/${hers.id}/events/${hers.event.id}/body`, { 'x-hook-token': hers.read }],
      ['GET', `/api/endpoints/${hers.id}/changes`, { 'x-hook-token': hers.read }],
      ['PATCH', `/api/endpoints/${hers.id}?token=${hers.read}`],
      ['DELETE', `/api/endpoints/${hers.id}`, { 'x-hook-token': hers.read }],
      ['POST', `/api/endpoints/${hers.id}/test-alert?token=${hers.read}`],
      // A badge of one feed by another feed, and ids that are no row.
      ['GET', `/s/${hers.feed}/${his.row}.svg`],
      ['GET', `/s/${hers.feed}/${his.id}.svg`],
      ['GET', `/s/${hers.feed}/${hers.id}.svg`],
      ['GET', `/s/${hers.row}/${hers.row}.svg`],
      // Events and alerts of another monitor by one’s own, and the other way round.
      ['GET', `/api/endpoints/${hers.id}/events/${his.event.id}/body`, { 'x-guest-token': alice.token }],
      ['GET', `/api/endpoints/${his.id}/events/${his.event.id}/body`, { 'x-guest-token': alice.token }],
      ['POST', `/api/endpoints/${hers.id}/alerts/${his.alert.id}x/resend`, { 'x-guest-token': alice.token }],
      ['POST', `/api/endpoints/${his.id}/alerts/${his.alert.id}/resend`, { 'x-guest-token': alice.token }],
      ['POST', `/api/endpoints/${his.id}/test-alert`, { 'x-guest-token': alice.token }],
      // One class in the place of another.
      ['GET', '/api/endpoints', { 'x-guest-token': hers.key }],
      ['GET', '/api/endpoints', { authorization: `Bearer ${hers.feed}` }],
      ['GET', '/api/endpoints', { authorization: `Bearer ${hers.read}` }],
      ['GET', `/s/${hers.read}.json`],
      ['GET', `/s/${hers.key}.json`],
      ['POST', `/in/${alice.token}/job`],
      ['POST', `/in/${hers.feed}/job`],
      ['POST', `/r/${hers.row}`],
    ];
    const before = await contentsOf(service);
    for (const [method, path, headers = {}] of closed)
      for (const conditional of [{}, { 'if-none-match': '*' }]) {
        const reply = await service.call(method, path, { headers: { ...headers, ...conditional } });
        expect.soft([400, 401, 404], `${method} ${path} ${reply.status}`).toContain(reply.status);
        expect.soft(reply.text, path).not.toContain('bobby');
      }
    expect(await contentsOf(service)).toEqual(before);
  });

  it('that was rotated is closed by the answer, in every form and by every method', async () => {
    const alice = await service.guest();
    const before = await tokensOf(alice, 'alice');
    const monitor = await service.call('GET', `/api/endpoints/${before.id}?token=${before.read}`);
    const badge = await service.call('GET', `/s/${before.feed}/${before.row}.svg`);
    const etags = [monitor, badge].map(({ headers }) => headers.get('etag') ?? '*').join(', ');
    await alice.call('POST', `/api/endpoints/${before.id}/token/rotate`);
    await alice.call('DELETE', '/api/status-feed');
    await alice.call('DELETE', '/api/ingest-key');
    const shown = (await alice.call('POST', `/api/endpoints/${before.id}/rotate`)).json['id'];
    const feed = (await alice.call('GET', '/api/status-feed')).json['token'];
    const [row] = (await service.call('GET', `/s/${feed}.json`)).json['endpoints'];
    const paths = [
      ...[before.id, shown].flatMap((id) => [
        `/api/endpoints/${id}?token=${before.read}`,
        `/api/endpoints/${id}/events?token=${before.read}`,
      ]),
      ...['', '.html', '.json', '.rss', '/metrics', `/${before.row}.svg`, `/${row.id}.svg`].map(
        (form) => `/s/${before.feed}${form}`,
      ),
      `/s/${feed}/${before.row}.svg`,
      `/in/${before.key}/alice`,
      `/in/${before.key}/new`,
      `/in/${before.key}/new/start`,
      `/in/${before.id}`,
      `/in/${before.id}/start`,
      `/in/${before.id}/0`,
      `/in/${before.id}/log`,
    ];
    const table = await contentsOf(service);
    for (const path of paths)
      for (const method of path.startsWith('/in/') ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']) {
        const reply = await service.call(method, path, { headers: { 'if-none-match': etags } });
        expect.soft([401, 404], `${method} ${path}`).toContain(reply.status);
        expect.soft(reply.text).not.toContain('alice');
      }
    expect(await contentsOf(service)).toEqual(table);
  });

  it('of a machine sends for nobody from a minute after its device was deleted, claimed or not', async () => {
    const guest = await service.guest();
    const machine = await newMachine(service, ['loadavg'], { owner: guest });
    expect((await machine.send()).status).toBe(200);
    const alice = await signedIn(service);
    await alice.call('POST', '/api/auth/claim', { guest_token: guest.token });
    const id = machine.device.id;
    for (const path of [`/api/ambientes/${id}`, `/api/coletas/${machine.symbolOf('loadavg')}/serie`])
      expect((await guest.call('GET', path)).status).toBe(404);
    expect((await guest.call('DELETE', `/api/coletas/${machine.symbolOf('loadavg')}`)).status).toBe(404);
    service.clock.advance(61);
    expect((await machine.send()).status).toBe(200);
    const made = await alice.call('POST', `/api/ambientes/${id}/inputs`, {
      collector: 'telegraf',
      monitoring: ['system'],
    });
    const push = (credential: string) =>
      service.call('POST', '/i/influx/api/v2/write', {
        body: 'system load1=4.5\n',
        headers: { authorization: `Token ${credential}`, 'content-type': 'text/plain' },
      });
    const first = made.json['setup'].connection.credential;
    expect((await push(first)).status).toBe(204);
    const again = await alice.call('POST', `/api/ambientes/${id}/inputs`, {
      collector: 'telegraf',
      monitoring: ['system'],
    });
    service.clock.advance(61);
    expect((await push(first)).status).toBe(401);
    expect((await push(again.json['setup'].connection.credential)).status).toBe(204);
    expect((await alice.call('DELETE', `/api/ambientes/${id}`)).status).toBe(200);
    service.clock.advance(61);
    expect((await machine.send()).status).toBe(401);
    expect((await machine.send({ by: machine.symbolOf('loadavg') })).status).toBe(401);
    expect((await push(again.json['setup'].connection.credential)).status).toBe(401);
    const stolen = await service.guest();
    const named = await stolen.call('POST', '/api/ambientes', { nome: 'web', request_id: id });
    expect(named.status).toBe(409);
  });
});
