import { describe, expect, it } from 'vitest';
import { contentsOf, expectNothingWritten, expectRefusal } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const listed = () => alice.monitors();

describe('deleteMonitor', () => {
  it('deactivates the monitor: it is inactive and takes no more pings of any kind', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);

    const { status, json } = await alice.remove(id);

    expect(status).toBe(200);
    expect(json).toEqual({ ok: true });
    expect(await alice.read(id)).toMatchObject({
      state: 'inactive',
      active: false,
      overdue: false,
    });
    for (const path of ['', '/start', '/fail', '/0', '/1']) {
      await expectNothingWritten(service, () => service.call('POST', `/in/${id}${path}`), {
        status: 404,
        error: 'not_found',
      });
    }
  });

  it('is harmless when repeated', async () => {
    const { id } = await alice.createMonitor();
    await alice.remove(id);
    const after = await contentsOf(service);

    expect((await alice.remove(id)).json).toEqual({ ok: true });

    expect(await contentsOf(service)).toEqual(after);
  });

  it('frees the allowance once, however often it is called at once', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const carol = await live.guest();
    const made = [];
    for (let count = 0; count < 10; count++) made.push(await carol.createMonitor());
    const create = () => carol.call('POST', '/api/endpoints', { name: 'n', interval_sec: 300 });
    expect((await create()).status).toBe(402);

    const id = made[0]?.['id'];
    const replies = await Promise.all(Array.from({ length: 6 }, () => carol.remove(id)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(402);
  });

  it('frees the e-mail registration too', async () => {
    await using live = await startTestService({ billingMode: 'live' });
    const carol = await live.guest();
    const { id } = await carol.createMonitor({ alert_to: 'carol@example.com' });
    await carol.remove(id);

    const again = await carol.call('POST', '/api/endpoints', {
      name: 'n',
      interval_sec: 300,
      alert_to: 'carol@example.com',
    });

    expect(again.status).toBe(201);
  });

  it('keeps the monitor listed as inactive for 30 days, then it is gone everywhere', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id, token } = await carol.createMonitor();
    await carol.remove(id);
    const states = async () => (await carol.monitors()).map((each: { state: string }) => each.state);

    own.clock.advance(30 * 86_400);
    expect(await states()).toEqual(['inactive']);
    own.clock.advance(1);

    expect(await states()).toEqual([]);
    expectRefusal(await carol.call('GET', `/api/endpoints/${id}`), { status: 404, error: 'not_found' });
    expectRefusal(await own.call('GET', `/api/endpoints/${id}?token=${token}`), {
      status: 404,
      error: 'not_found',
    });
    expectRefusal(await carol.remove(id), { status: 404, error: 'not_found' });
  });

  it('never alerts about a deactivated monitor, not even about what was pending', async () => {
    await using own = await startTestService();
    const carol = await own.guest();
    const { id } = await carol.createMonitor({ alert_url: 'http://127.0.0.1:9/' });
    await own.ping(id);
    await own.fail(id);
    await carol.remove(id);

    own.clock.advance(86_400);

    expect(await own.check()).toEqual({ checked: 0, sent: 0, failed: 0 });
  });

  it('answers Bob, unknown and malformed ids with the same 404 and keeps the monitor', async () => {
    const { id } = await alice.createMonitor();
    const bob = await service.guest();
    const texts = new Set<string>();
    for (const each of [id, '0'.repeat(26), 'x', '%00']) {
      await expectNothingWritten(
        service,
        async () => {
          const reply = await bob.remove(each);
          texts.add(reply.text);
          return reply;
        },
        { status: 404, error: 'not_found' },
      );
    }

    expect(texts.size).toBe(1);
    expect((await service.ping(id)).status).toBe(200);
  });

  it('answers 401 without a credential', async () => {
    const { id } = await alice.createMonitor();

    expectRefusal(await service.call('DELETE', `/api/endpoints/${id}`), {
      status: 401,
      error: 'credencial_ausente',
    });
  });

  it('takes pings that arrive at the same time or refuses them, and never leaves one behind', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);

    const [gone, ...pings] = await Promise.all([
      alice.remove(id),
      ...Array.from({ length: 20 }, () => service.call('POST', `/in/${id}`)),
    ]);

    expect(gone?.status).toBe(200);
    const taken = pings.filter(({ status }) => status === 200).length;
    expect(pings.filter(({ status }) => status === 404)).toHaveLength(20 - taken);
    const { json } = await alice.call('GET', `/api/endpoints/${id}/events`);
    expect(json['events']).toHaveLength(1 + taken);
    expect((await listed()).find((each: { id: string }) => each.id === id)).toMatchObject({
      state: 'inactive',
    });
  });
});
