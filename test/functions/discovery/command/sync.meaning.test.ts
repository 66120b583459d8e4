import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POSIX_SHELLS, type Shell } from '../../../support/machines/shells.ts';
import { keysOf, startSyncedCrontab } from '../../../support/machines/synced-crontab.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { rounds } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = shared(() => service.guest());
const cron = shared(startSyncedCrontab);
const [DASH] = POSIX_SHELLS as [Shell];

/** Each line of a real crontab that sh and bash understand alike, in a folder of its own. */
const COMMANDS = [
  'cd in && cat a | tr a-z A-Z > ../out 2>&1',
  'cat in/a >out 2>&1; exit 3',
  `echo 'single' "double" \\'escaped\\' "it's"`,
  `echo "a \\"b\\" c" 'd "e" f'`,
  "printf '%s\\n' one two",
  String.raw`date +\%Y >/dev/null; echo \%s 100\%`,
  String.raw`echo a\\b 'c\\d' "e\\\\f"`,
  'cat%first%second % third',
  String.raw`cat; echo \%%in\%put%'quoted' "too"`,
  `sh -c 'read x; echo "got $x"'%a line`,
  '/bin/echo plain words, -o=1 a@b:c_d+e',
  '/bin/ls   in    ',
  '/bin/echo *',
  '/bin/echo in/* $HOME_OF_NOBODY "$(pwd | wc -l)"',
  '/bin/echo a;false',
  '/bin/echo a # comment; echo no',
  'test -d in && { echo yes; exit 7; } || echo no',
  '[ -f nowhere ] || exit 4',
  'if true; then echo a; else echo b; fi',
  'for x in 1 2 3; do echo $x; done | tail -n 1',
  'f() { echo "$1"; }; f "x y"',
  'A=1 B="2 3" sh -c \'echo $A $B\'',
  "A=5; export A; sh -c 'echo $A'",
  'echo err >&2; echo out; exit 9',
  '(echo a; exit 2) && echo b',
  'echo a & wait; echo b',
  'echo a || true; /no/such/program',
  '! true',
  'set -e; false; echo not here',
  'trap "echo bye" 0; exit 6',
  'exec echo replaced',
  'kill -9 $$',
  'echo `echo back \\`echo ticks\\``',
  'cat <<A%here%A',
  'echo "tab\there"\t;  echo   spaced',
  'umask; umask 077; echo x >made; ls -l made | cut -c 1-10',
  'echo éü → ✓ "naïve"',
  '\\echo backslash first',
  '~/bin/none 2>/dev/null || echo home',
  "echo 'unclosed",
  'echo "unclosed',
  'echo $((6*7)) ${X:-"d e"} ${X:-\'f\'}',
  "''",
  '"/bin/echo" "quoted program"',
  'echo a\r',
  '/bin/echo b\r',
  'echo $0 | grep -c sh',
  'sleep 0.1; echo $?',
  'mkdir -p d/e && cd d/e && echo "${PWD##*/}"',
  ': >|made; ls made',
  'case x in x) echo case;; esac',
  'echo "$SHELL" | sed "s|.*/||"',
  String.raw`echo "a'b'c" | sed 's/'"'"'/Q/g'`,
];

/** What a line prints, how it ends and what it leaves in its folder. Messages name the line of their shell. */
async function effectOf(line: string, shell: string) {
  const folder = join(cron.folder, 'place');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'in'), { recursive: true });
  await writeFile(join(folder, 'in/a'), 'some text\n');
  const { code, stdout, stderr } = await cron.runLine(
    line.replace(/^(\S+ ){5}/, `$&cd ${folder} && `),
    shell,
  );
  const files = (await readdir(folder, { recursive: true })).sort();
  const out = await readFile(join(folder, 'out'), 'utf8').catch(() => null);
  // Of a signal a shell says so much more than 128.
  return { code: code ?? 137, stdout, files, out, failed: stderr !== '' };
}

it.for(['sh', 'bash'])(
  'a line that is written does by %s what it did',
  { timeout: 240_000 },
  async (shell, test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    const lines = COMMANDS.map((command, at) => `${at % 60} 4 * * * ${command}`);
    await cron.setJobs(lines.join('\n'));
    expect(await cron.sync(test, DASH, '--yes')).toMatchObject({
      code: 0,
      stderr: '',
    });
    const written = (await cron.text()).split('\n');

    const all = lines.map((line, at) => [line, written[at] ?? ''] as const);
    for (const [line, wrapped] of all) expect(wrapped, line).toContain(' run --synced ');
    for (const [line, wrapped] of all.slice(0, rounds(8, all.length)))
      expect({ line, ...(await effectOf(wrapped, shell)) }).toEqual({
        line,
        ...(await effectOf(line, shell)),
      });
  },
);
