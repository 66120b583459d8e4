import { expect, it, type TestContext } from 'vitest';
import { deviceCommandsOf } from '../../lib/domain/machines/collections/device-commands.ts';
import type { Transport } from '../../lib/domain/machines/devices/facts.ts';
import { MEASURES } from '../../lib/domain/machines/measures/catalogue.ts';
import { machine } from '../lib/domain/machines/collections/machine.ts';
import { needsCron, needsProgram } from '../support/lacking.ts';
import { startPrivateCron } from '../support/machines/private-cron.ts';
import { startReceiver } from '../support/alerts/receiver.ts';

/** A symbol whose first line does not wait before it reads, and the commands of a machine that measures all. */
function promptCommands(ingestOrigin: string, transport: Transport, prefix: string) {
  const measures = Object.values(MEASURES);
  for (let number = 0; number < 1_000; number += 1) {
    const symbol = `${prefix}_eFgHiJkLm-OpQr${String(number).padStart(4, '0')}`;
    const commands = deviceCommandsOf({ symbol, ingestOrigin, facts: machine({ transport }), measures });
    if (commands.agenda?.includes(';sleep 0;')) return { symbol, ...commands };
  }
  throw new Error('No symbol of a thousand begins at once.');
}

const JOBS = [
  'MAILTO=ops@example.com',
  '# nightly',
  '',
  '0 3 * * * /opt/backup --at "$(date +\\%F)"',
  '@reboot /bin/true',
];

function needsAll(test: TestContext): string {
  for (const program of ['curl', 'wget', 'tcsh']) needsProgram(test, program);
  return needsCron(test);
}

it('a real cron daemon runs the lines, also by csh, and its crontab is as before without them', async (test) => {
  const daemon = needsAll(test);
  await using receiver = await startReceiver();
  await using cron = await startPrivateCron(daemon);
  const { origin } = new URL(receiver.url);
  const first = promptCommands(origin, 'curl', 'a');
  const second = promptCommands(origin, 'wget', 'b');
  const keep = `printf '%s\\n' ${JOBS.map((job) => `'${job}'`).join(' ')} | crontab -`;
  const byCsh = '{ crontab -l; echo SHELL=/bin/tcsh; } | crontab -';

  expect(await cron.run([keep, `${first.instalar}`, byCsh, `${second.instalar}`, `${first.conferir}`])).toBe(
    'installed\ninstalled\nscheduled\n',
  );
  expect(await cron.run(['crontab -l'])).toBe(
    [...JOBS, first.agenda, 'SHELL=/bin/tcsh', second.agenda, ''].join('\n'),
  );

  const paths = () => new Set(receiver.received.map(({ path }) => path));
  await expect
    .poll(paths, { timeout: 75_000, interval: 500 })
    .toEqual(new Set([`/r/${first.symbol}`, `/r/${second.symbol}`]));
  for (const { text } of receiver.received) expect(text).toMatch(/^@1\n[^]*\n@2\n/);

  expect(await cron.run([`${first.remover}`, `${second.remover}`])).toBe('removed\nremoved\n');
  expect(await cron.run(['crontab -l'])).toBe([...JOBS, 'SHELL=/bin/tcsh', ''].join('\n'));
}, 90_000);

it('where no daemon runs the check says so', async (test) => {
  await using cron = await startPrivateCron(needsAll(test));
  const { instalar, conferir } = promptCommands('https://in.example', 'curl', 'a');

  const alone = `unshare -pf --mount-proc sh <<'COMMANDS'\n${conferir}\nCOMMANDS`;

  expect(await cron.run([`${instalar}`, alone])).toBe(
    'installed\nscheduled\nno cron daemon was seen running\n',
  );
});
