import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePorts } from '../support/servers/free-ports.ts';
import { needsProgram } from '../support/lacking.ts';
import { runAsNobody, startDaemon } from './daemon.ts';
import { expectThisMachine } from './sane.ts';
import { startThisMachine } from './this-machine.ts';
import { newWorkplace } from './workplace.ts';

it('the agent and the script of SNMP that are handed out send this machine, until it is rotated', async (test) => {
  for (const [program, of] of [
    ['snmpd', 'snmpd'],
    ['snmpget', 'snmp'],
    ['curl', 'curl'],
  ] as const)
    needsProgram(test, program, of);
  await using machine = await startThisMachine();
  await using place = await newWorkplace();
  const { setup } = await machine.connect('snmp', ['system']);
  const port = await freePorts(1);
  const here = (name: string) => join(place.folder, name);
  // Paths and the agent's port, which nobody may have here, are all that is replaced.
  const moved = (content: string) =>
    setup.files
      .reduce((text, { name, path }) => text.replaceAll(path ?? name, here(name)), content)
      .replaceAll('-Oqn 127.0.0.1', `-Oqn 127.0.0.1:${port}`);
  for (const { name, content } of setup.files) await place.write(name, moved(content));
  const args = ['-f', '-C', '-c', here('rollcall.conf'), '-Lo', '-I', '-smux', '-p', here('pid')];
  await using agent = startDaemon('snmpd', [...args, `udp:127.0.0.1:${port}`], place.folder);
  const send = () => runAsNobody('sh', [here('rollcall-snmp.sh')], place.folder);
  await expect.poll(() => send().catch(String), { timeout: 10_000, interval: 500 }).toBe('{"ok":true}');

  // The agent itself looks every five seconds.
  const { live } = await machine.sending('snmp', ['host.cpuPct', 'disk.written', 'network.out'], send);
  await expectThisMachine(live);

  await machine.connect('snmp', ['system']);
  machine.forget();
  expect(agent.said()).toContain('NET-SNMP version');
  await expect(send()).rejects.toThrow(/ended with 22: .*401/s);
  expect(await machine.channel('snmp')).toMatchObject({ state: 'waiting', connected: false });
});
