import { expect, it } from 'vitest';
import { STEP_IDS } from '../../../../../../lib/domain/machines/devices/facts.ts';
import { discoverySteps } from '../../../../../../lib/domain/machines/devices/probe/discovery-steps.ts';
import { probeScript } from '../../../../../../lib/domain/machines/devices/probe/probe-script.ts';
import { factsFromReport } from '../../../../../../lib/domain/machines/devices/report/facts-from-report.ts';
import { ran, runIn, TERMINAL_SHELLS, type Ran } from '../../../../../support/machines/shells.ts';
import { withFakes } from './fake-programs.ts';
import { casesOf } from '../../../../../support/thorough.ts';

const { posix, powershell } = discoverySteps();
let probe: Ran | undefined;

it('has the steps that a report is read by', () => {
  expect(posix.map(({ id }) => id)).toEqual(STEP_IDS.posix);
  expect(powershell.map(({ id }) => id)).toEqual(STEP_IDS.powershell);
});

it.for(casesOf(2, TERMINAL_SHELLS))('prints pasted into $name what the probe prints', async (shell, test) => {
  // Other tests start and end cron daemons.
  const env = withFakes({ pidof: 'exit 1', pgrep: 'exit 1' });
  const script = probeScript({ reportUrl: 'https://rollcall.example/', mode: 'mostra' });
  probe ??= await ran('sh', [], script, env);

  const outputs = await Promise.all(posix.map(({ comando }) => runIn(test, shell, comando, env)));

  expect(outputs.map(({ stdout }) => stdout).join('')).toBe(probe.stdout);
  expect(outputs.map(({ stderr }) => stderr).join('')).toBe('');
  for (const { stdout } of outputs) expect(stdout.length).toBeLessThan(400);
});

it('tells of systemd what the probe tells', async () => {
  // Where systemd runs there is the first of these two.
  const onSystemd = (code: string) => code.replaceAll('/run/systemd/system', '/proc');
  const script = probeScript({ reportUrl: 'https://rollcall.example/', mode: 'mostra' });
  const step = posix.find(({ id }) => id === 'fontes')?.comando ?? '';

  const pasted = await ran('sh', ['-c', onSystemd(step)]);

  expect(pasted.stdout).toContain('\ntem=systemctl\ntem=loginctl\n');
  expect((await ran('sh', [], onSystemd(script))).stdout).toContain(pasted.stdout);
});

it.for(posix)('is one line that any terminal takes: $id', ({ comando }) => {
  expect(comando).toMatch(/^sh -c '[^'!\n]+'$/);
  expect(comando).not.toContain('\\\\');
  // Line editing of busybox takes 1,022 characters.
  expect(comando.length).toBeLessThan(1015);
});

it('is nothing to the reader of reports as it is echoed, however wide the terminal is', () => {
  for (let width = 20; width <= 200; width += 1) {
    const echoed = posix.map(({ comando }) => comando.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n'));
    const decision = factsFromReport({ relatorio: echoed.join('\n') });
    expect(decision).toMatchObject({ ok: false, detail: expect.stringContaining('sistema is missing') });
  }
});

it.for(powershell)('is one line of PowerShell that reads the machine alone: $id', ({ id, comando }) => {
  expect(comando).not.toMatch(/\n|\$env:|UserName|SerialNumber|\bName\b(?<!-Name)|DNS|Address|Domain/i);
  expect(comando).toContain(`'passo=${id}'`);
  expect(comando).toMatch(/; 'fim=1' \}$/);
});
