import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needsCurl } from '../../support/lacking.ts';
import { snippetsFor } from '../../../lib/console/snippets/snippets.ts';

const URL_OF_PINGS = 'https://example.com/in/0123456789abcdefghjkmnpqrs';
const timing = { intervalSec: 3_600, cron: '30 2 * * *', tz: 'Europe/Berlin' };

it('has one for each tool, each with the real URL', () => {
  const snippets = snippetsFor({ url: URL_OF_PINGS, ...timing });
  expect(snippets.map(({ id }) => id)).toEqual([
    'crontab',
    'bash',
    'powershell',
    'python',
    'node',
    'go',
    'php',
    'kubernetes',
    'github',
    'systemd',
    'n8n',
    'lambda',
  ]);
  for (const { text } of snippets) expect(text).toContain(URL_OF_PINGS);
});

it('fills in the real schedule where the tool has one', () => {
  const textOf = (id: string) =>
    snippetsFor({ url: URL_OF_PINGS, ...timing }).find((each) => each.id === id)?.text;
  expect(textOf('crontab')).toMatch(/^30 2 \* \* \*/);
  expect(textOf('kubernetes')).toContain('schedule: "30 2 * * *"\n  timeZone: "Europe/Berlin"');
});

const called: string[] = [];
const server = createServer((req, res) => {
  called.push(req.url ?? '');
  res.end('{}');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/x`;
});
afterAll(() => server.close());

/** What running a snippet called, its job replaced by another one. */
async function callsOf(
  id: string,
  program: string,
  flag: string,
  job: (text: string) => string,
): Promise<string[]> {
  const text = snippetsFor({ url, ...timing }).find((each) => each.id === id)?.text ?? '';
  called.length = 0;
  await promisify(execFile)(program, [flag, job(text)]).catch(() => undefined);
  return [...called];
}

it('in a shell tells how the job ended', async (test) => {
  needsCurl(test);
  const job = (command: string) => (text: string) => text.replace('/path/to/your-job', command);
  expect(await callsOf('bash', 'sh', '-c', job('true'))).toEqual(['/in/x/0']);
  expect(await callsOf('bash', 'sh', '-c', job('(exit 7)'))).toEqual(['/in/x/7']);
  const container = (command: string) => (text: string) =>
    text.slice(text.indexOf('- |') + 3).replace('/path/to/your-job', command);
  expect(await callsOf('kubernetes', 'sh', '-c', container('(exit 3)'))).toEqual(['/in/x/3']);
});

it('in Node tells start and end, or the failure', async () => {
  const job = (body: string) => (text: string) => `const yourJob = async () => { ${body} };\n${text}`;
  expect(await callsOf('node', process.execPath, '-e', job(''))).toEqual(['/in/x/start', '/in/x']);
  expect(await callsOf('node', process.execPath, '-e', job('throw new Error()'))).toEqual([
    '/in/x/start',
    '/in/x/fail',
  ]);
});
