import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandName } from '../../../../../lib/domain/monitors/crontab/command-name.ts';
import { rounds } from '../../../../support/thorough.ts';

it.each([
  ['/usr/local/bin/backup.sh >/dev/null 2>&1', 'backup.sh'],
  ['/usr/local/bin/backup.sh --full &> /var/log/backup.log &', 'backup.sh --full'],
  ['/opt/shop/bin/sync.sh --all', 'sync.sh --all'],
  ['/opt/shop/import.py', 'shop/import.py'],
  ['/opt/blog/import.py', 'blog/import.py'],
  [
    'cd /home/forge/example.com && php artisan schedule:run >> /dev/null 2>&1',
    'php artisan schedule:run (example.com)',
  ],
  [
    'cd /srv/shop/current; /usr/bin/php8.2 artisan horizon:snapshot',
    'php8.2 artisan horizon:snapshot (shop)',
  ],
  [
    'php8.2 /home/forge/example.com/artisan schedule:run',
    'php8.2 /home/forge/example.com/artisan schedule:run',
  ],
  ['/home/forge/.forge/provision-12345678.sh', '.forge/provision-12345678.sh'],
  [
    "mysqldump -u root -p'hun ter2' shop | gzip > /backup/shop-$(date +%F).sql.gz",
    "mysqldump -u root -p'***' shop | gzip",
  ],
  ['RESTIC_PASSWORD="a b" RESTIC_REPOSITORY=/b restic backup /home', 'restic backup /home'],
  ['. /root/restic.env; nice -n 19 ionice -c2 -n7 restic forget --prune', 'restic forget --prune'],
  [
    'curl -fsS -m 10 --retry 5 -o /dev/null https://hc-ping.com/8a5c3d1e-1111-4222-8333-abcdefabcdef',
    'curl -fsS -m 10 --retry 5 -o /dev/null https://hc-ping.com/***',
  ],
  [
    'docker exec -t shop-db-1 pg_dumpall -c -U postgres > dump.sql',
    'docker exec -t shop-db-1 pg_dumpall -c -U postgres',
  ],
  ["flock -n /tmp/sync.lock -c '/opt/shop/bin/sync.sh'", 'sync.sh'],
  [
    '/usr/bin/flock -w 5 /tmp/sync.lock timeout -k 5 300 sudo -u www-data php /srv/sync.php',
    'php /srv/sync.php',
  ],
  ["/bin/bash -lc 'cd /srv/app && bundle exec rake report:daily'", 'bundle exec rake report:daily (app)'],
  [
    'test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }',
    'run-parts --report /etc/cron.daily',
  ],
  [
    '[ -x /usr/bin/certbot ] && perl -e "sleep int(rand(43200))" && certbot -q renew',
    'perl -e "sleep int(rand(43200))" && certbot -q renew',
  ],
  ['backup.sh || true', 'backup.sh'],
  ["awk '$1 > 5' /var/log/x", "awk '$1 > 5' /var/log/x"],
  ['env', 'env'],
  ['> /var/log/app.log', '> /var/log/app.log'],
  ['PASSWORD=hunter2', 'PASSWORD=***'],
  ['run\u0000\u200b\u202e\u0007now', 'run now'],
  ['relatório diário 📊', 'relatório diário 📊'],
])('names %s %s', (command, name) => {
  expect(commandName(command)).toBe(name);
});

it.each([[''], ['***'], ['\u0000'], ['&& ||'], ['"\u200b"']])('falls back for %j', (command) => {
  expect(commandName(command, 'cron line 7')).toBe('cron line 7');
});

it('cuts a long name with an ellipsis and keeps where the job runs', () => {
  expect(commandName(`cd /srv/shop && run ${'word '.repeat(30)}`)).toBe(
    `run ${'word '.repeat(13)}wor… (shop)`,
  );
});

it('never cuts a character in two', () => {
  const name = commandName('😀'.repeat(60) + 'x');

  expect(name.isWellFormed()).toBe(true);
  expect(name.length).toBeLessThanOrEqual(80);
});

const fragment = fc.constantFrom(
  'cd ',
  '/srv/app',
  ' && ',
  '; ',
  '|| ',
  'flock -n /l ',
  'sudo ',
  'nice ',
  'env ',
  'timeout 5 ',
  'sh -c ',
  "'",
  '"',
  '\\',

  '{ ',
  '( ',
  ' )',
  '; }',
  ' > ',
  '2>&1',
  '>>',
  '&',
  '|',
  '***',
  'A=b ',
  'run',
  '/usr/bin/x',
  ' ',
  '\t',
  '\u0000',
  '\u200b',
  '\ud800',
  '😀',
  '\n',
);
const command = fc.oneof(
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

it('always gives 1 to 80 visible characters with a letter or a number', () => {
  fc.assert(
    fc.property(command, (text) => {
      const name = commandName(text, 'cron line 1');

      expect(name.length).toBeGreaterThanOrEqual(1);
      expect(name.length).toBeLessThanOrEqual(80);
      expect(name).not.toMatch(/\p{C}|\p{Zl}|\p{Zp}|^\s|\s$/u);
      expect(name).toMatch(/[\p{L}\p{N}]/u);
    }),
    { numRuns: rounds(500, 4_000) },
  );
});

it.each([
  'a ',
  "'",
  '"',
  "'a'",
  '( ',
  '{ ',
  'cd a;',
  'env ',
  'A=b ',
  'A="',
  'nice ',
  '> ',
  '>',
  '$(',
  '\\',
  'sh -c "',
  'test -x ',
])('gets through much of %j', (unit) => {
  const name = commandName(unit.repeat(Math.floor(rounds(64_000, 256_000) / unit.length)), 'cron line 1');

  expect(name.length).toBeLessThanOrEqual(80);
});
