import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closedProbeScript,
  probeScript,
  probeCommands,
} from '../../../../../../lib/domain/machines/devices/probe/probe-script.ts';
import { factsFromReport } from '../../../../../../lib/domain/machines/devices/report/facts-from-report.ts';
import { needsProgram } from '../../../../../support/lacking.ts';
import { ran, runIn, TERMINAL_SHELLS } from '../../../../../support/machines/shells.ts';
import { withFakes } from './fake-programs.ts';
import { casesOf } from '../../../../../support/thorough.ts';

const received: { body: string; accept?: string; type?: string }[] = [];
let origin = '';
let served: 'probe' | 'closed' | 'word' = 'probe';
let answer = { status: 200, body: 'ok' };

/** Serves the probe and takes reports, as the service does. */
const server = createServer(async (request, response) => {
  const url = request.url ?? '';
  if (request.method === 'GET') {
    const mode = url.endsWith('?modo=mostra') ? 'mostra' : 'envia';
    const scripts = {
      probe: probeScript({ reportUrl: `${origin}/relatorio`, mode }),
      closed: closedProbeScript(),
      word: `echo ${mode}`,
    };
    response.statusCode = served === 'closed' ? 404 : 200;
    response.end(scripts[served]);
    return;
  }
  let body = '';
  for await (const part of request) body += part;
  const { accept, 'content-type': type } = request.headers;
  received.push({ body, ...(accept && { accept }), ...(type && { type }) });
  response.writeHead(answer.status).end(answer.body);
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  received.length = 0;
  served = 'probe';
  answer = { status: 200, body: 'ok' };
});

const commands = () => probeCommands({ probeUrl: `${origin}/sonda.sh` });
const dash = { name: 'dash', program: 'dash', args: [], debianPackage: 'dash' };

/** The facts of the one report that came. */
function reported() {
  expect(received).toHaveLength(1);
  const decision = factsFromReport(JSON.parse(received[0]?.body ?? '') as object);
  if (!decision.ok) throw new Error(decision.detail);
  return decision.value.facts;
}

describe('the line that sends', () => {
  it.for([
    ['curl', {}],
    ['wget', { curl: 'exit 127' }],
    ['busybox-wget', { curl: 'exit 127', wget: '->/usr/bin/busybox' }],
  ] as const)('sends by %s what the report names', async ([transport, fakes], test) => {
    for (const program of ['curl', 'wget', 'busybox']) needsProgram(test, program);

    const sent = await runIn(test, dash, commands().envia, withFakes(fakes));

    expect(sent).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    expect(reported()).toMatchObject({ transport });
    expect(received[0]).toMatchObject({ accept: 'text/plain', type: 'application/json' });
  });

  it('sends by toybox what the report names, which says of it neither what it is nor what it wants', async (test) => {
    needsProgram(test, 'toybox');
    const script = probeScript({ reportUrl: `${origin}/relatorio`, mode: 'envia' });
    answer = { status: 200, body: '{"ok":true}' };

    const sent = await ran(
      'sh',
      [],
      script,
      withFakes({ curl: 'exit 1', wget: 'exit 1', busybox: 'exit 1' }),
    );

    expect(sent).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    expect(reported()).toMatchObject({ transport: 'toybox-wget' });
    expect(Object.keys(received[0] ?? {})).toEqual(['body']);
  });

  it('fails and says so where the report is refused, or something else answers', async (test) => {
    needsProgram(test, 'curl');
    answer = { status: 409, body: '{"error":"ja_detectado"}' };
    const refused = await runIn(test, dash, commands().envia);
    answer = { status: 200, body: '<html>Please sign in to the network</html>' };
    const caught = await runIn(test, dash, commands().envia);

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(caught).toMatchObject({ code: 1, stdout: '' });
    expect(caught.stderr).toContain('The report was refused.');
  });

  it('fails and says so on a machine that has nothing to send with', async () => {
    const script = probeScript({ reportUrl: `${origin}/relatorio`, mode: 'envia' });
    const env = withFakes({ curl: 'exit 1', wget: 'exit 1', busybox: 'exit 1', toybox: 'exit 1' });

    const sent = await ran('sh', [], script, env);

    expect(sent).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing was sent: this machine has neither curl nor wget.\n',
    });
    expect(received).toEqual([]);
  });
});

describe('both lines', () => {
  it.for(casesOf(2, TERMINAL_SHELLS))('run what is served, pasted into $name', async (shell, test) => {
    needsProgram(test, 'curl');
    served = 'word';

    expect(await runIn(test, shell, commands().envia)).toEqual({ code: 0, stdout: 'envia\n', stderr: '' });
    expect(await runIn(test, shell, commands().mostra)).toEqual({ code: 0, stdout: 'mostra\n', stderr: '' });
  });

  it('show the report and send nothing', async (test) => {
    needsProgram(test, 'curl');

    const shown = await runIn(test, dash, commands().mostra);

    expect(factsFromReport({ relatorio: shown.stdout })).toMatchObject({ ok: true });
    expect(received).toEqual([]);
  });

  it.for([
    ['curl', {}],
    ['wget', { curl: 'exit 127' }],
    ['busybox', { curl: 'exit 127', wget: '->/usr/bin/busybox' }],
    ['neither', { curl: 'exit 127', wget: 'exit 127' }],
  ] as const)('fail at a closed link with %s', async ([, fakes], test) => {
    for (const program of ['curl', 'wget', 'busybox']) needsProgram(test, program);
    served = 'closed';

    for (const line of Object.values(commands())) {
      expect(await runIn(test, dash, line, withFakes(fakes))).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The link is closed or unreachable.\n',
      });
    }
  });

  it('are one line that any terminal takes', () => {
    for (const line of Object.values(commands())) expect(line).toMatch(/^sh -c '[^'!\n]+'$/);
    expect(() => probeCommands({ probeUrl: "https://a.example/';id" })).toThrow('no plain address');
  });
});
