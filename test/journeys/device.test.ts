import { readFile } from 'node:fs/promises';
import { totalmem, uptime } from 'node:os';
import { expect, it } from 'vitest';
import { startCrontabSpool } from '../support/machines/crontab-spool.ts';
import { needsCurl } from '../support/lacking.ts';
import { startTestService } from '../support/service/service.ts';
import { expectRuns, marked } from '../support/machines/shown-commands.ts';

const PAGE = await readFile(new URL('../../docs/devices.md', import.meta.url), 'utf8');
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*?)^```/gms)].map((found) => found[1]).join('');
/** One of them has a letter in Latin-1, and one a `%` for cron. */
const JOBS = Buffer.from(
  'MAILTO=ops@example.com\n# caf\xe9\n\n30 2 * * * /opt/backup --at "$(date +\\%F)"\n@reboot /bin/true\n',
  'latin1',
);

const between = (least: number, most: number) => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && value >= least && value <= most,
});
const share = between(0, 100);
const count = between(0, 1e6);
const MEMORY_MIB = totalmem() / 2 ** 20;

/** What can be true of a machine on which tests run. */
const SANE = {
  loadavg: { m1: count, m5: count, m15: count },
  memoria: { usada: between(1, MEMORY_MIB), total: between(MEMORY_MIB - 1, MEMORY_MIB + 1), pct: share },
  disco: { ponto: '/', usado: between(1, 1e9), total: between(1, 1e9), pct: share },
  cpu: { uso: share, espera: share, roubo: share },
  disco_io: { leitura: between(0, 1e5), escrita: between(0, 1e5), ocupado: share },
  rede: { entrada: between(0, 1e6), saida: between(0, 1e6), erros: count },
  uptime: { seg: between(1, uptime() + 300) },
  processos: { total: between(2, 1e6), rodando: between(1, 1e6), bloqueados: count },
};

it('a machine is watched by the commands of its page, and leaves a crontab as it was', async (test) => {
  needsCurl(test);
  await using service = await startTestService({ startAt: Date.now() });
  await using spool = await startCrontabSpool();
  await spool.setJobs(JOBS);
  const here = COMMANDS.replaceAll('http://localhost:8787', service.url);
  const script = `crontab -Q || exit\n${marked(here)}\nprintf %s "$TOKEN" >token`;

  const shown = await expectRuns(script, spool.folder, spool.env);

  expect(shown).toBe(13);
  expect(await spool.jobs()).toEqual(JOBS);

  const read = (name: string) => readFile(`${spool.folder}/${name}`, 'utf8');
  const token = await read('token');
  const { json } = await service.call('GET', '/api/coletas/serie', { token });
  const series = Object.fromEntries(
    json['coletas'].map(({ medida, leituras }: (typeof json)['coletas'][0]) => [medida, leituras]),
  );
  expect(Object.keys(series)).toEqual(Object.keys(SANE));
  for (const [measure, fields] of Object.entries(SANE)) {
    expect(series[measure], measure).toHaveLength(2);
    for (const reading of series[measure]) expect(reading).toEqual({ t: expect.any(String), ...fields });
  }

  const [device] = (await service.call('GET', '/api/ambientes', { token })).json['ambientes'];
  const [push] = /\/r\/[\w-]{22}/.exec(await read('measures.json')) ?? [];
  await service.call('DELETE', `/api/ambientes/${device.id}`, { token });
  service.clock.advance(60);

  // The machine goes on sending.
  expect((await service.call('POST', `${push}`, { body: '@1' })).status).toBe(401);
  expect((await service.call('GET', '/api/endpoints', { token })).json).toMatchObject({
    endpoints: [
      { id: device.monitor_id, state: 'inactive' },
      { name: 'web 1 Disk', state: 'inactive' },
    ],
  });
  expect(service.logged).toEqual([]);
}, 30_000);
