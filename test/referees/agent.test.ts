import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService, type Reply } from '../support/service/service.ts';

it('an agent finds the service, becomes a guest, has a job watched, learns why it is late and has that told again', async () => {
  await using service = await startTestService();
  await using receiver = await startReceiver();
  const index = (await service.call('GET', '/api/')).json;
  const card = (await service.call('GET', new URL(index['docs'].mcp).pathname)).json;
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(card['remotes'][0].url)));
  const use = async (name: string, args: object = {}): Promise<Reply['json']> => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain(name);
    const result = await client.callTool({ name, arguments: { ...args } });
    expect(result.isError, JSON.stringify(result)).toBeUndefined();
    return result.structuredContent as Reply['json'];
  };

  expect(client.getInstructions()).toContain('createGuest');
  const { token: guest_token } = await use('createGuest');
  const schedule = { cron: '0 3 * * *', tz: 'America/Sao_Paulo' };
  const { in_words, next_runs } = await use('previewSchedule', schedule);
  expect([in_words, next_runs.length]).toEqual([expect.stringContaining('03:00'), 10]);

  const settings = { name: 'nightly backup', interval_sec: 3_600, alert_url: receiver.url };
  const wanted = { ...settings, guest_token, idempotency_key: 'backup-1' };
  expect(await use('createMonitor', { ...wanted, idempotency_key: 'dry-1', dry_run: true })).toMatchObject({
    dry_run: true,
  });
  const made = await use('createMonitor', wanted);
  expect((await use('createMonitor', wanted))['id']).toBe(made['id']);
  expect((await use('listMonitors', { guest_token }))['endpoints']).toHaveLength(1);

  await service.call('POST', new URL(made['ingest_url']).pathname, { body: 'copied 3 files' });
  service.clock.advance(7_200);
  await service.check();
  expect(receiver.received).toHaveLength(1);

  const of = { id: made['id'], guest_token };
  expect((await use('getMonitor', of))['state']).toBe('late');
  expect((await use('listIncidents', { guest_token, state: 'open' }))['incidents']).toHaveLength(1);
  const packet = await use('getIncident', of);
  expect(packet).toMatchObject({ incident: { reason: 'silence' }, output: { tail: 'copied 3 files' } });

  const { alerts } = await use('listAlerts', of);
  const resent = await use('resendAlert', { ...of, alert: alerts[0].id });
  await service.drain();
  expect(resent['id']).toBe(alerts[0].id);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    alerts[0].webhook_id,
    alerts[0].webhook_id,
  ]);

  await use('patchMonitor', { ...of, interval_sec: 86_400 });
  await service.call('GET', new URL(made['ingest_url']).pathname);
  await service.check();
  expect((await use('getMonitor', of))['state']).toBe('ok');
  expect(await use('deleteMonitor', of)).toEqual({ ok: true });
  await client.close();
  expect(service.logged).toEqual([]);
});
