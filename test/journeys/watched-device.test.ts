import { expect, it } from 'vitest';
import { REPORT } from '../lib/domain/machines/devices/report/printed.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';
import { watchingTable, type TableWatch } from '../support/table/watching-table.ts';

it('a machine that stops sending is alerted on once, and is back with its first reading', async () => {
  await using service = await startTestService();
  await using receiver = await startReceiver();
  const alice = await service.guest();
  const device = (await alice.call('POST', '/api/ambientes', { nome: 'db-1', vigiar: true })).json[
    'ambiente'
  ];
  const monitorPath = `/api/endpoints/${device.monitor_id}`;
  const state = async () => (await alice.call('GET', monitorPath)).json['state'];
  await alice.call('PATCH', monitorPath, { alert_url: receiver.url });
  // Before it ever sends it is waited for, however long.
  service.clock.advance(3_500);
  await service.check();
  expect([await state(), receiver.received]).toEqual(['waiting', []]);

  await service.call('POST', `/api/ambientes/${device.id}/relatorio`, { body: { relatorio: REPORT } });
  const { json } = await alice.call('POST', '/api/coletas', { nome: 'db-1', ambiente_id: device.id });
  const send = () =>
    service.call('POST', `/r/${json['coleta'].id}`, {
      body: '0.52 0.58 0.59 1/257 4242\n',
      headers: { 'content-type': 'text/plain' },
    });
  const moves: unknown[] = [];
  const before: TableWatch['before'] = ({ reads, input }) => {
    if (!reads && JSON.stringify(input).includes(device.monitor_id)) moves.push(input);
  };
  await watchingTable(service, { before }, async () => {
    for (let minute = 0; minute < 60; minute++) {
      expect((await send()).status).toBe(200);
      service.clock.advance(60);
    }
  });
  expect([moves.length, await state()]).toEqual([12, 'ok']);
  await service.check();
  expect(receiver.received).toEqual([]);

  // The last move was at the 55th minute: the deadline is 15 minutes after it, 11 after the last reading.
  service.clock.advance(600);
  await service.check();
  expect(await state()).toBe('ok');
  service.clock.advance(1);
  await service.check();
  expect(await state()).toBe('late');
  service.clock.advance(3_600);
  await service.check();
  await send();
  expect(await state()).toBe('ok');
  await service.check();

  expect(receiver.received.map(({ json: { type, downtime_sec } }) => [type, downtime_sec])).toEqual([
    ['service.miss', undefined],
    ['service.recovery', 3_601],
  ]);
  expect((await alice.call('GET', `${monitorPath}/events`)).json['events']).toEqual([]);
  expect(service.logged).toEqual([]);
});
