import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needsCurl, needsProgram } from '../../../support/lacking.ts';
import { ROLLCALL, signalsOf, startRollcall } from '../../../support/machines/rollcall-command.ts';
import { POSIX_SHELLS, ran, type Shell } from '../../../support/machines/shells.ts';
import { keysOf, startSyncedCrontab } from '../../../support/machines/synced-crontab.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { casesOf } from '../../../support/thorough.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = fresh(() => service.guest());
const cron = fresh(startSyncedCrontab);
const [DASH] = POSIX_SHELLS as [Shell];

const CRONTAB = [
  '# m h dom mon dow command',
  'MAILTO=ops@example.com',
  '',
  '30 2 * * * /opt/site/backup.sh --all',
  '@reboot /usr/bin/start-agent',
  "@daily\tcd /srv/app && ./clean 'old logs' | tee -a /var/log/clean.log >/dev/null 2>&1",
  '*/15 * * * * curl -fsS https://example.com/in/abc >/dev/null',
  '0 4 * * 1 date +\\%F; mail -s "week" ops%Dear all,%it is "Monday".',
  '0 6 * * * daemon &',
  '99 * * * * nonsense',
  `0 7 * * * echo ${'x'.repeat(960)}`,
  '15 7 * * * printf "no end"\r',
  '20 7 * * * last',
].join('\n');

describe.for(casesOf(1, POSIX_SHELLS))('rollcall sync in $name', (shell) => {
  it('shows, watches after a yes, changes nothing again, and gives every byte back', async (test) => {
    await cron.needsShell(test, shell);
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs(CRONTAB);

    const shown = await cron.sync(test, shell);

    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout.split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      expect.stringMatching(/^crontab of \w+$/),
      '  30 2 * * *  web1-site-backup-sh-all  60 min  Europe/Lisbon',
      '  @daily  web1-clean-old-logs-tee-a-var-log-clean  60 min  Europe/Lisbon',
      '  0 4 * * 1  web1-date-f-mail-s-week-ops  60 min  Europe/Lisbon',
      '  15 7 * * *  web1-printf-no-end  60 min  Europe/Lisbon',
      '  20 7 * * *  web1-last  60 min  Europe/Lisbon',
      '  line 5 stays as it is: it runs at boot',
      '  line 7 stays as it is: it pings already',
      '  line 9 stays as it is: it leaves its job in the background',
      '  line 10 stays as it is: the service finds no schedule in it',
      '  line 11 stays as it is: its line would be longer than some crons take',
      'Nothing was changed: nobody can be asked here, and --yes was not said.',
      '',
    ]);
    expect(await cron.text()).toBe(CRONTAB);
    expect(await alice.monitors()).toEqual([]);

    expect(await cron.sync(test, shell, '--yes')).toMatchObject({ code: 0, stderr: '' });

    const written = await cron.text();
    const before = CRONTAB.split('\n');
    const lines = written.split('\n');
    expect(lines.filter((line, at) => line !== before[at]).length).toBe(5);
    expect(lines[3]).toBe(
      `30 2 * * * ${ROLLCALL} run --synced web1-site-backup-sh-all -- /opt/site/backup.sh --all`,
    );
    const monitors: { slug: string; cron: string; tz: string; grace_sec: number }[] = await alice.monitors();
    expect(monitors.map(({ slug, ...each }) => [slug, each.cron, each.tz, each.grace_sec]).sort()).toEqual([
      ['web1-clean-old-logs-tee-a-var-log-clean', '0 0 * * *', 'Europe/Lisbon', 3_600],
      ['web1-date-f-mail-s-week-ops', '0 4 * * 1', 'Europe/Lisbon', 3_600],
      ['web1-last', '20 7 * * *', 'Europe/Lisbon', 3_600],
      ['web1-printf-no-end', '15 7 * * *', 'Europe/Lisbon', 3_600],
      ['web1-site-backup-sh-all', '30 2 * * *', 'Europe/Lisbon', 3_600],
    ]);

    const again = await cron.sync(test, shell, '--yes');

    expect(again.stdout).toMatch(/\n5 more watched already\nThere is nothing to change\.\n$/);
    expect(await cron.text()).toBe(written);

    expect(await cron.sync(test, shell, '--undo', '--yes')).toMatchObject({ code: 0, stderr: '' });

    expect(await cron.text()).toBe(CRONTAB);
    expect((await cron.sync(test, shell, '--undo', '--yes')).stdout).toContain('No line here was written');
  }, 60_000);
});

describe('what was changed by hand since', () => {
  const undo = async (edit: (text: string) => string) => {
    await cron.setJobs(edit(await cron.text()));
    return edit;
  };

  it('stays: other lines, schedules, and what was added to a job', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs("0 4 * * * a\n0 5 * * * echo 'b'\n0 6 * * * /bin/c\n");
    await cron.sync(test, DASH, '--yes');
    await undo((text) =>
      `# mine\n${text}`
        .replace('0 5 * * *', '30 5 * * 1-5')
        .replace("'b'", "'xb'")
        .replace('/bin/c', '/bin/c --more | mail me')
        .concat('0 7 * * * rollcall run mine -- /bin/mine\n'),
    );

    expect(await cron.sync(test, DASH, '--undo', '--yes')).toMatchObject({ code: 0, stderr: '' });

    expect(await cron.text()).toBe(
      "# mine\n0 4 * * * a\n30 5 * * 1-5 echo 'xb'\n0 6 * * * /bin/c --more | mail me\n0 7 * * * rollcall run mine -- /bin/mine\n",
    );
  });

  it('goes with its line where it only keeps the output of a job, on either side of the mark', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    const jobs = "0 4 * * * /bin/quiet\n0 5 * * * echo 'b'\n";
    await cron.setJobs(jobs);
    await cron.sync(test, DASH, '--yes');
    await undo((text) =>
      text
        .replace('run --synced', 'run --no-output --synced')
        .replace(/(--synced)( \S+ -- ")/, '$1 --no-output$2'),
    );
    expect((await cron.text()).match(/--no-output/g)).toHaveLength(2);

    expect(await cron.sync(test, DASH, '--undo', '--yes')).toMatchObject({ code: 0, stderr: '' });

    expect(await cron.text()).toBe(jobs);
  });

  it('is left where nobody knows what it was, with the way out', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs('0 4 * * * a | b\n0 5 * * * c | d\n');
    await cron.sync(test, DASH, '--yes');
    await undo((text) => text.replace(/('a \| b')/, '$1 >>/tmp/log'));
    const edited = (await cron.text()).split('\n')[0];

    const undone = await cron.sync(test, DASH, '--undo', '--yes');

    expect(undone.stdout).toContain('line 1 stays as it is: it was edited');
    expect(await cron.text()).toBe(`${edited}\n0 5 * * * c | d\n`);
  });

  it.for(['cd /tmp && ', 'FOO=1 '])('is left and named where "%s" stands before it', async (before, test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs('0 4 * * * /bin/a\n0 5 * * * /bin/b\n');
    await cron.sync(test, DASH, '--yes');
    await undo((text) => text.replace('0 4 * * * ', `0 4 * * * ${before}`));
    const edited = (await cron.text()).split('\n')[0];

    const undone = await cron.sync(test, DASH, '--undo', '--yes');

    expect(undone.stdout).toContain('line 1 stays as it is: it was edited');
    expect(await cron.text()).toBe(`${edited}\n0 5 * * * /bin/b\n`);

    await cron.setJobs(`${edited}\n0 4 * * * /bin/a\n`);
    const { stdout } = await cron.sync(test, DASH, '--yes');
    expect(stdout).toContain('line 2 stays as it is: another line has its name, web1-a');

    const again = await cron.sync(test, DASH, '--undo', '--yes');

    expect(again.stdout).toContain('line 1 stays as it is: it was edited');
    expect(again.stdout).not.toContain('No line here');
  });

  it('is synced too: a line that came later is watched, and no name is given twice', async (test) => {
    await cron.setKey(...(await keysOf(alice, service.url)));
    await cron.setJobs('0 4 * * * a\n');
    await cron.sync(test, DASH, '--yes');
    await cron.setJobs(`${await cron.text()}0 4 * * * a\n5 4 * * * a\n`);

    const { stdout } = await cron.sync(test, DASH, '--yes');

    expect(stdout).toContain('line 2 stays as it is: another line has its name, web1-a');
    expect((await cron.text()).split('\n')[2]).toContain('--synced web1-a-2 -- ');
    expect(await cron.sync(test, DASH, '--undo', '--yes')).toMatchObject({ code: 0 });
    expect(await cron.text()).toBe('0 4 * * * a\n0 4 * * * a\n5 4 * * * a\n');
  });
});

it.for(['ROLLCALL_KEY', 'ROLLCALL_URL'])(
  'takes %s from the environment, and the rest from the file',
  async (name, test) => {
    const [url, ingest, token] = await keysOf(alice, service.url);
    const inFile = name === 'ROLLCALL_KEY' ? [url, ingest] : [ingest, token];
    const env = { ...cron.env, [name]: name === 'ROLLCALL_KEY' ? token : url };
    await cron.setKey(...(inFile as [string, string]));
    await cron.setJobs('0 4 * * * a\n');

    expect(await startRollcall(test, DASH, ['status'], { env }).ended).toMatchObject({ code: 0, stderr: '' });
    const words = ['sync', '--user', '--host', 'web1', '--tz', 'UTC', '--yes'];
    const { code, stderr } = await startRollcall(test, DASH, words, { env }).ended;

    // Jobs of cron do not see the environment.
    if (name === 'ROLLCALL_URL')
      return expect(stderr).toContain('in ~/.config/rollcall/key alone: write both there');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await cron.text()).toContain(' run --synced web1-a -- ');
  },
);

it.for(casesOf(1, POSIX_SHELLS))(
  'leaves a line alone that is no UTF-8, and watches the others, in $name',
  async (shell, test) => {
    await cron.needsShell(test, shell);
    await cron.setKey(...(await keysOf(alice, service.url)));
    const good = ['\u00e9', '\u07ff\u0800', '\ucfff\ud7ff\ue000\uffff', '\u{10000}\u{40000}\u{10ffff}'];
    const bad = [
      '\xe9',
      '\xc3\xc3\xa9\xa9',
      '\xc0\x80',
      '\xe0\x80\x80',
      '\xed\xa0\x80',
      '\xf4\x90\x80\x80',
      '\xf0\x9f\x98',
      '\xff',
    ];
    const text = [
      '# caf\xe9',
      ...bad.map((word) => `0 5 * * * /bin/echo caf${word}`),
      ...good.map((word, at) => `0 6 * * * /bin/job-${at} caf${Buffer.from(word).toString('latin1')}`),
      '0 7 * * * cat%caf\xe9',
    ];
    const jobs = Buffer.from(`${text.join('\n')}\n`, 'latin1');
    await writeFile(join(cron.folder, 'jobs'), jobs);

    const { code, stdout, stderr } = await cron.sync(test, shell, '--yes');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/line \d+ stays as it is: it has a byte that is no UTF-8/g)).toHaveLength(bad.length);
    const written = (await readFile(join(cron.folder, 'jobs'))).toString('latin1').split('\n');
    expect(written.filter((line) => line.includes(' run --synced '))).toHaveLength(good.length + 1);
    expect(written.slice(0, bad.length + 1)).toEqual(text.slice(0, bad.length + 1));
    await cron.sync(test, shell, '--undo', '--yes');
    expect(await readFile(join(cron.folder, 'jobs'))).toEqual(jobs);
  },
);

it('asks who sits there, and does nothing without a yes', async (test) => {
  needsCurl(test);
  needsProgram(test, 'script', 'bsdutils');
  await cron.setKey(...(await keysOf(alice, service.url)));
  await cron.setJobs('0 4 * * * a\n');
  const asked = (answer: string) =>
    ran('script', ['-qec', `sh ${ROLLCALL} sync --user --host web1 --tz UTC`, '/dev/null'], `${answer}\n`, {
      ...cron.env,
      SHELL: '/bin/sh',
    });

  expect((await asked('n')).stdout).toContain('[y/N]');
  expect(await cron.text()).toBe('0 4 * * * a\n');

  expect((await asked('y')).stdout).toContain('They are watched.');
  expect(await cron.text()).toContain(' run --synced web1-a -- ');
});

it('watches what runs, by lines that cron runs', async (test) => {
  await cron.setKey(...(await keysOf(alice, service.url)));
  await cron.setJobs('0 4 * * * echo "it is $((6 * 7))"; exit 3\n0 5 * * * cat%one%two\n');
  await cron.sync(test, DASH, '--yes');
  const [fails = '', reads = ''] = (await cron.text()).split('\n');

  expect(await cron.runLine(fails)).toEqual({ code: 3, stdout: 'it is 42\n', stderr: '' });
  expect(await cron.runLine(reads)).toEqual({ code: 0, stdout: 'one\ntwo', stderr: '' });

  expect(await signalsOf(alice, 'web1: echo "it is $((6 * 7))"; exit 3')).toMatchObject([
    { kind: 'start' },
    { kind: 'fail', exit_code: 3, output: 'it is 42\n' },
  ]);
  expect(await signalsOf(alice, 'web1: cat')).toMatchObject([{ kind: 'start' }, { kind: 'ping' }]);
});
