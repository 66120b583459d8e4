import { expect, it } from 'vitest';
import { readCrontab } from '../../../../../lib/domain/monitors/crontab/read-crontab.ts';

it('reads the crontab of a Debian system, without its user column', () => {
  const text = [
    '# /etc/crontab: system-wide crontab',
    '# that none of the other crontabs do, also have a username field.',
    'SHELL=/bin/sh',
    '# m h dom mon dow user\tcommand',
    '17 *\t* * *\troot\tcd / && run-parts --report /etc/cron.hourly',
    '25 6\t* * *\troot\ttest -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }',
    '#',
    '',
  ].join('\n');

  expect(readCrontab(text)).toEqual({
    recognized: [
      {
        line: 5,
        cron: '17 * * * *',
        tz: null,
        name: 'run-parts --report /etc/cron.hourly',
        command: 'cd / && run-parts --report /etc/cron.hourly',
      },
      {
        line: 6,
        cron: '25 6 * * *',
        tz: null,
        name: 'run-parts --report /etc/cron.daily',
        command: 'test -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }',
      },
    ],
    ignored: [
      { line: 1, reason: 'comentario', text: '# /etc/crontab: system-wide crontab' },
      {
        line: 2,
        reason: 'comentario',
        text: '# that none of the other crontabs do, also have a username field.',
      },
      { line: 3, reason: 'variavel', text: 'SHELL=/bin/sh' },
      { line: 4, reason: 'comentario', text: '# m h dom mon dow user\tcommand' },
      { line: 7, reason: 'comentario', text: '#' },
    ],
  });
});

it('reads a user crontab with a BOM, CRLF and tabs', () => {
  const text = '\uFEFF# jobs\r\n\r\n*/5\t*  * *\t*\t/usr/bin/true --fast\r\n';

  expect(readCrontab(text)).toEqual({
    recognized: [
      { line: 3, cron: '*/5 * * * *', tz: null, name: 'true --fast', command: '/usr/bin/true --fast' },
    ],
    ignored: [{ line: 1, reason: 'comentario', text: '# jobs' }],
  });
});

it.each([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@Midnight', '0 0 * * *'],
  ['@WEEKLY', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
])('turns %s into %s', (nickname, cron) => {
  expect(readCrontab(`${nickname} run`).recognized).toEqual([
    { line: 1, cron, tz: null, name: 'run', command: 'run' },
  ]);
});

it.each([
  ['# a comment', 'comentario'],
  ['  \t# an indented comment', 'comentario'],
  ['MAILTO=""', 'variavel'],
  ['"PATH" = /usr/bin:/bin', 'variavel'],
  ['@reboot /usr/local/bin/start', 'reboot'],
  ['@Reboot /usr/local/bin/start', 'reboot'],
  ['60 * * * * run', 'cron_invalido'],
  ['0 0 * * funday run', 'cron_invalido'],
  ['*/0 * * * * run', 'cron_invalido'],
  ['@fortnightly run', 'cron_invalido'],
  ['0 5 * * /usr/bin/run now', 'cron_invalido'],
  ['* * * * *', 'nao_reconhecida'],
  ['@daily', 'nao_reconhecida'],
  ['no crontab for bob', 'nao_reconhecida'],
  ['run-parts /etc/cron.daily', 'nao_reconhecida'],
])('ignores %s as %s', (line, reason) => {
  expect(readCrontab(`\n${line}\n`)).toEqual({
    recognized: [],
    ignored: [{ line: 2, reason, text: line.trim() }],
  });
});

it('shows at most 200 characters of an ignored line', () => {
  const ignored = readCrontab(`# ${'word '.repeat(60)}`).ignored;

  expect(ignored[0]?.text).toBe(`# ${'word '.repeat(60)}`.slice(0, 200));
});

it('masks the value of a secret variable to the end of its line', () => {
  expect(readCrontab("DB_PASSWORD = correct horse battery\n#API_KEY='a b'").ignored).toEqual([
    { line: 1, reason: 'variavel', text: 'DB_PASSWORD = ***' },
    { line: 2, reason: 'comentario', text: "#API_KEY='***'" },
  ]);
});

it('leaves out what an unescaped percent sign feeds to the command', () => {
  const text =
    '0 5 * * * mail -s "100\\% done" bob%Dear Bob,%my password is hunter2\n0 6 * * * tar czf b-$(date +\\%F).tgz /srv';

  expect(readCrontab(text).recognized).toEqual([
    {
      line: 1,
      cron: '0 5 * * *',
      tz: null,
      name: 'mail -s "100% done" bob',
      command: 'mail -s "100% done" bob',
    },
    {
      line: 2,
      cron: '0 6 * * *',
      tz: null,
      name: 'tar czf b-$(date +%F).tgz /srv',
      command: 'tar czf b-$(date +%F).tgz /srv',
    },
  ]);
});

it('reads the schedules after CRON_TZ in that zone, and TZ as a variable like any other', () => {
  const text = [
    '0 1 * * * one',
    'TZ="Europe/Berlin"',
    '0 2 * * * two',
    'CRON_TZ=America/New_York',
    '0 3 * * * three',
    'TZ=Asia/Tokyo',
    '0 4 * * * four',
    'CRON_TZ=',
    '0 5 * * * five',
    "CRON_TZ=':UTC'",
    '0 6 * * * six',
  ].join('\n');
  const zonesOf = (hostTz?: string) => readCrontab(text, hostTz).recognized.map(({ name, tz }) => [name, tz]);

  expect(zonesOf()).toEqual([
    ['one', null],
    ['two', null],
    ['three', 'America/New_York'],
    ['four', 'America/New_York'],
    ['five', null],
    ['six', 'UTC'],
  ]);
  expect(zonesOf('Europe/Lisbon')).toEqual([
    ['one', 'Europe/Lisbon'],
    ['two', 'Europe/Lisbon'],
    ['three', 'America/New_York'],
    ['four', 'America/New_York'],
    ['five', 'Europe/Lisbon'],
    ['six', 'UTC'],
  ]);
  expect(readCrontab(text).ignored[0]).toEqual({ line: 2, reason: 'variavel', text: 'TZ="Europe/Berlin"' });
});

it('says of each line that CRON_TZ set its zone, and that Debian ignores it', () => {
  const [one, two, three] = readCrontab(
    '0 1 * * * one\nCRON_TZ=Europe/Berlin\n0 2 * * * two\nCRON_TZ=\n0 3 * * * three',
  ).recognized;

  expect(one).not.toHaveProperty('note');
  expect(two?.note).toMatch(
    /^CRON_TZ in line 2 sets this zone, as cronie reads it\. The cron of Debian .*\?tz=/,
  );
  expect(three).not.toHaveProperty('note');
});

it.each([
  ['Mars/Olympus', '"Mars/Olympus".'],
  ['BST', '"BST". Did you mean "Europe/London" or "Asia/Dhaka"?'],
  // cron looks for a file of that name, and runs in UTC without one.
  ['europe/berlin', '"europe/berlin". Did you mean "Europe/Berlin"?'],
  [`sk_live_${'a1B2'.repeat(8)}`, '"***".'],
])('refuses the schedules after CRON_TZ=%s, until a zone it knows', (name, end) => {
  const text = `CRON_TZ=${name}\n0 1 * * * one\n@reboot two\nCRON_TZ=UTC\n0 3 * * * three`;
  const note = `CRON_TZ in line 1 must be an IANA time zone name with a slash, or UTC, for this line to be imported; got ${end}`;

  expect(readCrontab(text)).toMatchObject({
    recognized: [{ line: 5, cron: '0 3 * * *', tz: 'UTC', name: 'three', command: 'three' }],
    ignored: [
      { line: 1, reason: 'variavel' },
      { line: 2, reason: 'cron_invalido', text: '0 1 * * * one', note },
      { line: 3, reason: 'reboot', text: '@reboot two' },
      { line: 4, reason: 'variavel', text: 'CRON_TZ=UTC' },
    ],
  });
});

it.each([
  ['a header names the column', '# m h dom mon dow user-name command\n* * * * * alice /bin/a', ['/bin/a']],
  [
    'a well-known user leads',
    '* * * * * root /bin/a\n@daily www-data php /srv/a.php',
    ['/bin/a', 'php /srv/a.php'],
  ],
  [
    'an unknown user stands beside a well-known one',
    '* * * * * root /bin/a\n* * * * * alice /bin/b',
    ['/bin/a', '/bin/b'],
  ],
  [
    'a broken line stands below the header',
    '# user-name\n99 * * * * foo\n* * * * * alice /bin/a',
    ['/bin/a'],
  ],
])('drops the user when %s', (_, text, commands) => {
  expect(readCrontab(text).recognized.map(({ command }) => command)).toEqual(commands);
});

it.each([
  ['php /srv/a.php'],
  ['test -x /bin/a && /bin/a'],
  ['git gc'],
  ['backup nightly'],
  ['alice /bin/a'],
  ['root'],
])('takes no word of %s for a user in a user crontab', (command) => {
  expect(readCrontab(`* * * * * ${command}`).recognized.map((line) => line.command)).toEqual([command]);
});

it('takes no command for a user even below a header that names the column', () => {
  const text =
    '# m h dom mon dow user command\n* * * * * root /bin/a\n* * * * * php /srv/a.php\n* * * * * /bin/b -x';

  const commands = readCrontab(text).recognized.map(({ command }) => command);

  expect(commands).toEqual(['/bin/a', 'php /srv/a.php', '/bin/b -x']);
});

it('keeps a word that leads only some of the lines', () => {
  const text = '* * * * * root /bin/a\n* * * * * /bin/b';

  expect(readCrontab(text).recognized.map(({ command }) => command)).toEqual(['root /bin/a', '/bin/b']);
});

it('finds no schedule in an empty text', () => {
  expect(readCrontab('')).toEqual({ recognized: [], ignored: [] });
});

it('names a job after its line when its command has no word to show', () => {
  expect(readCrontab('\n* * * * * ***').recognized).toEqual([
    { line: 2, cron: '* * * * *', tz: null, name: 'cron line 2', command: '***' },
  ]);
});

it('names a job whose command shows nothing by its line', () => {
  const names = readCrontab('0 1 * * * \u3164\n0 2 * * * \u3164backup\u3164now').recognized.map(
    ({ name }) => name,
  );

  expect(names).toEqual(['cron line 1', 'backup now']);
});

it('takes the call of a snippet from a job, and says whose ping URL is called', () => {
  const id = '0123456789abcdefghjkmnpqrs';
  const call = `curl -fsS -m 10 --retry 5 -o /dev/null https://example.com/in/${id}`;
  const text = [
    `0 1 * * * /bin/a --full; ${call}/$? # nightly`,
    `0 2 * * * ( cd /srv/x || exit 1; /bin/b ); ${call}${'0'.repeat(26)}/$?%input`,
    `0 3 * * * /bin/c && curl https://example.com/in/${id}`,
    '0 4 * * * curl https://example.com/in/key/slug',
  ].join('\n');

  expect(readCrontab(text).recognized).toMatchObject([
    { name: 'a --full # nightly', command: '/bin/a --full # nightly', calls: id },
    { name: 'cd /srv/x || exit 1; /bin/b', command: '( cd /srv/x || exit 1; /bin/b )', calls: id },
    { command: '/bin/c && curl https://example.com/in/***', calls: id },
    { command: 'curl https://example.com/in/key/slug' },
  ]);
  expect(readCrontab(text).recognized[3]).not.toHaveProperty('calls');
});
