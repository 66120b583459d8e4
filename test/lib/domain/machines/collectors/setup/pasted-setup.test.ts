import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupOf } from '../../../../../../lib/domain/machines/collectors/setup/setup-of.ts';
import { needsProgram } from '../../../../../support/lacking.ts';
import {
  pipedInto,
  POSIX_SHELLS,
  ran,
  runIn,
  TERMINAL_SHELLS,
} from '../../../../../support/machines/shells.ts';
import { DEBIAN, IDS, inputOf, newRoot, RHEL } from './inputs.ts';
import { casesOf } from '../../../../../support/thorough.ts';

const SERVICES = [
  'apt-get',
  'dnf',
  'systemctl',
  'setsebool',
  'collectd',
  'alloy',
  'telegraf',
  'otelcol-contrib',
];
/** Files of packages in which the options of their services stand. */
const OPTIONS = {
  alloy: ['etc/default/alloy', 'CUSTOM_ARGS=""\nCONFIG_FILE="/etc/alloy/config.alloy"\n'],
  opentelemetry: [
    'etc/otelcol-contrib/otelcol-contrib.conf',
    '# Options.\nOTELCOL_OPTIONS="--config=/etc/otelcol-contrib/config.yaml"\n',
  ],
} as const; // prettier-ignore

const rights = async (path: string) => ((await stat(path)).mode & 0o777).toString(8).padStart(4, '0');

/** Their scripts have every kind of quote. */
const ANY = ['alloy', 'snmp'] as const;
const STARTED = ['alloy', 'telegraf', 'otelcol-contrib', 'collectd', 'snmpd'];

const PLACED = [DEBIAN, RHEL].flatMap((machine) =>
  IDS.flatMap((collector) => setupOf(inputOf(collector, { machine })).files),
);

it.for(casesOf(2, POSIX_SHELLS))(
  'the files are written as they are handed out in $name, also a second time',
  async (shell, test) => {
    await using place = await newRoot();
    const files = shell === POSIX_SHELLS[0] ? PLACED : PLACED.slice(-4);
    const puts = place.moved(files.map(({ put }) => `${put}\n`).join(''));

    for (let time = 0; time < 2; time += 1)
      expect(await pipedInto(test, shell, puts)).toEqual({ code: 0, stdout: '', stderr: '' });

    for (const file of files) {
      const path = place.moved(String(file.path));
      expect(await readFile(path, 'utf8')).toBe(place.moved(file.content));
      expect(await rights(path)).toBe(file.mode);
      expect((await readdir(dirname(path))).filter((name) => name.includes('before'))).toEqual([]);
    }
  },
);

it('a file that the machine has where ours goes is kept', async () => {
  await using place = await newRoot();
  const [file] = setupOf(inputOf('snmp', { machine: RHEL })).files;
  const path = place.moved(String(file?.path));
  await place.holding('etc/snmp/snmpd.local.conf', 'theirs\n');

  await ran('sh', [], place.moved(`${file?.put}\n${file?.put}\n`));

  expect(await readFile(`${path}.before-rollcall`, 'utf8')).toBe('theirs\n');
  expect(await readFile(path, 'utf8')).toContain('Rollcall');
});

describe.each([DEBIAN, RHEL])('the line that installs on $name', (machine) => {
  const collectors = IDS.filter((id) => id !== 'ncpa');
  const lineOf = (id: (typeof IDS)[number]) => setupOf(inputOf(id, { machine })).installation?.oneLine ?? '';

  it.each(collectors)('of %s is one line that line editing and any shell take', (id) => {
    const line = lineOf(id);

    expect(line).not.toMatch(/[\n\r!]|\\\\/);
    expect(line.length).toBeLessThan(4_000);
    // Of a program it is no word, so that no list of processes shows it: the shell itself prints it.
    expect(line).toMatch(/^printf "%s\\n" '.*hpc_.*' \| sh -c '.*'$/);
    expect(line.slice(line.lastIndexOf(' | '))).not.toContain('hpc_');
  });

  it.for(machine === DEBIAN ? casesOf(2, TERMINAL_SHELLS) : TERMINAL_SHELLS.slice(0, 1))(
    'does all of it in $name',
    async (shell, test) => {
      await using place = await newRoot();
      const bin = await place.noting(SERVICES);
      const path = `${bin}:${process.env['PATH']}`;
      await place.holding(OPTIONS.alloy[0], place.moved(OPTIONS.alloy[1]));
      await place.holding('etc/sysconfig/alloy', place.moved(OPTIONS.alloy[1]));
      await place.holding(...OPTIONS.opentelemetry);

      // What all of them have in common is tried once.
      for (const id of shell === TERMINAL_SHELLS[0] ? collectors : ANY) {
        const { code, stderr } = await runIn(test, shell, place.moved(lineOf(id)), { PATH: path });

        expect([id, stderr, code]).toEqual([id, '', 0]);
        for (const file of setupOf(inputOf(id, { machine })).files)
          expect(await readFile(place.moved(String(file.path)), 'utf8')).toBe(place.moved(file.content));
      }
      const calls = await readFile(join(place.root, 'calls'), 'utf8');
      for (const service of shell === TERMINAL_SHELLS[0] ? STARTED : ['alloy', 'snmpd'])
        expect(calls).toContain(`systemctl enable ${service}\nsystemctl restart ${service}\n`);
    },
  );
});

it('the line has Alloy and the OpenTelemetry Collector read our file beside theirs, once', async () => {
  await using place = await newRoot();
  const path = `${await place.noting(SERVICES)}:${process.env['PATH']}`;
  for (const id of ['alloy', 'opentelemetry'] as const) {
    const file = OPTIONS[id][0];
    const text = place.moved(OPTIONS[id][1]);
    await place.holding(file, text);
    const line = place.moved(setupOf(inputOf(id)).installation?.oneLine ?? '');
    for (let time = 0; time < 2; time += 1) await ran('sh', ['-c', line], '', { PATH: path });
    expect(await readFile(join(place.root, `${file}.before-rollcall`), 'utf8')).toBe(text);
  }
  const read = (of: keyof typeof OPTIONS) => readFile(join(place.root, OPTIONS[of][0]), 'utf8');
  expect(await read('alloy')).toBe(`CUSTOM_ARGS=""\nCONFIG_FILE="${place.root}/etc/alloy"\n`);
  expect(await read('opentelemetry')).toBe(
    `# Options.\nOTELCOL_OPTIONS="--config=${place.root}/etc/otelcol-contrib/rollcall.yaml --config=${place.root}/etc/otelcol-contrib/config.yaml"\n`,
  );
});

it('an Alloy that reads a file of its owner goes on reading it, and nothing is started', async () => {
  await using place = await newRoot();
  const path = `${await place.noting(SERVICES)}:${process.env['PATH']}`;
  const [options] = OPTIONS.alloy;
  await place.holding(options, 'CONFIG_FILE="/srv/own.alloy"\n');
  const { oneLine = '' } = setupOf(inputOf('alloy')).installation ?? {};

  const { code, stderr } = await ran('sh', ['-c', place.moved(oneLine)], '', { PATH: path });

  expect(code).not.toBe(0);
  expect(stderr).toContain('names a file of your own');
  expect(await readFile(join(place.root, options), 'utf8')).toBe('CONFIG_FILE="/srv/own.alloy"\n');
  expect(await readFile(join(place.root, 'calls'), 'utf8')).not.toContain('systemctl');
});

it('what the collector does not take is removed, with nothing started', async () => {
  await using place = await newRoot();
  const path = `${await place.noting(SERVICES, { collectd: 1 })}:${process.env['PATH']}`;
  const { installation, files } = setupOf(inputOf('collectd'));

  const { code, stderr } = await ran('sh', ['-c', place.moved(installation?.oneLine ?? '')], '', { PATH: path });

  expect([code, stderr]).toEqual([1, 'collectd rejects the configuration, so it was removed.\n']);
  await expect(stat(place.moved(String(files[0]?.path)))).rejects.toThrow('ENOENT');
  expect(await readFile(join(place.root, 'calls'), 'utf8')).not.toContain('systemctl');
}); // prettier-ignore

it('a collector that is not installed is said so, with nothing written', async () => {
  await using place = await newRoot();
  const path = `${await place.noting(['systemctl'])}:/usr/bin:/bin`;
  const { installation } = setupOf(inputOf('telegraf'));

  const { code, stderr } = await ran('sh', ['-c', place.moved(installation?.oneLine ?? '')], '', { PATH: path });

  expect([code, stderr]).toEqual([1, 'Telegraf is not installed. Install it, then paste this line again.\n']);
  expect(await readdir(place.root)).toEqual(['bin']);
}); // prettier-ignore

it.for(casesOf(2, POSIX_SHELLS))('a script that is cut off does nothing in $name', async (shell, test) => {
  await using place = await newRoot();
  const path = `${await place.noting(SERVICES)}:${process.env['PATH']}`;
  const line = place.moved(setupOf(inputOf('collectd')).installation?.oneLine ?? '');
  const { stdout: script } = await ran('sh', ['-c', line.slice(0, line.lastIndexOf(' | '))]);

  for (const share of [0.2, 0.5, 0.9, 0.99]) {
    const { code } = await pipedInto(test, shell, script.slice(0, script.length * share), { PATH: path });
    expect(code).not.toBe(0);
  }

  expect(await readdir(place.root)).toEqual(['bin']);
});

it('the scripts pass shellcheck', async (test) => {
  needsProgram(test, 'shellcheck');
  for (const id of IDS) {
    const { installation, files } = setupOf(inputOf(id));
    const { stdout: script } = await ran('sh', ['-c', (installation?.oneLine ?? 'true |').replace(/ \| sh -c .*$| \|$/, '')]);
    const scripts = [script, ...files.filter(({ name }) => name.endsWith('.sh')).map(({ content }) => content)];
    for (const each of scripts.filter((text) => text !== ''))
      expect(await ran('shellcheck', ['-s', 'sh', '-S', 'warning', '-e', 'SC1091,SC2154', '-'], each)).toMatchObject({ code: 0, stdout: '' });
  }
}); // prettier-ignore
