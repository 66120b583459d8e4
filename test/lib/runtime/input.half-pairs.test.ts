import { describe, expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';

const service = shared(startTestService);
const HALF = String.raw`\ud800`;
const channel = `{"url":"https://hooks.example.com/x","body_down":"{\\"a\\":\\"${HALF}\\"}"}`;

describe('half a surrogate pair, which JSON can spell', () => {
  it.each([
    ['POST', '/api/channels', channel.replace('{', '{"name":"x",'), 'canal_invalido', 'body_down'],
    ['PUT', '/api/channels/by-name/x', channel, 'canal_invalido', 'body_down'],
    [
      'POST',
      '/api/endpoints',
      `{"name":"n","interval_sec":600,"tags":["${HALF}"]}`,
      'tags_invalidas',
      'tags',
    ],
    ['POST', '/api/endpoints', `{"name":"n","interval_sec":600,"x":{"${HALF}":1}}`, 'corpo_invalido', 'x'],
    ['POST', '/api/endpoints', `{"name":"n","interval_sec":600,"${HALF}":1}`, 'corpo_invalido', 'ud800'],
    ['POST', '/api/endpoints', `{"__proto__":"${HALF}"}`, 'corpo_invalido', '__proto__'],
    ['POST', '/api/import/healthchecks', `{"checks":[{"desc":"${HALF}"}]}`, 'corpo_invalido', 'checks'],
  ])('in %s %s %s is refused by %s and named', async (method, path, body, error, field) => {
    const who = await service.guest();
    const refused = { status: 400, error, names: [field, 'Unicode'] };

    await expectNothingWritten(service, () => who.call(method, path, body), refused);
  });

  it('is refused as deep as JSON can be read', async () => {
    const who = await service.guest();
    const body = `{"x":${'['.repeat(50_000)}"${HALF}"${']'.repeat(50_000)}}`;

    const refused = { status: 400, error: 'corpo_invalido', names: ['Unicode'] };
    await expectNothingWritten(service, () => who.call('POST', '/api/endpoints', body), refused);
  });

  it('in a ping, and in the address of a call, is no fault of ours', async () => {
    const who = await service.guest();
    const { id } = await who.createMonitor();
    const ping = await service.call('POST', `/in/${id}`, { body: `{"status":1,"a":"${HALF}"}` });
    expect(ping.status).toBe(200);
    expect((await service.call('GET', `/in/${id}?rid=%ED%A0%80`)).status).toBeLessThan(300);

    const paths = ['/api/v3/checks/?tag=%ED%A0%80', '/api/v3/checks/%ED%A0%80', '/api/endpoints/%ED%A0%80'];
    for (const path of [...paths, '/api/endpoints?tag=%ED%A0%80', '/api/channels/by-name/%ED%A0%80'])
      expect((await who.call('GET', path)).status, path).toBeLessThan(500);
    const put = await who.call('PUT', '/api/channels/by-name/%ED%A0%80', {
      url: 'https://hooks.example.com/x',
    });
    expect(put.status).toBeLessThan(500);
  });
});
