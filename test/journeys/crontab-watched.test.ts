import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReceiver } from '../support/alerts/receiver.ts';
import { needsCron, needsCurl } from '../support/lacking.ts';
import { startPrivateCron } from '../support/machines/private-cron.ts';
import { ROLLCALL } from '../support/machines/rollcall-command.ts';
import { POSIX_SHELLS, type Shell } from '../support/machines/shells.ts';
import { keysOf, startSyncedCrontab } from '../support/machines/synced-crontab.ts';
import { startTestService } from '../support/service/service.ts';

const [DASH] = POSIX_SHELLS as [Shell];

const CRONTAB = `# Edit this file to introduce tasks to be run by cron.
SHELL=/bin/bash
MAILTO=""

30 12 * * * cd "$HOME" && mkdir -p backup && date +\\%F > backup/last 2>&1
40 12 * * * test -x /usr/sbin/anacron || { cd / && ls >/dev/null; } || true
@hourly /usr/bin/env true
*/10 * * * * [ -d /proc ] && echo ok >/dev/null
5 12 * * * for i in 1 2 3; do echo $i; done | tail -n 1
15 12 * * 1-5 flock -n "$HOME/lock" true; true
0 13 1 * * echo "report of $(date +\\%B)" | cat > /dev/null
@reboot sleep 5
20 12 * * * cat > "$HOME/mail"%Dear all,%the job has run.
`;

it('a crontab of ten real lines is watched, pings, tells of the job that stops, and is given back', async (test) => {
  await using service = await startTestService();
  await using receiver = await startReceiver();
  await using cron = await startSyncedCrontab();
  const alice = await service.guest();
  await alice.call('POST', '/api/channels', { url: receiver.url, name: 'Ops' });
  await cron.setKey(...(await keysOf(alice, service.url)));
  await cron.setJobs(CRONTAB);

  expect(await cron.sync(test, DASH, '--yes', '--tz', 'UTC')).toMatchObject({ code: 0, stderr: '' });
  const written = (await cron.text()).split('\n').filter((line) => line.includes('--synced'));
  expect(written.length).toBe(8);
  for (const line of written) {
    expect(await cron.runLine(line.replace('@hourly', '0 * * * *'), 'bash')).toMatchObject({
      code: 0,
      stderr: '',
    });
  }
  expect(await readFile(join(cron.folder, 'home/mail'), 'utf8')).toBe(
    'Dear all,\nthe job has run.\n'.trimEnd(),
  );
  expect((await alice.monitors()).map(({ state }: { state: string }) => state)).toEqual(Array(8).fill('ok'));

  // It is 12:00; the job of each ten minutes does not run again.
  service.clock.advance(13 * 60);
  await service.check();
  expect(
    receiver.received.map(({ json }) => [json['type'], json['reason'], json['name'] ?? json['service']]),
  ).toEqual([['service.miss', 'silence', expect.stringContaining('web1: ')]]);

  const after = await cron.text();
  await cron.sync(test, DASH, '--yes');
  expect(await cron.text()).toBe(after);
  await cron.sync(test, DASH, '--undo', '--yes');
  expect(await cron.text()).toBe(CRONTAB);
}, 60_000);

it('a real cron daemon runs what was written, of the crontab and of the system', async (test) => {
  needsCurl(test);
  await using cron = await startPrivateCron(needsCron(test));
  await using service = await startTestService({ isTimed: true });
  const alice = await service.guest();
  const [url, ...keys] = await keysOf(alice, service.url);
  const own = [
    'SHELL=/bin/bash',
    '* * * * * cat >/dev/null; [ -n "$BASH" ] && exit 3%in',
    '* * * * * /bin/true',
    '@reboot /bin/true',
  ];
  const system = [
    '# m h dom mon dow user command',
    '* * * * * root date +\\%F >/dev/null',
    '* * * * * nobody /bin/true',
  ];
  const setUp = [
    'mount -t tmpfs none /root && cp ' +
      ROLLCALL +
      ' /root/rollcall && cd /root && mkdir -p .config/rollcall',
    `(umask 077; printf '%s\\n' ${[url, ...keys].join(' ')} >.config/rollcall/key)`,
    `cat >/etc/cron.d/jobs <<'END'\n${system.join('\n')}\nEND`,
    `crontab - <<'END'\n${own.join('\n')}\nEND`,
  ];
  const sync = (words: string) => `HOME=/root /root/rollcall sync --host web1 --tz UTC ${words}`;

  const shown = await cron.run([
    ...setUp,
    'touch -d "1 hour ago" /etc/cron.d/jobs',
    sync('--yes'),
    'stat -c "%a %U" /etc/cron.d/jobs',
  ]);

  expect(shown).toContain('They are watched.');
  expect(shown).toContain('stays as it is: nobody has no key, in ~nobody/.config/rollcall/key');
  expect(shown).toMatch(/\n644 root\n$/);
  const seen = async () =>
    (await alice.monitors()).map(({ slug, state }: Record<string, string>) => `${slug} ${state}`).sort();
  await expect
    .poll(seen, { timeout: 75_000, interval: 1_000 })
    .toEqual(['web1-cat-n-bash-exit-3 waiting', 'web1-date-f ok', 'web1-true ok']);

  expect(await cron.run([sync('--undo --yes')])).toContain('They are as they were.');
  expect(await cron.run(['crontab -l; cat /etc/cron.d/jobs; ls -A /etc/cron.d'])).toBe(
    [...own, ...system, 'jobs', ''].join('\n'),
  );
}, 120_000);
