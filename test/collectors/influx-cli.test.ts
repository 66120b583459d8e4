import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { newCollector } from '../support/machines/collectors.ts';
import { needsProgram } from '../support/lacking.ts';
import { ran } from '../support/machines/shells.ts';
import { startTestService } from '../support/service/service.ts';

/** What stands before a service whose path a client cannot be told, as this one: it puts the path before what is asked. */
async function startPrefixing(origin: string, prefix: string) {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const { method = 'GET', url = '' } = req;
    const headers = { ...req.headers, host: new URL(origin).host };
    const onward = request(`${origin}${prefix}${url}`, { method, headers }, (reply) => {
      asked.push(`${method} ${url.split('?')[0]} ${reply.statusCode}`);
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(res);
    });
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

it('the influx client sends lines as Telegraf names them, by Basic', async (test) => {
  needsProgram(test, 'influx', 'influxdb-client');
  await using service = await startTestService();
  const { credential, numbers } = await newCollector(service, 'telegraf');
  await using before = await startPrefixing(service.url, '/i/influx');
  const insert = (password: string) =>
    ran('influx', [
      ...`-host 127.0.0.1 -port ${before.port} -database rollcall -username anybody -password`.split(' '),
      password,
      '-execute',
      'INSERT system,host=a load1=0.25,load5=0.5,load15=0.75',
    ]);

  expect(await insert(credential)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(before.asked).toEqual(['GET /ping 204', 'POST /write 204']);
  expect(await numbers()).toEqual({ 'host.load1': 0.25, 'host.load5': 0.5, 'host.load15': 0.75 });

  const refused = await insert('hpc_someone-elses');
  expect(`${refused.stdout}${refused.stderr}`).toContain('credencial_invalida');
  expect(before.asked.at(-1)).toBe('POST /write 401');
});
