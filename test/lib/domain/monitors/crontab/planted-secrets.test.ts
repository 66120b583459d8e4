import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCrontab } from '../../../../../lib/domain/monitors/crontab/read-crontab.ts';
import { rounds } from '../../../../support/thorough.ts';

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secret = fc
  .string({ unit: fc.constantFrom(...ALNUM), minLength: 8, maxLength: 40 })
  // The words around the secret must not hold it by chance.
  .filter((text) => !/^(?:undefined|password|username|backup\w*)$/i.test(text));

/** Every place a secret is planted in; `S` is the secret, `Q(…)` a shell word in some style of quoting. */
const PLACES = [
  'mysql -uroot -pS shop',
  "mysql -uroot -p'S' shop",
  'mysqldump -u root -p"S" --all-databases | gzip > /backup/all.sql.gz',
  'mysqldump -u root -p S shop > /backup/shop.sql',
  '/usr/local/mysql/bin/mysqladmin -pS ping',
  'mariadb-dump -h db -pS shop',
  'docker exec db sh -c "mysqldump -pS shop"',
  'bash -lc \'mysql -pS -e "select 1"\'',
  'backup-mysql.sh -pS',
  'dbtool -u admin -p S --full',
  'redis-cli config set requirepass S',
  'aws configure set aws_secret_access_key S',
  'sshpass -p S rsync -a /data u@h:/data',
  "sshpass -pS ssh u@h 'ls /'",
  'sshpass -p "S" scp f u@h:',
  'mongodump -u admin -p S --out /dump',
  'docker login -u bob -p S registry.example.com',
  'redis-cli -h r -a S FLUSHDB',
  'ldapsearch -x -w S -b dc=x',
  'sqlcmd -S db -U sa -P S -Q "select 1"',
  '7z a -pS /backup/a.7z /data',
  'zip -P S a.zip /data',
  'openssl enc -aes-256-cbc -k S -in a',
  'openssl enc -pass pass:S -in a',
  'gpg --batch --passphrase S -c /a',
  'backup --password=S /data',
  "backup --password='S' /data",
  'backup --password="a S" /data',
  'backup --password S /data',
  'backup --db-password "S" --verbose',
  'backup -password S',
  'backup --token S',
  'backup --token=S',
  'backup --api-key S',
  'backup --api-key=S --verbose',
  'backup --apiKey S',
  'backup --client-secret S',
  'backup --access-token "S"',
  'java -Ddb.password=S -jar a.jar',
  'curl -u admin:S https://example.com/',
  "curl -u 'admin:S' https://example.com/",
  'curl -uadmin:S https://example.com/',
  'curl -fsSu admin:S https://example.com/',
  'curl --user admin:S https://example.com/',
  'curl --user="admin:S" https://example.com/',
  'curl -U proxy:S https://example.com/',
  "curl -H 'Authorization: Bearer S' https://example.com/",
  'curl -H "Authorization: Basic S" https://example.com/',
  'curl -H "Authorization: S" https://example.com/',
  'curl -H"authorization: token S" https://example.com/',
  'curl -H Authorization:\\ Bearer\\ S https://example.com/',
  'wget --header="Authorization: Bearer S" https://example.com/',
  'curl -H "X-Api-Key: S" https://example.com/',
  "curl -H 'X-Auth-Token:S' https://example.com/",
  "curl -H 'PRIVATE-TOKEN: S' https://example.com/",
  "curl -H 'Cookie: session=S; a=b' https://example.com/",
  "curl -b 'session=S' https://example.com/",
  'curl --cookie session=S https://example.com/',
  'sh -c "curl -H \\"Authorization: Bearer S\\" https://example.com/"',
  'ssh h "curl -H \'X-Api-Key: S\' https://example.com/"',
  'curl -d \'{"password":"S","user":"bob"}\' https://example.com/',
  'curl -d "{\\"api_key\\": \\"S\\"}" https://example.com/',
  'curl -d user=bob -d password=S https://example.com/',
  'PASSWORD=S run',
  'db_password="S" run',
  "DbPass='a S b' run",
  'PGPASSWORD=S pg_dump -h db shop',
  'MYSQL_PWD=S mysqldump shop',
  'export AWS_SECRET_ACCESS_KEY=S; aws s3 sync /a s3://b',
  'env API_TOKEN=S GITHUB_KEY=S run',
  'docker run -e "DB_PASSWORD=a S" -e SECRET=S image',
  "bash -c 'RESTIC_PASSWORD=S restic backup /home'",
  'SMTP_CREDENTIALS=S HTTP_AUTH=S SENTRY_DSN=S run',
  'PASS=S;run',
  'run Bearer S',
  'curl https://bob:S@example.com/path',
  'pg_dump postgres://app:S@db:5432/shop',
  'git pull https://S@example.com/a/b.git',
  'redis-cli -u redis://:S@r:6379/0 ping',
  'mongodump --uri="mongodb+srv://app:S@cluster.example.com/shop"',
  'pg_dump "host=db password=S dbname=shop"',
  'mount -t cifs //bob:S@nas/share /mnt',
  'curl "https://example.com/cron?token=S"',
  'curl https://example.com/cron?a=1&api_key=S',
  "wget -qO- 'https://example.com/cron.php?cron_key=S&x=1'",
  'curl "https://example.com/x?X-Amz-Signature=S&access_token=S#f"',
  'curl https://hooks.slack.com/services/T1/B1/S',
  'curl https://hc-ping.com/S',
  'curl https://discord.com/api/webhooks/12345/S',
  'curl https://api.telegram.org/bot12345:S/sendMessage',
  'curl https://example.com/in/hpk_S/nightly',
  'run ghp_S',
  'run sk_live_S now',
  'run AKIASSSS',
  'run hp_S',
  'run x=hpk_S',
  'run mmk_S cred_S',
  'run xoxb-1234567890-S',
  'run eyJhbGciOiJIUzI1NiJ9.S.S',
  'echo S | sudo -S apt-get update',
  "echo 'S' | docker login --password-stdin -u bob registry.example.com",
  'sqlplus scott/S@orcl @job.sql',
  'mysqladmin -u root password S',
  'sync-users admin password S --all',
  'vault login S',
  'vault login -no-print S',
  'vault operator unseal S',
  'net use Z: \\\\nas\\share S /user:bob',
  'net use \\\\nas\\share /user:bob S',
  'net user bob S /add',
  'redis-cli -h r AUTH S',
  'rabbitmqctl add_user bob S',
  'ngrok authtoken S',
] as const;

/** The lines a command is put on: a job, a comment, a broken schedule, no schedule, a nickname, a reboot. */
const LINES = [
  '*/5 * * * * C',
  '0\t3 * *\tmon  C >/dev/null 2>&1',
  '0 3 * * * cd /srv/app && C',
  '0 3 * * * flock -n /tmp/a.lock nice -n 10 C && curl -fsS https://example.com/ok',
  '0 3 * * * root C',
  '#0 3 * * * C',
  '# C',
  '61 3 * * * C',
  'C',
  '@daily C',
  '@reboot C',
  '@never C',
] as const;

const OTHERS = [
  'MAILTO=ops@example.com',
  "# don't touch this one's schedule",
  '17 * * * * echo "it\'s fine" | logger -t cron',
  '',
  '30 2 * * * tar czf /backup/home.tgz /home',
  'TZ=Europe/Berlin',
] as const;

/** In a place whose secret stands on a prefix its own shape gives it away, so upper case where the shape asks for it. */
function planted(place: string, value: string): string {
  if (place.includes('AKIA')) return place.replace('SSSS', () => value.toUpperCase());
  return place.replace(
    /(?<![A-Za-z0-9]|-)S(?![A-Za-z0-9_])|(?<=[-_]p|uroot -p|[a-z]k_|hpk?_|mmk_|cred_|ghp_|live_|b-\d{10}-)S(?![A-Za-z0-9_])/g,
    () => value,
  );
}

it('shows no planted secret anywhere in what it reads', () => {
  const line = fc.record({
    place: fc.constantFrom(...PLACES),
    around: fc.constantFrom(...LINES),
    secret,
    isOther: fc.boolean(),
    other: fc.constantFrom(...OTHERS),
  });
  const texts = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    end: fc.constantFrom('\n', '\r\n'),
  });

  fc.assert(
    fc.property(texts, ({ lines, end }) => {
      const text = lines
        .map((each) => {
          const job = each.around.replace('C', () => planted(each.place, each.secret));
          return each.isOther ? `${each.other}${end}${job}` : job;
        })
        .join(end);

      const answer = JSON.stringify(readCrontab(text)).toLowerCase();

      for (const each of lines) expect(answer, text).not.toContain(each.secret.toLowerCase());
    }),
    { numRuns: rounds(300, 2_000) },
  );
});

it.each(PLACES)('masks the secret in %s', (place) => {
  const value = 'Hunter2Hunter2';
  const command = planted(place, value);

  const answers = LINES.map((line) => JSON.stringify(readCrontab(line.replace('C', () => command))));

  expect(command.toLowerCase()).toContain(value.toLowerCase());
  expect(answers.join('\n').toLowerCase()).not.toContain(value.toLowerCase());
});

it('masks long random words wherever they stand', () => {
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 64 });
  const base62 = fc.string({ unit: fc.constantFrom(...ALNUM), minLength: 24, maxLength: 64 });
  // Without bias, since repeated characters are not random-looking.
  const drawn = fc.noBias(fc.oneof(hex, base62));

  fc.assert(
    fc.property(drawn, fc.constantFrom(...LINES), (word, line) => {
      const answer = JSON.stringify(readCrontab(line.replace('C', `run ${word} now`)));

      expect(answer).not.toContain(word);
    }),
    { numRuns: rounds(150, 1_000) },
  );
});

it('masks the whole value of a secret variable line, spaces and all', () => {
  fc.assert(
    fc.property(
      secret,
      fc.constantFrom('DB_PASSWORD', 'api_token', 'Secret', 'PGPASSWORD', 'SMTP_PASS'),
      (value, name) => {
        const answer = JSON.stringify(readCrontab(`${name} = first ${value} last\n#${name}=first ${value}`));

        expect(answer).not.toContain(value);
      },
    ),
  );
});
