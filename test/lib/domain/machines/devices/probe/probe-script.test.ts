import { expect, it } from 'vitest';
import {
  closedProbeScript,
  probeScript,
} from '../../../../../../lib/domain/machines/devices/probe/probe-script.ts';
import { needsProgram } from '../../../../../support/lacking.ts';
import { pipedInto, POSIX_SHELLS, ran, type Ran } from '../../../../../support/machines/shells.ts';
import { casesOf, rounds } from '../../../../../support/thorough.ts';
import { withFakes } from './fake-programs.ts';

const reportUrl = 'https://rollcall.example/api/ambientes/6d1f64a1-7d5e-4d6a-9d5e-0b1f7c3e2a10/relatorio';
const printing = probeScript({ reportUrl, mode: 'mostra' });
const sending = probeScript({ reportUrl, mode: 'envia' });

/** How often a download is cut, besides in its last line. */
const CUTS = rounds(10, 40);

let inSh: Ran | undefined;

const withoutShell = (report: string) => report.replace(/^shell=.*\n/m, '');

it.for(casesOf(2, POSIX_SHELLS))('gives the same facts in $name as in sh', async (shell, test) => {
  // Other tests start and end cron daemons.
  const env = withFakes({ pidof: 'exit 1', pgrep: 'exit 1' });
  inSh ??= await ran('sh', [], printing, env);

  const here = await pipedInto(test, shell, printing, env);

  expect(here).toMatchObject({ code: 0, stderr: '' });
  expect(here.stdout).toMatch(/^passo=sistema\nos=Linux\n/);
  expect(here.stdout).toContain(`\nshell=${shell.program}`);
  expect(withoutShell(here.stdout)).toBe(withoutShell(inSh.stdout));
});

it.for(casesOf(2, POSIX_SHELLS))(
  'is a script to $name, which reads it without running it',
  async (shell, test) => {
    needsProgram(test, shell.program, shell.debianPackage);

    for (const script of [printing, sending, closedProbeScript()]) {
      expect(await ran(shell.program, [...shell.args, '-n'], script)).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    }
  },
);

it('has nothing that shellcheck would say about it', async (test) => {
  needsProgram(test, 'shellcheck');

  for (const script of [printing, sending, closedProbeScript()]) {
    expect(await ran('shellcheck', ['-s', 'dash', '-'], script)).toMatchObject({ code: 0, stdout: '' });
  }
});

it('runs nothing of a download that was cut', async (test) => {
  for (const shell of ['dash', 'bash']) needsProgram(test, shell);
  // Up to the end of its first line a script is a comment, and does nothing.
  const cuts = [
    ...Array.from({ length: CUTS }, (_, at) => 11 + Math.floor((at / CUTS) * (printing.length - 11))),
    ...Array.from({ length: 10 }, (_, at) => printing.length - 11 + at),
  ];

  for (const shell of ['dash', 'bash']) {
    for (const cut of cuts.filter((each) => each < printing.length - 1)) {
      const { code, stdout } = await ran(shell, [], printing.slice(0, cut));
      expect({ cut, stdout, failed: code !== 0 }).toEqual({ cut, stdout: '', failed: true });
    }
  }
});

it('names no source of names, addresses, serials or the environment', () => {
  const forbidden = [
    /hostname|nodename|uname -[an]|whoami|logname|(?<!dmi\/)\bid\b|getent|passwd|\blast\b/,
    /\$\{?(?:USER|HOME|LOGNAME|SSH_)|\bip (?:a|addr|link|route)|ifconfig|\barp\b/,
    /product_uuid|serial|machine-id|boot_id|dmidecode|printenv|\benv\b|\bset\b|environ|cmdline|ps -e|ps a/,
    /\/etc\/(?!os-release|alpine-release|debian_version)/,
  ];

  for (const pattern of forbidden) expect(sending.match(pattern)).toBeNull();
});

it('lets nothing but plain characters out of a value, and 64 of them', async () => {
  const env = withFakes({
    uname: String.raw`case $1 in -r) printf '%s' "1.2\"};\`id\`\$(id) ${'9'.repeat(80)}" ;; *) exec /bin/uname "$1" ;; esac`,
  });

  const { stdout } = await ran('sh', [], printing, env);

  expect(stdout).toContain(`\nversao=${`1.2idid${'9'.repeat(80)}`.slice(0, 64)}\n`);
});

it('says nothing but that it is closed, and fails, where the link is closed', async () => {
  const closed = await ran('sh', [], closedProbeScript());

  expect(closed).toEqual({
    code: 1,
    stdout: '',
    stderr: 'This link is closed: it was used, it has expired, or there is no such device.\n',
  });
});

it('refuses an address that a shell could read as a command', () => {
  for (const url of [
    'https://a.example/$(id)',
    'https://a.example/"',
    'https://a.example/ b',
    'ftp://a.example/',
  ])
    expect(() => probeScript({ reportUrl: url, mode: 'envia' })).toThrow('no plain address');
});
