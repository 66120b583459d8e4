import { describe, expect, it } from 'vitest';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { pageHeaders } from '../../../support/accounts/session.ts';

const service = shared(() => startTestService({ allowLoopbackAlerts: false }));

const made = (headers: Record<string, string> = {}) => service.call('POST', '/api/guest', { headers });
const fromPage = (cookie?: string) =>
  made({ ...pageHeaders(service, 'POST'), ...(cookie !== undefined && { cookie }) });

describe('a guest that a page makes', () => {
  it('is kept by the browser, out of reach of scripts, and is the one whose token is shown', async () => {
    const { json, headers } = await fromPage();

    expect(headers.getSetCookie()).toEqual([
      `${COOKIES.guest}=${json['token']}; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax`,
    ]);
    const cookie = `${COOKIES.guest}=${json['token']}`;
    const [byCookie, byToken] = await Promise.all([
      service.call('GET', '/api/endpoints', { headers: { cookie } }),
      service.call('GET', '/api/endpoints', { token: json['token'] }),
    ]);
    expect(byCookie.json).toEqual(byToken.json);
  });

  it('does not take the place of the one that the browser has', async () => {
    const first = await fromPage();
    const second = await fromPage(`${COOKIES.guest}=${first.json['token']}`);
    const unknown = await fromPage(`${COOKIES.guest}=hp_${'0'.repeat(43)}`);
    const broken = await fromPage(`${COOKIES.guest}=hp_`);

    expect(second.json['token']).not.toBe(first.json['token']);
    expect(second.headers.getSetCookie()).toEqual([]);
    for (const { headers } of [unknown, broken]) expect(headers.getSetCookie()).toHaveLength(1);
  });
});

describe('a guest that anything else makes', () => {
  it.each<[string, Record<string, string>]>([
    ['a program', {}],
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling', { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }],
    ['a page that says nothing of its origin', { origin: 'null' }],
  ])('%s: leaves no cookie, and the answer is open to it', async (_who, headers) => {
    const reply = await made(headers);

    expect([reply.status, reply.headers.getSetCookie()]).toEqual([201, []]);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });
});
