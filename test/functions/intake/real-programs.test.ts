import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, type TestContext } from 'vitest';
import { programPath } from '../../support/machines/programs.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { newMachine, READING } from '../../support/machines/machine.ts';

const run = promisify(execFile);

const service = shared(startTestService);

function needed(test: TestContext, name: string): string {
  const path = programPath(name);
  test.skip(path === null, `it needs ${name}: sudo apt-get install ${name}`);
  return path ?? '';
}

/** How each program sends what the machine printed, and with what code it ends on a 401. */
const PROGRAMS = [
  ['curl', ['curl', '-fsS', '-m', '20', '--data-binary', '@-'], 22],
  ['wget', ['wget', '-q', '-O', '-', '-T', '20', '-t', '1', `--post-data=${READING}`], 6],
  ['busybox', ['busybox', 'wget', '-q', '-O', '-', `--post-data=${READING}`], 1],
] as const;

describe.each(PROGRAMS)('a real %s', (name, [, ...args], refusedCode) => {
  const sent = (test: TestContext, symbol: string) => {
    const sending = run(needed(test, name), [...args, `${service.url}/r/${symbol}`]);
    sending.child.stdin?.end(READING);
    return sending;
  };

  it('sends a reading as a form and is told how many measures it held', async (test) => {
    const { device } = await newMachine(service);

    const { stdout } = await sent(test, device.symbol);

    expect(JSON.parse(stdout)).toEqual({ ok: true, medidas: 8 });
  });

  it('ends with its own code where the symbol is none', async (test) => {
    await expect(sent(test, 'forged')).rejects.toMatchObject({ code: refusedCode });
  });
});

it('curl sends in chunks, after 100-continue', async (test) => {
  const { device } = await newMachine(service);
  const chunked = [
    '-fsS',
    '-H',
    'Transfer-Encoding: chunked',
    '-H',
    'Expect: 100-continue',
    '--data-binary',
    '@-',
  ];

  const sending = run(needed(test, 'curl'), [...chunked, `${service.url}/r/${device.symbol}`]);
  sending.child.stdin?.end(READING);

  expect(JSON.parse((await sending).stdout)).toEqual({ ok: true, medidas: 8 });
});
