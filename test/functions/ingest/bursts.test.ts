import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const times = <T>(count: number, work: (turn: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, turn) => work(turn));
const statuses = (replies: Reply[]) => [...new Set(replies.map(({ status }) => status))];
const events = async (id: string) =>
  (await alice.call('GET', `/api/endpoints/${id}/events?limit=500`)).json['events'];

describe('signals that arrive together', () => {
  it('fifty first pings are all taken and leave fifty events', async () => {
    const { id } = await alice.createMonitor();

    const replies = await Promise.all(times(50, () => service.call('POST', `/in/${id}`)));

    expect(statuses(replies)).toEqual([200]);
    expect(await events(id)).toHaveLength(50);
    expect(await alice.read(id)).toMatchObject({
      state: 'ok',
      miss_count: 0,
    });
  });

  it('a burst of pings to a late monitor counts one miss', async () => {
    const { id } = await alice.createMonitor({ interval_sec: 300 });
    await service.ping(id);
    service.clock.advance(400);

    await Promise.all(times(30, () => service.ping(id)));

    expect(await alice.read(id)).toMatchObject({
      state: 'ok',
      miss_count: 1,
    });
    expect(await events(id)).toHaveLength(31);
  });

  it('a mixed burst loses no signal and no failure', async () => {
    const { id } = await alice.createMonitor();
    const paths = ['', '/start?rid=a', '/fail', '/0', '/9', '?rid=a'];

    const replies = await Promise.all(
      times(24, (turn) => service.call('POST', `/in/${id}${paths[turn % paths.length]}`)),
    );

    expect(statuses(replies)).toEqual([200]);
    const kinds = (await events(id)).map((event: { kind: string }) => event.kind).sort();
    expect(kinds.filter((kind: string) => kind === 'start')).toHaveLength(4);
    expect(kinds.filter((kind: string) => kind === 'fail')).toHaveLength(8);
    expect(kinds.filter((kind: string) => kind === 'ping')).toHaveLength(12);
    expect((await alice.read(id))['alert_pending']).toBe('fail');
  });

  it('twelve starts of different runs are all open', async () => {
    const { id } = await alice.createMonitor();
    await Promise.all(times(12, (turn) => service.call('POST', `/in/${id}/start?rid=r${turn}`)));
    service.clock.advance(3);

    await Promise.all(times(12, (turn) => service.call('POST', `/in/${id}?rid=r${turn}`)));

    const closed = (await events(id)).filter((event: { duration_ms: number }) => event.duration_ms === 3_000);
    expect(closed).toHaveLength(12);
  });

  it('pings, patches and checks at once lose nothing', async () => {
    const { id } = await alice.createMonitor({ interval_sec: 300 });
    await service.ping(id);
    service.clock.advance(301);

    const [pings, patches] = await Promise.all([
      Promise.all(times(30, () => service.call('POST', `/in/${id}`))),
      Promise.all(times(5, (turn) => alice.patch(id, { alert_repeat_sec: 3_600 + turn }))),
      service.check(),
      service.check(),
      alice.patch(id, { name: 'renamed meanwhile' }),
    ]);

    expect([statuses(pings), statuses(patches)]).toEqual([[200], [200]]);
    expect(await alice.read(id)).toMatchObject({
      name: 'renamed meanwhile',
      state: 'ok',
      miss_count: 1,
    });
    expect(await events(id)).toHaveLength(31);
  });

  it('a failure that arrives during checks is told exactly once', async () => {
    await using receiver = await startReceiver();
    const { id } = await alice.createMonitor({ alert_url: receiver.url });
    await service.ping(id);

    await Promise.all([
      service.check(),
      service.call('POST', `/in/${id}/fail`),
      service.check(),
      service.check(),
    ]);
    await Promise.all([service.check(), service.check()]);

    expect(receiver.received.map(({ json }) => json['reason'])).toEqual(['fail']);
  });

  it('logs nothing on the way', () => {
    expect(service.logged).toEqual([]);
  });
});
