import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { needsProgram } from '../../../support/lacking.ts';
import { ROLLCALL } from '../../../support/machines/rollcall-command.ts';
import { withOwnMounts } from '../../../support/machines/own-mounts.ts';
import { programPath } from '../../../support/machines/programs.ts';
import { keysOf, startSyncedCrontab } from '../../../support/machines/synced-crontab.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { casesOf } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = fresh(() => service.guest());
const cron = fresh(startSyncedCrontab);
const SYNC = `sh ${ROLLCALL} sync --host web1 --tz UTC --yes`;

/** More than a page of memory, which is what such a disk has room by. */
const jobsOf = (user: string) =>
  [
    '0 4 * * * USER backup',
    '@daily USER cd /srv && clean',
    ...Array.from({ length: 100 }, () => `# ${'x'.repeat(60)}`),
    '',
  ]
    .join('\n')
    .replaceAll('USER ', user);

/** Runs commands where they may mount what nobody else sees; `small` is a folder for a disk of theirs. */
async function alone(test: TestContext, commands: string) {
  const small = join(cron.folder, 'small');
  await mkdir(small, { recursive: true });
  return withOwnMounts(test, commands, { ...cron.env, ROLLCALL_PATIENCE: '0', small });
}

/** Where each of the files is cut; busybox does not say so. */
const ROOMS = [
  ...casesOf(4, [8, 20, 24, 1_024, 4, 12, 16, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 80, 96]).map(
    (size) => [size, 'awk'] as const,
  ),
  ...casesOf(2, [12, 16, 8, 20, 24, 28, 32, 48, 64, 72, 1_024]).map((size) => [size, 'busybox awk'] as const),
  ...casesOf(0, [8, 12, 16, 20, 24, 28, 32, 48, 64, 1_024]).map((size) => [size, 'mawk'] as const),
];

describe('rollcall sync on a disk that is full', () => {
  it.for(ROOMS)(
    'changes nothing or all, where temporary files have %i kB, by %s',
    async ([size, awk], test) => {
      needsProgram(test, awk.split(' ')[0] ?? awk);
      await writeFile(
        join(cron.folder, 'bin/awk'),
        `#!/bin/sh
exec ${programPath(awk) ?? awk} "$@"
`,
        { mode: 0o755 },
      );
      await cron.setKey(...(await keysOf(alice, service.url)));
      await cron.setJobs(jobsOf(''));

      const { code, stderr } = await alone(
        test,
        `mount -t tmpfs -o size=${size}k none "$small"; export TMPDIR="$small"; ${SYNC} --user; ls -A "$small" >&2`,
      );

      const watched = (await cron.text()).match(/--synced/g)?.length ?? 0;
      if (code === 0) expect([watched, stderr, (await alice.monitors()).length]).toEqual([2, '', 2]);
      else {
        expect([watched, await cron.text()]).toEqual([0, jobsOf('')]);
        expect(stderr).toMatch(/rollcall: .*room.*|rollcall: .*temporary.*|rollcall: .*changed/);
      }
      expect(code === 0).toBe(size >= 1_024 || watched === 2);
      expect(await readdir(join(cron.folder, 'home/.config/rollcall'))).not.toContain('sync.lock');
    },
  );

  it.for([
    [8, 'cannot be written'],
    [64, undefined],
  ] as const)(
    'a file of /etc/cron.d is put there whole or stays, where that has %i kB',
    async ([size, why], test) => {
      await cron.setKey(...(await keysOf(alice, service.url)));
      await writeFile(join(cron.folder, 'given'), jobsOf('root '));

      // An /etc of its own comes first: no command here may reach that of the machine.
      const { code, stderr } = await alone(
        test,
        `mount -t tmpfs none "$small"
      mkdir -p "$small/cron.d" "$small/rollcall"
      cp -a /etc/passwd /etc/alternatives "$small"
      cp "$HOME/.config/rollcall/key" "$small/rollcall/key"
      mount --bind "$small" /etc
      mount -t tmpfs -o size=${size}k none /etc/cron.d
      cp ${cron.folder}/given /etc/cron.d/jobs
      ended=0; ${SYNC} || ended=$?
      cp /etc/cron.d/jobs ${cron.folder}/after
      ls -A /etc/cron.d | grep -v '^jobs$' >&2 || exit "$ended"`,
      );

      const after = await readFile(join(cron.folder, 'after'), 'utf8');
      if (why === undefined) {
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(after.match(/root \/\S+ run --synced/g)).toHaveLength(2);
      } else {
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(why) });
        expect(after).toBe(jobsOf('root '));
      }
    },
  );
});
