import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../lib/adapters/ids.ts';
import { REPORT } from '../../lib/domain/machines/devices/report/printed.ts';
import { needsCurl, needsProgram } from '../../support/lacking.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { runIn, type Shell } from '../../support/machines/shells.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

const dash: Shell = { name: 'dash', program: 'dash', args: [], debianPackage: 'dash' };
const newDevice = async () => (await alice.call('POST', '/api/ambientes', { nome: 'db-1' })).json['ambiente'];
const shown = async (id: string) => (await alice.call('GET', `/api/ambientes/${id}`)).json['ambiente'];
const probe = (id: string, query = '', headers: Record<string, string> = {}) =>
  service.call('GET', `/api/ambientes/${id}/sonda.sh${query}`, { headers });

function expectClosed({ status, headers, text }: Reply): void {
  expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^#!\/bin\/sh\n[\s\S]*exit 1\n/);
}

describe('the probe of a device', () => {
  it('is a script that sends to this device alone, kept by nobody', async () => {
    const { id } = await newDevice();

    const { status, headers, text } = await probe(id);

    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-store',
    ]);
    expect(text.match(/https?:\/\/[^"' ]+/g)).toEqual([`${service.url}/api/ambientes/${id}/relatorio`]);
  });

  it.each([
    ['?modo=mostra', false],
    ['?modo=envia', true],
    ['?modo=MOSTRA', true],
    ['?modo=', true],
    ['?modo=%24(reboot)', true],
  ])('with %s sends: %s', async (query, sends) => {
    const { id } = await newDevice();

    const { text } = await probe(id, query);

    expect(text.includes('/relatorio')).toBe(sends);
    expect(text).not.toContain('reboot');
  });

  it.each(['?mode=mostra', '?modo=mostra&modo=envia', '?other=%22;reboot'])(
    'sends nothing with %s, and fails in the shell that reads it',
    async (query) => {
      const { id } = await newDevice();

      const { status, text } = await probe(id, query);

      expect(status).toBe(400);
      expect(text).toContain('This link is wrong');
      expect(text).toContain('exit 1');
      expect(text).not.toMatch(/relatorio|reboot/);
    },
  );

  it('is shown to whoever looks at its link, which does nothing', async () => {
    const { id } = await newDevice();
    const before = await contentsOf(service);

    await probe(id, '', { 'user-agent': 'Slackbot-LinkExpanding 1.0', 'sec-fetch-mode': 'navigate' });
    await service.call('HEAD', `/api/ambientes/${id}/sonda.sh`);

    expect(await contentsOf(service)).toEqual(before);
    expect((await shown(id)).estado).toBe('pending');
  });

  it.each([
    ['an id that nobody has', async () => newUuid()],
    ['what is no id', async () => 'x'],
    [
      'a link that was used',
      async () => {
        const { id } = await newDevice();
        await service.call('POST', `/api/ambientes/${id}/relatorio`, { body: { relatorio: REPORT } });
        return id;
      },
    ],
    [
      'a link that has expired',
      async () => {
        const { id } = await newDevice();
        service.clock.advance(3_600);
        return id;
      },
    ],
  ])('of %s is a script that fails', async (_what, idOf) => {
    const id = await idOf();

    expectClosed(await probe(id));
    expectClosed(await probe(id, '?modo=mostra'));
  });
});

describe('on this machine', () => {
  it.for(['curl', 'wget'])('the line that is pasted sends what it is, by %s', async (program, test) => {
    needsProgram(test, program);
    needsCurl(test);
    const { id, sonda } = await newDevice();
    // The other one cannot be found.
    const line = program === 'curl' ? sonda.envia : sonda.envia.replace('curl', 'no-curl');

    const sent = await runIn(test, dash, line);

    expect(sent).toEqual({ code: 0, stdout: 'ok\n', stderr: '' });
    const device = await shown(id);
    expect(device).toMatchObject({ estado: 'detected', passos: null, sonda: null });
    expect(device.dados).toMatchObject({ os: 'linux', transporte: 'curl' });
    expect(device.medidas).toEqual(expect.arrayContaining(['loadavg', 'memoria', 'cpu']));
  });

  it('the line that shows prints a report that can be sent, and sends nothing', async (test) => {
    needsCurl(test);
    const { id, sonda } = await newDevice();

    const { code, stdout } = await runIn(test, dash, sonda.mostra);

    expect([code, (await shown(id)).estado]).toEqual([0, 'pending']);
    const taken = await service.call('POST', `/api/ambientes/${id}/relatorio`, {
      body: { relatorio: stdout },
    });
    expect([taken.status, taken.json]).toEqual([200, { ok: true }]);
  });

  it('the steps that are pasted print what makes a report whole, one after the other', async (test) => {
    const { id, passos } = await newDevice();
    const saidas: Record<string, string> = {};
    const report = (conferir: boolean) => ({ terminal: 'posix', saidas, conferir });
    const send = async (conferir: boolean) =>
      (await service.call('POST', `/api/ambientes/${id}/relatorio`, { body: report(conferir) })).json;

    for (const { id: step, comando } of passos.posix) {
      expect(await send(true)).toMatchObject({ ok: false, pronto: false });
      saidas[step] = (await runIn(test, dash, comando)).stdout;
    }

    expect(await send(true)).toMatchObject({ ok: false, pronto: true });
    expect(await send(false)).toEqual({ ok: true });
    expect((await shown(id)).dados.os).toBe('linux');
  });

  it.for(['curl -fsSL', 'curl -sSL', 'wget -q -O -'])(
    'a closed link fails by the line that is pasted, and by %s into a shell where that shows it',
    async (fetcher, test) => {
      needsProgram(test, fetcher.split(' ')[0] ?? '');
      needsCurl(test);
      const { sonda, id } = await newDevice();
      service.clock.advance(3_600);

      const pasted = await runIn(test, dash, sonda.envia);
      const piped = await runIn(test, dash, `${fetcher} ${service.url}/api/ambientes/${id}/sonda.sh | sh`);

      expect([pasted.code, pasted.stdout]).toEqual([1, '']);
      expect(pasted.stderr).toMatch(/^The link is closed/);
      // What hides the body of a 404 hides its `exit 1` too: the pasted line does not depend on it.
      expect(piped.code).toBe(fetcher === 'curl -sSL' ? 1 : 0);
    },
  );

  it('a report that comes second fails where it is sent', async (test) => {
    needsCurl(test);
    const { id, sonda } = await newDevice();
    const script = (await probe(id)).text;
    await service.call('POST', `/api/ambientes/${id}/relatorio`, { body: { relatorio: REPORT } });

    const { code, stdout } = await runIn(test, dash, script);

    expect([code, stdout]).toEqual([1, '']);
    expect((await runIn(test, dash, sonda.envia)).code).toBe(1);
    expect((await shown(id)).dados.distribuicao).toBe('debian');
  });
});
