import { beforeAll, expect, it } from 'vitest';
import { withCalls } from '../../../../../lib/console/screens/import/with-calls.ts';
import { callPlacesOf } from '../../../../../lib/domain/monitors/crontab/call-places.ts';
import { readCrontab } from '../../../../../lib/domain/monitors/crontab/read-crontab.ts';
import { needsCron, needsCurl } from '../../../../support/lacking.ts';
import { startPrivateCron } from '../../../../support/machines/private-cron.ts';
import { startReceiver } from '../../../../support/alerts/receiver.ts';
import { byCron, ran } from '../../../../support/machines/shells.ts';
import { shared } from '../../../../support/service/shared.ts';
import { casesOf } from '../../../../support/thorough.ts';

let url: string;
const receiver = shared(startReceiver);
beforeAll(() => void (url = `${new URL(receiver.url).origin}/in/0123456789abcdefghjkmnpqrs`));

/** A crontab whose every job is watched. */
function given(crontab: string) {
  const calls = callPlacesOf(crontab);
  const created = readCrontab(crontab).recognized.map(({ line }) => ({
    line,
    ingest_url: url,
    id: '',
    name: '',
  }));
  return withCalls(crontab, { existing: [], created, calls });
}

const SHELLS = casesOf(1, ['sh', 'bash']);

/** What it prints, and the exit code that is told; shells have to agree. */
async function told(line: string): Promise<[printed: string, codes: string[]]> {
  const { command, input } = byCron(line);
  const runs = [];
  for (const shell of SHELLS) {
    receiver.received.length = 0;
    expect(await ran(shell, ['-n', '-c', command]), command).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await ran(shell, ['-c', command], input);
    runs.push([stdout, receiver.received.map(({ path }) => path?.split('/').at(-1) ?? '')] as const);
  }
  for (const other of runs.slice(1)) expect(other).toEqual(runs[0]);
  return [...(runs[0] ?? ['', []])] as [string, string[]];
}

it.for([
  ['a job', 'echo ran', 'ran\n', '0'],
  ['one that fails', 'echo ran; false', 'ran\n', '1'],
  ['a list', 'true && (exit 7)', '', '7'],
  ['semicolons at its end', 'echo ran ; ', 'ran\n', '0'],
  ['an escaped one', String.raw`find /etc/passwd -exec echo {} \;`, '/etc/passwd\n', '0'],
  ['an escaped space', String.raw`echo a \ ;`, 'a  \n', '0'],
  ['a comment', 'echo ran # nightly; exit 3', 'ran\n', '0'],
  ['signs that begin none', String.raw`echo "a #b" 'c #d' e#f \#g`, 'a #b c #d e#f #g\n', '0'],
  ['escaped percent signs', String.raw`date +\%\% # 5\%`, '%\n', '0'],
  ['a comment right behind a bracket', '(exit 3)#; echo no', '', '3'],
  ['input', 'cat; false%one%two', 'one\ntwo', '1'],
  ['input behind a comment', 'cat # in%one', 'one', '0'],
  ['quotes in a substitution in quotes', `echo "$(echo "a  b")"`, 'a  b\n', '0'],
  ['an exit', 'cd /nowhere 2>&- || exit 3; echo no', '', '3'],
  ['an exit alone', 'exit', '', '0'],
  ['an exec', 'exec echo ran', 'ran\n', '0'],
  ['an exec of a redirection', 'exec 2>/dev/null; ls /nowhere || false', '', '1'],
  ['an option that ends it', 'set -e; false; echo no', '', '1'],
  ['a trap', `trap 'echo out' 0; false`, 'out\n', '1'],
  ['a condition', 'if true; then exit 4; fi # so', '', '4'],
  ['groups', '(echo ran; exit 5) | cat; (exit 6)', 'ran\n', '6'],
  ['a background that it waits for', 'echo ran & wait', 'ran\n', '0'],
  ['redirections', 'echo ran >/dev/null 2>&1', '', '0'],
] as const)('a line tells how it ended: %s', async ([, job, printed, code], test) => {
  needsCurl(test);
  const { text, left } = given(`0 3 * * * ${job}`);
  expect(left).toBe(0);
  expect(await told(text)).toEqual([printed, [code]]);
});

it.each([
  ['a job in the background', 'echo ran &', 'background'],
  ['several', 'a & b &', 'background'],
  ['an open quote', `echo 'a`, 'no end'],
  ['an open list', 'a &&', 'no end'],
  ['an open pipe', 'a |', 'no end'],
  ['a sign of negation at its end', 'a && !', 'no end'],
  ['a backslash at its end', 'a \\', 'no end'],
  ['nothing but a comment', '# a', 'no end'],
  ['a no-break space at its end', 'false\u00a0', 'looks like a space'],
  ['one before its input', 'cat\u00a0%in', 'looks like a space'],
  ['one before what looks like a comment', 'echo a\u00a0# b', 'looks like a space'],
  ['a sign that may begin a comment', `echo "$(echo "a #b")"`, 'comment'],
  ['another call', `a; curl https://in.example.org/in/${'a'.repeat(26)}`, 'it already pings'],
])('a line stays as it is and says why: %s', (_what, job, why) => {
  const line = `0 3 * * * ${job}`;
  const { text, left } = given(line);
  expect([text.split('\n')[1], left]).toEqual([line, 1]);
  expect(text).toMatch(new RegExp(`^# Rollcall: .*because .*${why}.*: curl .*/in/`));
});

it('a shell that knows no exit code as $? leaves its lines as they are, a user is no part of a job', () => {
  const lines = [
    '17 * * * * root cd / && run-parts /etc/cron.hourly',
    '0 3 * * * root cd /x || exit 1',
    'SHELL = "/bin/tcsh"',
    '0 4 * * * root /bin/b',
  ];
  const { text, left } = given(lines.join('\n'));
  const call = `curl -fsS -m 10 --retry 5 -o /dev/null ${url}/$?`;
  expect(left).toBe(1);
  expect(text.split('\n')).toEqual([
    `${lines[0]}; ${call}`,
    `0 3 * * * root ( cd /x || exit 1 ); ${call}`,
    lines[2],
    expect.stringContaining('SHELL'),
    lines[3],
  ]);
});

it('what has no monitor stays, and so does what calls its own already', () => {
  const lines = [
    '# nightly',
    'SHELL=/bin/bash',
    '@reboot a &',
    '',
    `@daily b && curl ${url}`,
    '-*/5 * * * *\tc',
  ];
  const { text, left } = given(lines.join('\n'));
  expect(left).toBe(0);
  expect(text.split('\n')).toEqual([
    ...lines.slice(0, 5),
    expect.stringMatching(/^-\*\/5 \* \* \* \*\tc; curl /),
  ]);
});

it('line ends of Windows go, since a shell takes the return for a letter of the call', async (test) => {
  needsCurl(test);
  const { text, left } = given('SHELL=/bin/sh\r\n0 3 * * * false\r\n');
  expect([text.split('\n')[0], left]).toEqual(['SHELL=/bin/sh', 0]);
  expect(await told(text.split('\n')[1] ?? '')).toEqual(['', ['1']]);
});

it('given back once more it is as it was, with no comment twice', () => {
  const once = given('0 3 * * * a\n0 4 * * * b &\n0 5 * * * cd /x || exit 1; c # d').text;
  expect(given(once)).toEqual({ text: once, left: 1 });
  expect(once.match(/# Rollcall/g)).toHaveLength(1);
});

it('a real cron daemon runs the lines and gets through with their calls', async (test) => {
  needsCurl(test);
  await using cron = await startPrivateCron(needsCron(test));
  const jobs = [
    'true',
    'exit 3 # so',
    'cat >/dev/null; false%in',
    String.raw`date +\%s >/dev/null; (exit 5)`,
  ];
  const { text } = given(jobs.map((job) => `* * * * * ${job}`).join('\n'));
  receiver.received.length = 0;
  await cron.run([`crontab - <<'END'\n${text}\nEND`]);
  const codes = () => receiver.received.map(({ path }) => path?.split('/').at(-1)).sort();
  await expect.poll(codes, { timeout: 75_000, interval: 500 }).toEqual(['0', '1', '3', '5']);
}, 90_000);
