import { expect, it } from 'vitest';
import { callPlacesOf } from '../../../../../lib/domain/monitors/crontab/call-places.ts';
import { readCrontab } from '../../../../../lib/domain/monitors/crontab/read-crontab.ts';

const read = (command: string) => readCrontab(`0 3 * * * ${command}`).recognized[0];

it.for([
  ['rollcall run a -- /bin/b c', 'a', '/bin/b c'],
  ['/usr/local/bin/rollcall run --no-output Nightly_Backup -- b', 'nightly-backup', 'b'],
  [`./rollcall.sh run --cron '0 3 * * *' --tz Europe/Lisbon a -- b`, 'a', 'b'],
  ['rollcall run a --cron "0 3 * * *" -- b', 'a', 'b'],
  ['cd /srv && flock -n /l rollcall run a.1 -- b --all', 'a-1', 'cd /srv && flock -n /l b --all'],
  ['rollcall run a -- b%in', 'a', 'b'],
  [
    `/b/rollcall run --synced a -- "\${SHELL:-/bin/sh}" -c 'cd /x && echo '"'"'y z'"'"''`,
    'a',
    `cd /x && echo 'y z'`,
  ],
] as const)('%s reports as %s', ([command, runs, job]) => {
  expect(read(command)).toMatchObject({ runs, command: job });
  expect(callPlacesOf(`0 3 * * * ${command}`)).toEqual([]);
});

it.each([
  'payroll-rollcall-run a -- b',
  'myrollcall run a -- b',
  'payroll-rollcall ping a',
  'rollcall ping',
  'rollcall run a',
  'rollcall run --unknown a -- b',
  'rollcall run ... -- b',
])('%s is a job as any', (command) => {
  expect(read(command)).not.toHaveProperty('runs');
  expect(callPlacesOf(`0 3 * * * ${command}`)).toHaveLength(1);
});

it.each([
  ['a && rollcall ping Nightly_Job', 'nightly-job'],
  ['a; /usr/local/bin/rollcall.sh ping b $?', 'b'],
  ['a && curl -fsS https://example.com/in/hpk_0123456789abcdefghij/Nightly_Job/$?', 'nightly-job'],
  ['rollcall run a -- curl https://example.com/in/hpk_0123456789abcdefghij/b', 'a'],
])('%s pings as %s by itself', (command, runs) => {
  expect(read(command)).toMatchObject({ runs });
  expect(callPlacesOf(`0 3 * * * ${command}`)).toEqual([]);
});

it('a job that calls a ping URL is the monitor that it calls', () => {
  const id = '0123456789abcdefghjkmnpqrs';
  const line = read(`ROLLCALL_URL=https://example.com/in/${id} rollcall run a -- b`);

  expect(line).toMatchObject({ calls: id });
  expect(line).not.toHaveProperty('runs');
});

it('secrets before and behind it are masked', () => {
  expect(JSON.stringify(read('DB_PASSWORD=hunter22 rollcall run a -- b --token=s3cr3t'))).not.toMatch(
    /hunter22|s3cr3t/,
  );
});

it('reads a long line that only begins like one in no time', () => {
  const began = performance.now();
  read(`rollcall run ${"--cron '1' ".repeat(4_000)}${'a '.repeat(4_000)}`);
  read('rollcall run a '.repeat(4_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});
