import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { needsProgram } from '../../../support/lacking.ts';
import { ROLLCALL, signalsOf } from '../../../support/machines/rollcall-command.ts';
import { withOwnMounts } from '../../../support/machines/own-mounts.ts';
import { programPath } from '../../../support/machines/programs.ts';
import { POSIX_SHELLS } from '../../../support/machines/shells.ts';
import { keysOf, startSyncedCrontab } from '../../../support/machines/synced-crontab.ts';
import { fakeSystemctl, UNITS, type Unit } from '../../../support/machines/systemd-units.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { casesOf } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = fresh(() => service.guest());
const cron = fresh(startSyncedCrontab);

/** What `set -e` goes on after, with an /etc that nobody else sees and no crontab in it. */
const SETTING = `
mkdir "$small/etc"
cp -a /etc/. "$small/etc/" 2>/dev/null || true
mount --bind "$small/etc" /etc
rm -rf /etc/cron.d /etc/crontab /etc/systemd/system /etc/rollcall
mkdir -p /etc/systemd/system/reports.service.d /etc/rollcall
cp "$HOME/.config/rollcall/key" /etc/rollcall/key
chmod 600 /etc/rollcall/key
PATH=$small:$PATH
sync() { "$@" ${ROLLCALL} sync --host web1 --tz Europe/Lisbon --yes; }
undo() { sh ${ROLLCALL} sync --undo --yes; }
units() { (cd /etc/systemd/system && find . | sort); }
`;

/** Runs commands as root of a machine with these timers, as far as it sees. */
async function onMachine(test: TestContext, units: readonly Unit[], commands: string) {
  const small = join(cron.folder, 'small');
  await fakeSystemctl(small, units);
  await cron.setKey(...(await keysOf(alice, service.url)));
  return withOwnMounts(test, SETTING + commands, { ...cron.env, ROLLCALL_PATIENCE: '0', small });
}

const tidy = (text: string) => text.replaceAll(/ {2,}/g, '  ').split('\n');

describe.for(casesOf(1, POSIX_SHELLS))('rollcall sync in $name', ({ program, args, debianPackage }) => {
  it('watches what timers of systemd start, says what it leaves, and gives every byte back', async (test) => {
    needsProgram(test, program, debianPackage);
    const shell = [programPath(program) ?? program, ...args].join(' ');
    const { code, stdout, stderr } = await onMachine(
      test,
      UNITS,
      `units >"$small/before"
      sync ${shell}
      echo ---
      cat /etc/systemd/system/certbot.service.d/rollcall.conf
      echo ---
      units
      echo ---
      sync ${shell}
      echo ---
      undo
      units | cmp - "$small/before"
      undo`,
    );

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first = '', dropIn, files = '', again = '', undone = ''] = stdout.split('---\n');
    expect(tidy(first).filter((line) => line !== '')).toEqual([
      'timers of systemd',
      '  0 0 * * *  web1-dpkg-db-backup-service  61 min  Europe/Lisbon',
      '  0 0,12 * * *  web1-certbot-service  13 h  Europe/Lisbon',
      '  */15 9-17 * * 1-5 web1-reports-service  4 min  Europe/Berlin',
      '  30 6 1 1,4,7,10 * web1-quarter-service  61 min  UTC',
      '  in turns  web1-systemd-tmpfiles-clean-service  told after 36 h',
      '  in turns  web1-sync-photos-service  told after 21 min',
      '  abroad.service stays as it is: its zone is none that has a name',
      '  apt-daily.service stays as it is: its service begins only under a condition',
      '  at-boot.service stays as it is: it has no time but the start of this machine',
      '  daemon.service stays as it is: its service is of type forking',
      '  either.service stays as it is: it asks for a day of the week and of the month, of which cron takes either',
      '  fstrim.service stays as it is: its service has no network, or another',
      '  hurry.service stays as it is: it has less than a minute to start or to stop',
      '  last-day.service stays as it is: cron has no such date',
      '  off.service stays as it is: its timer is off',
      '  passing.service stays as it is: it is gone after the next start of this machine',
      '  pinging.service stays as it is: it pings already',
      '  seconds.service stays as it is: it begins at seconds, which cron does not know',
      '  stays-on.service stays as it is: its service counts as running when it has ended',
      '  twice.service stays as it is: it has several times',
      '  rarely.service stays as it is: it may begin a day late',
      'They are watched.',
    ]);
    expect(dropIn).toBe(
      `# rollcall sync web1-certbot-service
# "rollcall sync --undo" takes this file away.
# Its folder was made for it.
[Service]
ExecStartPre=-+${ROLLCALL} unit web1-certbot-service start
ExecStopPost=-+${ROLLCALL} unit web1-certbot-service
`,
    );
    expect(files.match(/rollcall\.conf/g)).toHaveLength(6);
    expect(again).toContain('6 more watched already\nThere is nothing to change.\n');
    expect(undone).toContain('  web1-certbot-service\n');
    expect(undone).toContain('No line here was written by rollcall sync.');
    expect(await readFile(join(cron.folder, 'small/units/reloads'), 'utf8')).toBe('\n\n');
    const monitors: { slug: string; cron: string | null; tz: string; interval_sec: number }[] =
      await alice.monitors();
    expect(monitors.map((each) => [each.slug, each.cron ?? each.interval_sec, each.tz]).toSorted()).toEqual([
      ['web1-certbot-service', '0 0,12 * * *', 'Europe/Lisbon'],
      ['web1-dpkg-db-backup-service', '0 0 * * *', 'Europe/Lisbon'],
      ['web1-quarter-service', '30 6 1 1,4,7,10 *', 'UTC'],
      ['web1-reports-service', '*/15 9-17 * * 1-5', 'Europe/Berlin'],
      ['web1-sync-photos-service', 1_260, null],
      ['web1-systemd-tmpfiles-clean-service', 129_660, null],
    ]);
  }, 60_000);
});

const ONE: readonly Unit[] = [{ name: 'backup', calendars: ['*-*-* 04:00:00'] }];
const CONF = '/etc/systemd/system/backup.service.d/rollcall.conf';

it('tells a start and how the service ended, whatever its environment says', async (test) => {
  const as = (line: string, env: string) =>
    `env -i HOME=/var/lib/backup PATH=/opt ROLLCALL_KEY=hpk_none INVOCATION_ID=0123456789abcdef0123456789abcdef ${env} $(sed -n 's/^${line}=-+//p' ${CONF})`;
  const { code, stderr } = await onMachine(
    test,
    ONE,
    `sync sh >/dev/null
    ${as('ExecStartPre', 'A=1')}
    ${as('ExecStopPost', 'SERVICE_RESULT=success EXIT_CODE=exited EXIT_STATUS=0')}
    ${as('ExecStopPost', 'SERVICE_RESULT=exit-code EXIT_CODE=exited EXIT_STATUS=7')}
    ${as('ExecStopPost', 'SERVICE_RESULT=timeout EXIT_CODE=killed EXIT_STATUS=TERM')}
    ${as('ExecStopPost', 'SERVICE_RESULT=success EXIT_CODE=killed EXIT_STATUS=TERM')}
    ${as('ExecStopPost', 'SERVICE_RESULT=exec-condition')}`,
  );

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const told = await signalsOf(alice, 'web1: backup.service');
  expect(told.map(({ kind, exit_code }) => [kind, exit_code])).toEqual([
    ['start', null],
    ['ping', 0],
    ['fail', 7],
    ['fail', null],
    ['fail', null],
    ['ping', 0],
  ]);
  expect(told.map(({ rid }) => rid)).toEqual(
    Array.from({ length: 6 }, () => '0123456789abcdef0123456789abcdef'),
  );
}, 60_000);

it('fails nothing where the service is not reached, and holds the job up for seconds', async (test) => {
  const { code, stdout, stderr } = await onMachine(
    test,
    ONE,
    `sync sh >/dev/null
    sed -i 's|^http.*|http://127.0.0.1:9|' /etc/rollcall/key
    began=$(date +%s)
    $(sed -n 's/^ExecStartPre=-+//p' ${CONF})
    SERVICE_RESULT=success $(sed -n 's/^ExecStopPost=-+//p' ${CONF})
    echo $(($(date +%s) - began))`,
  );

  expect(code).toBe(0);
  expect(Number(stdout)).toBeLessThan(10);
  expect(stderr.split('\n')).toEqual([
    'rollcall: web1-backup-service began, and that could not be reported: the service was not reached.',
    'rollcall: web1-backup-service ended with 0, and that could not be reported: the service was not reached.',
    '',
  ]);
}, 60_000);

it('leaves what was edited, what is there already, and services that would find another key', async (test) => {
  const { code, stdout, stderr } = await onMachine(
    test,
    ONE,
    `sync sh >/dev/null
    echo 'Nice=5' >>${CONF}
    undo
    test -f ${CONF}
    echo '[Service]' >${CONF}
    sync sh || echo "code $?"
    cat ${CONF}
    rm ${CONF}
    rm /etc/rollcall/key
    sync sh`,
  );

  expect(code).toBe(0);
  expect(stdout).toContain(`  backup.service stays as it is: ${CONF} was edited: take away by hand`);
  expect(stderr).toContain(`timers of systemd was not changed: ${CONF} cannot be written.`);
  expect(stdout).toContain('code 1\n[Service]\n');
  expect(stdout).toContain(
    'backup.service stays as it is: services find their key in /etc/rollcall/key alone',
  );
}, 60_000);

const TWO: readonly Unit[] = [...ONE, { name: 'reports', calendars: ['*-*-* 05:00:00'] }];
const reloads = () => readFile(join(cron.folder, 'small/units/reloads'), 'utf8');

it('has systemd read what was written before another drop-in could not be', async (test) => {
  const { code, stdout, stderr } = await onMachine(
    test,
    TWO,
    `echo '[Service]' >/etc/systemd/system/reports.service.d/rollcall.conf
    sync sh || echo "code $?"
    cat ${CONF}`,
  );

  expect(code).toBe(0);
  expect(stdout).toMatch(/code 1\n# rollcall sync web1-backup-service/);
  expect(stderr).toContain('reports.service.d/rollcall.conf cannot be written');
  expect(await reloads()).toBe('\n');
}, 60_000);

it('ends what it writes and has it read, whoever wants it to stop meanwhile', async (test) => {
  const { code, stdout } = await onMachine(
    test,
    TWO,
    `printf '#!/bin/sh\\nPATH=\${PATH#*:}\\nmv "$@" && kill -TERM $PPID\\n' >"$small/mv"
    chmod 755 "$small/mv"
    sync sh
    rm "$small/mv"
    units`,
  );

  expect(code).toBe(0);
  expect(stdout).toContain('They are watched.');
  expect(stdout.match(/rollcall\.conf/g)).toHaveLength(2);
  expect(await reloads()).toBe('\n');
}, 60_000);

it('names a service whose drop-in systemd did not read', async (test) => {
  const { code, stdout } = await onMachine(
    test,
    TWO,
    `sync sh >/dev/null
    echo NeedDaemonReload=yes >>"$small/units/backup.service"
    sync sh`,
  );

  expect(code).toBe(0);
  expect(stdout).toContain(
    'backup.service stays as it is: systemd did not read its files again: systemctl daemon-reload',
  );
  expect(stdout).toContain('1 more watched already');
}, 60_000);
