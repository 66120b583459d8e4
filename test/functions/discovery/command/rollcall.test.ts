import { describe, expect, it } from 'vitest';
import { needsProgram } from '../../../support/lacking.ts';
import { ROLLCALL, signalsOf, startRollcall } from '../../../support/machines/rollcall-command.ts';
import { POSIX_SHELLS, ran, type Shell } from '../../../support/machines/shells.ts';
import { startTestService } from '../../../support/service/service.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const service = shared(() => startTestService({ isTimed: true }));
const alice = fresh(() => service.guest());

const settings = async () => ({ ROLLCALL_URL: service.url, ROLLCALL_KEY: await alice.ingestKey() });

describe.for(casesOf(2, POSIX_SHELLS))('rollcall run in $name', (shell) => {
  it('starts and closes a run, passes on what is printed, and ends as the job did', async (test) => {
    const job = 'cat; echo "an error" >&2; echo "$1"; exit 3';
    const { ended } = startRollcall(
      test,
      shell,
      ['run', 'backup', '--', 'sh', '-c', job, 'job', 'two  words *'],
      { env: await settings(), input: 'from input\n' },
    );

    expect(await ended).toMatchObject({
      code: 3,
      stdout: 'from input\ntwo  words *\n',
      stderr: 'an error\n',
    });
    const [start, end] = await signalsOf(alice, 'backup');
    expect([start, end]).toMatchObject([{ kind: 'start' }, { kind: 'fail', exit_code: 3, rid: start?.rid }]);
    expect(end?.rid).toMatch(/^[0-9a-f]{32}$/);
    expect(end?.output?.split('\n').sort()).toEqual(['', 'an error', 'from input', 'two  words *']);
  });

  it.for(casesOf(1, ['TERM', 'INT', 'HUP'] as const))(
    'passes on %s and ends as the job ended',
    async (signal, test) => {
      const job = `trap "echo got ${signal}; exit 7" ${signal}; echo ready; while :; do sleep 0.1; done`;
      const { child, ended } = startRollcall(test, shell, ['run', 'backup', '--', 'sh', '-c', job], {
        env: await settings(),
      });
      child.stdout?.once('data', () => child.kill(`SIG${signal}`));

      expect(await ended).toMatchObject({ code: 7, stdout: `ready\ngot ${signal}\n`, stderr: '' });
      expect((await signalsOf(alice, 'backup'))[1]).toMatchObject({ kind: 'fail', exit_code: 7 });
    },
  );

  itThorough('says of a job that a signal ended what a shell says', async (test) => {
    const { child, ended } = startRollcall(
      test,
      shell,
      ['run', 'backup', '--', 'sh', '-c', 'echo; exec sleep 30'],
      { env: await settings() },
    );
    child.stdout?.once('data', () => child.kill('SIGTERM'));

    expect(await ended).toMatchObject({ code: 143, stderr: '' });
    expect((await signalsOf(alice, 'backup'))[1]).toMatchObject({ kind: 'fail', exit_code: 143 });
  });

  itThorough('leaves the environment, the mask and the file descriptors of a job alone', async (test) => {
    const env = { ...(await settings()), url: 'a', key: 'b', VERSION: 'c', code: 'd', target: 'e' };
    const job =
      'echo $url $key $VERSION $code $target; umask; env | cut -d = -f 1 | sort | grep ^rc_; ls /proc/$$/fd | grep -x [78]';
    const { ended } = startRollcall(test, shell, ['run', 'backup', '--', 'dash', '-c', job], { env });

    const { stdout } = await ended;

    expect(stdout).toBe('a b c d e\n0022\n');
  });
});

it('sends the schedule of a job, by which its monitor is made', async (test) => {
  const say = async (...words: string[]) =>
    startRollcall(test, POSIX_SHELLS[0] as Shell, ['run', ...words, '--', 'echo', 'done'], {
      env: await settings(),
    }).ended;

  expect(await say('nightly', '--cron', '0 4 * * 1-5', '--tz', 'Europe/Lisbon')).toMatchObject({
    stderr: '',
  });
  expect(await say('--cron', '*/10 * * * MON#1', 'odd')).toMatchObject({
    code: 0,
    stdout: 'done\n',
    stderr: expect.stringContaining(
      'odd ended with 0, and that could not be reported: the service answered 400',
    ),
  });
  expect(await say('--cron', '0 4 * * *&x=$(id)', 'hostile')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('--cron and --tz are not sent'),
  });

  const monitors: Record<string, unknown>[] = await alice.monitors();
  expect(monitors.map(({ slug, cron, tz }) => [slug, cron, tz]).sort()).toEqual([
    ['hostile', null, null],
    ['nightly', '0 4 * * 1-5', 'Europe/Lisbon'],
  ]);
});

it('has nothing that shellcheck would say about it', async (test) => {
  needsProgram(test, 'shellcheck');

  expect(await ran('shellcheck', ['-s', 'dash', ROLLCALL])).toMatchObject({ code: 0, stdout: '' });
});
