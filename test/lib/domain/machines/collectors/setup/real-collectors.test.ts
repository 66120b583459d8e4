import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COLLECTORS } from '../../../../../../lib/domain/machines/collectors/collector.ts';
import { setupOf } from '../../../../../../lib/domain/machines/collectors/setup/setup-of.ts';
import { needsProgram } from '../../../../../support/lacking.ts';
import { programPath } from '../../../../../support/machines/programs.ts';
import { startReceiver } from '../../../../../support/alerts/receiver.ts';
import { ran } from '../../../../../support/machines/shells.ts';
import { CREDENTIAL, inputOf, MEASURED, newRoot, ORIGIN } from './inputs.ts';

it('collectd takes what is written for each group and for all', async (test) => {
  needsProgram(test, 'collectd', 'collectd-core libyajl2 libcurl3-gnutls libmariadb3');
  await using place = await newRoot();
  await mkdir(join(place.root, 'run'));
  const own = `BaseDir "${place.root}/run"\nInclude "${place.root}/etc/collectd/collectd.conf.d/*.conf"\n`;
  await place.holding('collectd.conf', own);
  for (const [, measured] of MEASURED.filter(([id]) => id === 'collectd')) {
    const { configuration } = setupOf(inputOf('collectd', { measured }));
    await place.holding('etc/collectd/collectd.conf.d/rollcall.conf', configuration);

    const tried = await ran(programPath('collectd') ?? '', ['-t', '-C', join(place.root, 'collectd.conf')]);

    expect(tried).toEqual({ code: 0, stdout: '', stderr: '' });
  }
});

it('the script of SNMP sends what the agent with our file says, and no process shows its credential', async (test) => {
  for (const program of ['snmpd', 'snmpget', 'curl']) needsProgram(test, program, 'snmpd snmp curl');
  await using place = await newRoot();
  const { files } = setupOf(inputOf('snmp', { measured: COLLECTORS.snmp.collects }));
  await using receiver = await startReceiver();
  const port = await freePort();
  const here = (text: string) =>
    place
      .moved(text)
      .replaceAll('127.0.0.1 .1', `127.0.0.1:${port} .1`)
      .replaceAll(ORIGIN, new URL(receiver.url).origin);
  await ran('sh', [], files.map(({ put }) => `${here(String(put))}\n`).join(''));
  const [agentFile = '', , script = ''] = files.map(({ path }) => place.moved(String(path)));
  const agent = spawn(programPath('snmpd') ?? '', ['-f', '-C', '-c', agentFile, '-Lf', `${place.root}/log`, '-I', '-smux', `udp:127.0.0.1:${port}`]);

  await expect.poll(async () => (await ran('sh', [script])).code, { timeout: 10_000 }).toBe(0);

  agent.kill();
  await once(agent, 'close');
  const { text: body = '', headers, path } = receiver.received[0] ?? {};
  expect([path, headers?.authorization]).toEqual(['/i/snmp', `Bearer ${CREDENTIAL}`]);
  expect(body).toMatch(/^\.1\.3\.6\.1\.4\.1\.2021\.10\.1\.3\.1 "?\d+\.\d+"?$/m);
  expect(body).toMatch(/^\.1\.3\.6\.1\.4\.1\.2021\.9\.1\.2\.1 "?\/"?$/m);
  expect(body).toMatch(/^\.1\.3\.6\.1\.2\.1\.31\.1\.1\.1\.1\.\d+ "?\w+"?$/m);
  expect(body).not.toContain('No Such');
  expect(await readFile(script, 'utf8')).not.toContain('hpc_');
}); // prettier-ignore

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((done) => socket.close(done));
  return port;
}
