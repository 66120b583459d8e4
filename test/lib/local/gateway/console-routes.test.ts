import { describe, expect, it } from 'vitest';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const get = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);

/** The addresses that a document names. */
async function namedIn(path: string): Promise<string[]> {
  const html = await (await get(path)).text();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address);
}

describe('the site on one machine', () => {
  it.each(['/', '/app', '/app/', '/app/monitors/abc?state=late'])(
    'answers %s with a document and its policy',
    async (path) => {
      const reply = await get(path);

      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate');
      expect(reply.headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${service.url}; ` +
          `font-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
      const html = await reply.text();
      expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son[a-z]+=/);
    },
  );

  it('serves what a document names, to be kept for ever', async () => {
    const addresses = await namedIn('/app');
    expect(addresses.length).toBeGreaterThanOrEqual(3);

    for (const address of addresses) {
      const reply = await get(address);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('packs a file for whoever takes that, and sends a HEAD no body', async () => {
    const [packed, plain, head] = await Promise.all([
      get('/app'),
      get('/app', { headers: { 'accept-encoding': 'identity' } }),
      get('/app', { method: 'HEAD' }),
    ]);

    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each(['/apps', '/assets/', '/assets/app.js', '/index.html', '/nothing'])(
    'leaves %s to the functions, which know nothing of it',
    async (path) => {
      const reply = await get(path);

      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ error: 'not_found' });
    },
  );

  it.each(['/', '/app/monitors', '/assets/app.js'])('takes no writes at %s', async (path) => {
    const reply = await get(path, { method: 'POST', body: 'x=1' });

    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await reply.json()).toEqual({
      error: 'metodo_nao_permitido',
      detail: 'POST is not one of GET, HEAD at this path.',
    });
  });
});
