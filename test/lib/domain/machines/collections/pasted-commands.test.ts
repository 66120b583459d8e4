import { spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import { startCrontabSpool, type CrontabSpool } from '../../../../support/machines/crontab-spool.ts';
import { needsProgram } from '../../../../support/lacking.ts';
import { TERMINAL_SHELLS, type Shell } from '../../../../support/machines/shells.ts';
import { CPU, DISK, LOAD, machine, measured, SYMBOL, UPDATES } from './machine.ts';
import { casesOf } from '../../../../support/thorough.ts';

const commandsFor = (measures = [CPU, LOAD, DISK, UPDATES], facts = machine()) => {
  const { instalar, conferir, remover, agenda } = deviceCommandsOf({
    symbol: SYMBOL,
    ingestOrigin: 'https://in.example',
    facts,
    measures,
  });
  return { instalar: instalar ?? '', conferir: conferir ?? '', remover: remover ?? '', agenda: agenda ?? '' };
};

/** What people keep in a crontab, a comment in Latin-1 among it. */
const JOBS = Buffer.concat([
  Buffer.from('MAILTO=ops@example.com\n# nightly caf'),
  Buffer.from([0xe9]),
  Buffer.from('\n\n  0 3 * * *  /opt/backup --at "$(date +\\%F)"  # hp:other\n@reboot\t/opt/warm\n\n'),
]);

/** Sources of which two fill a line. */
const LONG = ['a', 'b', 'c'].map((key) => measured(key, [{ run: `echo ${key}=${'x'.repeat(300)}` }]));

let spool: CrontabSpool;
beforeEach(async () => {
  spool = await startCrontabSpool();
});
afterEach(() => spool[Symbol.asyncDispose]());

const BUSYBOX: Shell = { name: 'busybox', program: 'busybox', args: ['sh'], debianPackage: 'busybox' };

const UTF8 = { LC_ALL: 'C.UTF-8' };

it.for(casesOf(2, TERMINAL_SHELLS))(
  '$name adds one line however often, and leaves no byte of the other jobs changed',
  async (terminal, test) => {
    await spool.needsShell(test, terminal);
    const shell = [terminal.program, ...terminal.args];
    const { instalar, conferir, remover, agenda } = commandsFor();
    await spool.setJobs(JOBS);

    const added = await spool.run(shell, [instalar, instalar, conferir], UTF8);

    expect(added.stderr).toBe('');
    expect(added.stdout).toMatch(/^installed\ninstalled\nscheduled\n/);
    expect(await spool.jobs()).toEqual(Buffer.concat([JOBS, Buffer.from(`${agenda}\n`)]));

    const gone = await spool.run(shell, [remover, remover, conferir], UTF8);

    expect(gone).toEqual({ code: 1, stdout: 'removed\nnot installed\nnot installed\n', stderr: '' });
    expect(await spool.jobs()).toEqual(JOBS);
  },
);

describe('the commands of a crontab', () => {
  const sh = (command: string, env?: Record<string, string>) => spool.run(['/bin/sh'], [command], env);

  it('make a crontab where there is none, and take it away again', async () => {
    const { instalar, remover, agenda } = commandsFor();

    expect(await sh(instalar)).toEqual({ code: 0, stdout: 'installed\n', stderr: '' });
    expect(String(await spool.jobs())).toBe(`${agenda}\n`);
    expect(await sh(remover)).toEqual({ code: 0, stdout: 'removed\n', stderr: '' });
    expect(await spool.jobs()).toBeNull();
  });

  it('take the message of busybox for an empty crontab', async () => {
    await spool.replaceCrontab(
      `case $1 in -l) echo "crontab: can't open 'root': No such file or directory" >&2; exit 1;; -) cat >"$SPOOL";; esac`,
    );

    expect(await sh(commandsFor().instalar)).toMatchObject({ code: 0, stdout: 'installed\n' });
  });

  it.each([
    ['refused', 'echo "You (alice) are not allowed to use this program (crontab)" >&2; exit 1'],
    ['silent', 'exit 1'],
    ['cut short', '[ -e e ] && [ -s a ] && exec cat "$SPOOL"; head -c 20 "$SPOOL"'],
  ])('change nothing where reading is %s', async (_, list) => {
    await spool.setJobs(JOBS);
    await spool.replaceCrontab(`[ "$1" = -l ] || { echo written >"$SPOOL"; exit 0; }; ${list}`);
    const { instalar, remover } = commandsFor();

    expect(await sh(instalar)).toMatchObject({ code: 1 });
    expect(await sh(remover)).toMatchObject({ code: 1 });
    expect(await spool.jobs()).toEqual(JOBS);
  });

  it('keep other jobs that hold a byte zero, for which a grep may show no line', async () => {
    const jobs = Buffer.from('# a\0b\n0 3 * * * /opt/backup\n');
    await spool.setJobs(jobs);
    const { instalar, remover, agenda } = commandsFor();

    expect(await sh(instalar)).toEqual({ code: 0, stdout: 'installed\n', stderr: '' });
    expect(await spool.jobs()).toEqual(Buffer.concat([jobs, Buffer.from(`${agenda}\n`)]));
    expect(await sh(remover)).toEqual({ code: 0, stdout: 'removed\n', stderr: '' });
    expect(await spool.jobs()).toEqual(jobs);
  });

  it('replace the lines of the symbol when what is measured changes', async () => {
    await spool.setJobs(JOBS);
    const two = commandsFor(LONG);
    expect(two.agenda.split('\n')).toHaveLength(2);

    await sh(two.instalar);
    expect(String(await spool.jobs())).toContain(two.agenda);
    await sh(commandsFor([LOAD]).instalar);

    expect(await spool.jobs()).toEqual(Buffer.concat([JOBS, Buffer.from(`${commandsFor([LOAD]).agenda}\n`)]));
  });

  it('keep to a temporary folder of their own, whatever its path', async () => {
    const spaced = join(spool.folder, 'tmp/a b');
    await mkdir(spaced);
    await writeFile(join(spool.folder, 'tmp/a'), 'kept');

    await sh(commandsFor().instalar, { TMPDIR: spaced });

    expect(await readdir(join(spool.folder, 'tmp'))).toEqual(['a', 'a b']);
    expect(await readdir(spaced)).toEqual([]);
  });

  it('are typed into busybox in lines that its line editing does not cut', async (test) => {
    needsProgram(test, 'script', 'bsdutils');
    await spool.needsShell(test, BUSYBOX);
    const { instalar, agenda } = commandsFor(LONG, machine({ shell: 'busybox' }));
    expect(instalar.length).toBeGreaterThan(1_022);
    expect(Math.max(...instalar.split('\n').map((line) => line.length))).toBeLessThanOrEqual(500);

    const typed = await inTerminal('busybox sh', instalar);

    expect(typed).toContain('\ninstalled');
    expect(String(await spool.jobs())).toBe(`${agenda}\n`);
  });
});

/** What a terminal shows when a command is typed into a shell as soon as it asks for one. */
function inTerminal(shell: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const terminal = spawn('script', ['-qc', shell, '/dev/null'], { env: { ...spool.env, PS1: 'ready> ' } });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!shown.includes('ready> ') && (shown + text).includes('ready> ')) {
        terminal.stdin.write(`${command}\nexit\n`);
      }
      shown += text;
    });
    terminal.on('error', reject);
    terminal.on('close', () => resolve(shown.replaceAll('\r', '')));
  });
}
