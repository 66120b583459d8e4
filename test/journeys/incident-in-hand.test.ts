import { expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService, type Reply } from '../support/service/service.ts';

it('jobs fail together after a change: the packet tells why, a pause gives quiet, and the history keeps it', async () => {
  await using service = await startTestService();
  await using receiver = await startReceiver();
  const alice = await service.guest();
  const put = async (slug: string) =>
    (
      await alice.call('PUT', `/api/endpoints/by-slug/${slug}`, {
        interval_sec: 3_600,
        tags: ['db'],
        alert_url: receiver.url,
        alert_after_failures: 2,
      })
    ).json['id'] as string;
  const ids = [await put('dump'), await put('vacuum'), await put('report')];
  for (const id of ids) await service.ping(id);
  service.clock.advance(600);
  await alice.patch(ids[0], { max_duration_sec: 900 });

  for (let run = 1; run <= 2; run++) {
    service.clock.advance(60);
    for (const id of ids) await service.call('POST', `/in/${id}/1?rid=run-${run}`, { body: 'disk full' });
    await service.check();
    expect(receiver.received).toHaveLength(run === 1 ? 0 : 3);
  }

  const packet = (await alice.call('GET', `/api/endpoints/${ids[0]}/incident`)).json;
  expect(packet).toMatchObject({
    incident: { reason: 'fail', down_sec: 60, failures_in_a_row: 2, exit_code: 1 },
    output: { tail: 'disk full' },
    also_down: { total: 2 },
    changes: [{ fields: [{ field: 'max_duration_sec', from: null, to: 900 }] }],
  });

  const pause = packet['next_calls'].find(({ path }: Reply['json']) => path === '/api/pause');
  expect((await alice.call(pause.method, pause.path, pause.body)).json).toMatchObject({ changed: 3 });
  service.clock.advance(1_800);
  await service.check();
  expect(receiver.received).toHaveLength(3);

  for (const id of ids) await service.ping(id);
  await alice.call('POST', '/api/pause', { ...pause.body, until: null });
  await service.check();
  expect(receiver.received.slice(3).map(({ json }) => json['type'])).toEqual(
    ids.map(() => 'service.recovery'),
  );
  expect((await alice.call('GET', `/api/endpoints/${ids[0]}/incident`)).status).toBe(404);
  const { incidents } = (await alice.call('GET', '/api/incidents?tag=db')).json;
  expect(incidents.map(({ state, downtime_sec }: Reply['json']) => [state, downtime_sec])).toEqual(
    ids.map(() => ['closed', 1_860]),
  );
  const { changes } = (await alice.call('GET', `/api/endpoints/${ids[0]}/changes`)).json;
  expect(changes.map(({ kind }: Reply['json']) => kind)).toEqual([
    'paused_by_tag',
    'paused_by_tag',
    'changed',
    'created',
  ]);
  expect(service.logged).toEqual([]);
});
