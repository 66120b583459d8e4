import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestBrowser, toCallback } from '../support/browser/browser.ts';
import { startCrontabSpool } from '../support/machines/crontab-spool.ts';
import { freePorts } from '../support/servers/free-ports.ts';
import { needsCurl } from '../support/lacking.ts';
import { startTestService } from '../support/service/service.ts';
import { expectRuns, expectShown, marked } from '../support/machines/shown-commands.ts';
import { signedIn } from '../support/accounts/session.ts';

const README = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
/** Done as somebody who is signed in, after everything else. */
const SIGN_IN = /^## Sign in\n(.*?)^## /ms.exec(README)?.[1] ?? '';
/** Done with a service of its own, that charges (test/referees/pay.test.ts). */
const PAYMENTS = /^## Take payments\n(.*?)^## /ms.exec(README)?.[1] ?? '';
/** The blocks of a text in a language, without their fences. */
const blocks = (language: string, text = README.replace(SIGN_IN, '').replace(PAYMENTS, '')) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((found) => found[1] ?? '');
/** The commands of the table "Use it" that call curl. */
const TABLE = [...README.matchAll(/^\|.*$/gm)]
  .flatMap(([row]) => [...row.matchAll(/`([^`]*\bcurl [^`]*)`/g)].map((found) => found[1] ?? ''))
  .map((command) => command.replaceAll('\\|', '|').replaceAll('<ID>', '$ID'));
/** What the crontab of the reader holds, as the README shows it. */
const CRONTAB = '30 2 * * * /usr/local/bin/backup.sh --password=hunter2\n';

let folder: string;
let receiver: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-readme-'));
});
afterEach(async () => {
  receiver?.kill();
  await rm(folder, { recursive: true });
});

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

/**
 * A text of the README for a service on another port. Every port keeps its distance from the service's, so that what
 * would be in the way of the service or its issuer in the README is in the way here.
 */
const movedTo = (port: number) => (text: string) =>
  text.replaceAll(/\b87[89]\d\b/g, (each) => String(port + Number(each) - 8787));

/** The receiver of the README, as a process of its own, and what it has printed. */
async function startPrinter(command: string): Promise<{ printed: string }> {
  const port = /listen\((\d+),/.exec(command)?.[1];
  receiver = spawn('/bin/sh', ['-c', `exec ${command}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = { printed: '' };
  receiver.stdout?.on('data', (chunk) => void (output.printed += String(chunk)));
  const isUp = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true);
  return output;
}

/** Notes a curl that is refused. */
const NOTING = 'curl() { command curl -f "$@" || echo "$*" >> refused; }; touch refused';

/** The commands, with the crontab of the test; the pause in which the mail goes out ends when it has. */
function scriptOf(commands: string): string {
  return `crontab -Q || exit
${NOTING}
sleep() { for i in $(seq 100); do curl -s http://localhost:8787/_local/mail | grep -q /email/ && return; command sleep 0.2; done; }
echo done > backup.log
${marked(commands)}
printf %s "$TOKEN" > token
${TABLE.map((command) => command.replace(/^(?:\S+ ){5}\/usr\/local\/bin\/backup\.sh;/, 'true;')).join('\n')}
`;
}

it('the commands of the README print what it shows, and none is refused', async (test) => {
  needsCurl(test);
  // The clock of the reader's own commands is that of the machine.
  const port = await freePorts(13);
  const started = { port, identity: 'own', drainEverySec: 1 } as const;
  await using service = await startTestService({ ...started, startAt: Date.now() });
  await using spool = await startCrontabSpool();
  await spool.setJobs(CRONTAB);
  await program('hostname', 'echo web1');
  const own = movedTo(port);
  const listener = blocks('sh').find((block) => block.startsWith('node -e')) ?? '';
  const output = await startPrinter(own(listener));
  const commands = blocks('sh').filter((block) => block.includes('http://localhost:8787/'));

  const PATH = `${folder}:${spool.env['PATH']}`;

  expect(await expectRuns(own(scriptOf(commands.join(''))), folder, { PATH })).toBe(12);
  expect(await readFile(join(spool.folder, 'jobs'), 'utf8')).toBe(CRONTAB);
  expect(TABLE.length).toBeGreaterThanOrEqual(3);
  expect(await readFile(join(folder, 'refused'), 'utf8')).toBe('');
  const alerts = output.printed.split('\n').filter((line) => line.includes('"service.'));
  expect(blocks('json')).toHaveLength(2);
  blocks('json').forEach((expected, index) => expectShown(alerts[index] ?? '', expected.trim()));
  const { id, token } = JSON.parse(await readFile(join(folder, 'monitor.json'), 'utf8')) as Record<
    string,
    string
  >;
  const { json } = await service.call('GET', `/api/endpoints/${id}?token=${token}`);
  expect(json).toMatchObject({ state: 'paused' });

  const TOKEN = await readFile(join(folder, 'token'), 'utf8');
  await expect(toCallback(new TestBrowser(), service, 'me@example.com')).resolves.toContain('?code=');
  const me = await signedIn(service);
  expect((await me.call('POST', '/api/auth/claim', { guest_token: TOKEN })).status).toBe(200);
  const made = await me.call('POST', '/api/account/keys/create', { name: 'ci', organizationId: null });
  const signIn = marked(blocks('sh', SIGN_IN).join('')).replace('mmk_…', made.json['secret']);
  expect(await expectRuns(own(`${NOTING}\n${signIn}`), folder, { TOKEN })).toBe(3);
  expect(await readFile(join(folder, 'refused'), 'utf8')).toBe('');
}, 120_000);

it('the schedule of the README makes a monitor', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const body = JSON.parse(/`(\{"name":"…","cron".*?\})`/.exec(README)?.[1] ?? '') as Record<string, unknown>;

  expect(await alice.createMonitor({ ...body, interval_sec: undefined, name: 'nightly' })).toMatchObject({
    cron: '30 2 * * *',
    tz: 'Europe/Berlin',
  });
});
