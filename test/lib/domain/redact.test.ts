import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from '../../../lib/domain/redact.ts';

it.each([
  ["mysqldump -u root -p'hun ter2' shop", "mysqldump -u root -p'***' shop"],
  ['mysql -h db -phunter2 -e "select 1"', 'mysql -h db -p*** -e "select 1"'],
  ['$MYSQLDUMP -phunter2 shop', '$MYSQLDUMP -p*** shop'],
  ["backup --password='it'\\''s secret' /data", 'backup --password=*** /data'],
  ['backup --password "a b" --verbose', 'backup --password "***" --verbose'],
  ['bash -c "mysql --password=hunter2" && echo "done"', 'bash -c "mysql --password=***" && echo "done"'],
  ["curl -u 'admin:hun ter2' https://example.com/", "curl -u 'admin:***' https://example.com/"],
  ['curl -u hunter2secret: https://example.com/', 'curl -u ***: https://example.com/'],
  [
    "curl -H 'Authorization: Bearer abc.def' https://example.com/",
    "curl -H 'Authorization: Bearer ***' https://example.com/",
  ],
  ['curl -d \'{"password":"hunter2","user":"bob"}\' x', 'curl -d \'{"password":"***","user":"bob"}\' x'],
  [
    'curl -d "{\\"password\\": \\"hun ter2\\",\\"user\\":\\"bob\\"}" x',
    'curl -d "{\\"password\\": \\"***\\",\\"user\\":\\"bob\\"}" x',
  ],
  ["'password' => 'hunter2', 'user' => 'bob'", "'password' => '***', 'user' => 'bob'"],
  [
    'docker run -e "DB_PASSWORD=a b" -e MODE=fast image',
    'docker run -e "DB_PASSWORD=***" -e MODE=fast image',
  ],
  ["bash -c 'PASSWORD=hunter2 restic backup /home'", "bash -c 'PASSWORD=*** restic backup /home'"],
  ['pg_dump postgres://app:p/ss@w0rd@db:5432/shop', 'pg_dump postgres://***@db:5432/shop'],
  ['curl "https://example.com/a?x=1&token=abc&y=2"', 'curl "https://example.com/a?x=1&token=***&y=2"'],
  [
    'curl https://ping.example.com/in/0123456789abcdefghjkmnpqrs/start',
    'curl https://ping.example.com/in/***/start',
  ],
  [
    'curl https://ping.example.com/in/hpk_abcdefgh1234/nightly',
    'curl https://ping.example.com/in/***/nightly',
  ],
  ['curl https://hc-ping.com/8a5c3d1e-1111-4222-8333-abcdefabcdef/fail', 'curl https://hc-ping.com/***/fail'],
  ['curl https://hooks.slack.com/services/T0/B0/abc', 'curl https://hooks.slack.com/services/***/***/***'],
  ['lftp -u bob,hunter2 ftp.example.com', 'lftp -u bob,*** ftp.example.com'],
  ["echo 'hun ter2' | sudo -S apt-get update", 'echo *** | sudo -S apt-get update'],
  ['# the password is correcthorse', '# the password is ***'],
  ['<password>hunter2</password>', '<password>***</password>'],
  ["ALTER USER bob IDENTIFIED BY 'hunter2';", "ALTER USER bob IDENTIFIED BY '***';"],
  ['Set-Cookie: sid=abc; path=/', 'Set-Cookie: ***'],
])('turns %s into %s', (text, masked) => {
  expect(redact(text)).toBe(masked);
});

it('masks private keys line by line and leaves the line breaks', () => {
  const text =
    'key:\r\n-----BEGIN RSA PRIVATE KEY-----\r\nMIIEow\r\nabc\r\n-----END RSA PRIVATE KEY-----\r\ndone';

  expect(redact(text)).toBe(
    'key:\r\n-----BEGIN RSA PRIVATE KEY-----\r\n***\r\n***\r\n-----END RSA PRIVATE KEY-----\r\ndone',
  );
});

it.each([
  'cd /var/www/site && php artisan schedule:run >> /dev/null 2>&1',
  "/usr/bin/find /var/log -type f -name '*.log' -mtime +30 -print0 | xargs -0 rm -f",
  'rsync -az --delete -e "ssh -p 2222 -i /root/.ssh/id_rsa" /data/ backup@nas.local:/volume1/backup/',
  'rsync -u backup@nas.local:/volume1/data /data',
  'test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }',
  'restic -r s3:s3.amazonaws.com/bucket --password-file /root/.restic-pw backup /home',
  "docker exec my-long-container-name-1 sh -c 'mkdir -p /data && date +%F'",
  'docker run --rm -u 1000:1000 -p 8080:80 -v /srv/app:/app nginx:1.25-alpine',
  'mysqldump --defaults-extra-file=/root/.my.cnf --single-transaction shop | gzip > /backup/shop.sql.gz',
  'mysqldump --password="$DB_PASSWORD" shop',
  'PGPASSWORD=$(cat /run/secrets/pg) pg_dump shop',
  'tar czf /backup/production-database-2026-01-01.tar.gz /var/lib/postgresql',
  'curl -s https://api.github.com/repos/owner/repo/releases/latest -o /tmp/latest.json',
  'curl -fsS -m 10 --retry 5 -o /dev/null https://example.com/cron.php?job=nightly&verbose=1',
  'rclone sync /data remote:bucket/prod/very-long-directory-name-with-words',
  'sudo -u www-data mkdir -p cache/views',
  'tool -u bob -p 2222 -p /srv/data',
  'sort --key=2 -u /tmp/names.txt',
  '/usr/bin/certbot -q renew --deploy-hook "systemctl reload nginx"',
  'ssh -o StrictHostKeyChecking=no deploy@web1.example.com "uptime"',
  'MAILTO=ops@example.com',
  'PATH=/usr/local/sbin:/usr/local/bin:/sbin:/bin:/usr/sbin:/usr/bin',
  'SSH_AUTH_SOCK=/run/user/1000/keyring/ssh git -C /srv/app pull --ff-only',
  'python3 -u /opt/jobs/import_customers_from_warehouse.py --date 2026-01-01 --limit 500',
  'java -Xmx512m -jar /opt/app/report-generator-1.4.2-SNAPSHOT.jar --spring.profiles.active=production',
  'sudo -u www-data mkdir -p /var/cache/app && date -u +%H:%M',
  '/home/forge/.forge/provision-12345678.sh',
  'password authentication failed for user "bob"',
  'token expired, please retry in 30 seconds',
  "don't panic: it's only 12:30 and there's nothing to do",
  'Traceback (most recent call last): File "/usr/lib/python3/dist-packages/certbot/main.py", line 1574',
  '2026-01-01T00:00:00.000Z INFO com.example.service.BackupRunnerImplementation - finished in 12345 ms',
  'Processed 1234567890 rows in 20260101-123000-000123.csv (99.5 %)',
  '/var/lib/docker/overlay2/node_exporter_textfile_collector/script.sh',
])('leaves %s as it is', (text) => {
  expect(redact(text)).toBe(text);
});

const fragment = fc.constantFrom(
  'password',
  'PASS',
  'token',
  'key',
  'mysql',
  'curl',
  'echo',
  'sudo -S',
  'Authorization',
  'Cookie',
  'Bearer',
  'Basic',

  '-p',
  '-u',
  '--password',
  '-H',
  '-b',
  '--user',
  '-c',
  '=',
  ':',
  '://',
  '=>',
  '@',
  '***',
  '"',
  "'",
  '\\"',
  "\\'",
  '\\',

  ' ',
  '  ',
  '\t',
  '\r',
  '\n',
  '|',
  ';',
  '&',
  '(',
  ')',
  '$(',
  '${',
  '}',
  '`',
  '<',
  '>',
  '<<<',
  '/',
  '?',
  '#',
  ',',
  '%',

  'abc',
  'hunter2',
  'a1B2c3D4e5F6g7H8i9J0',
  'https',
  'hc-ping.com',
  '/in/',
  'ghp_',
  'eyJ',
  '-----BEGIN PRIVATE KEY-----',
  'é',
  '😀',
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(text, (before) => {
      const once = redact(before);

      expect(redact(once)).toBe(once);
    }),
    { numRuns: 4_000 },
  );
});

it('keeps every line a line', () => {
  fc.assert(
    fc.property(text, (before) => {
      expect(redact(before).split('\n').length).toBe(before.split('\n').length);
    }),
  );
});

it.each([
  'a',
  '=',
  ':',
  "'",
  '"',
  '\\',
  '\\"',
  '://',
  '@',
  ' ',
  '-p',
  '-p ',
  "-p'",
  '-p" ',
  '-p\\" ',
  '-p$( ',
  '-p${ ',
  '-u $( ',
  '-u:',
  '$(',
  '${',
  'key=',
  'key= ',
  'key=$( ',
  'key:',
  'key: ',
  'password ',
  'password is ',
  'password "',
  "password '",
  'login a ',
  'echo ',
  'echo a | ',
  'echo $( ',
  'Bearer ',
  'basic ',
  'a:',
  'a:b@',
  'a!',
  'a1',
  'aB1/',
  '/in/',
  'https://a/',
  'https://a:',
  'eyJ.',
  '-pghp_eyJ',
  '1:',
  'ghp_',
  '<a>',
  '<a ',
  '<<< ',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '-- ',
  '--password ',
  "'a' ",
  '"\\',
  'htpasswd -b ',
  'sqlplus a/',
  'mysql -p ',
  'Authorization: ',
  '"Authorization: ',
  '-H "',
  'a.',
  '%',
  '😀',
])('gets through 256 kB of %j', (unit) => {
  const line = unit.repeat(Math.floor(256_000 / unit.length));

  const masked = redact(line);

  expect(masked.split('\n').length).toBe(line.split('\n').length);
});

it('masks a backticked value whole', () => {
  expect(redact('SECRET=`echo hunter2 again` job')).toBe('SECRET=*** job');
});
