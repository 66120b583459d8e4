import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { STRANGERS_WELCOME, type UserSettings } from '../../../lib/domain/accounts/users.ts';
import type { LocalServiceOptions } from '../../../lib/local/service.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { OPERATOR } from '../../support/accounts/operator.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { signedIn } from '../../support/accounts/session.ts';
import { casesOf } from '../../support/thorough.ts';

const users = (change: Partial<UserSettings>): UserSettings => ({ ...STRANGERS_WELCOME, ...change });
const PRIVATE = { signUp: 'closed', guests: 'off', admins: 'ann@example.com' } as const;

/** How a service may be switched. */
const SETTINGS: [string, Partial<LocalServiceOptions>][] = [
  ['strangers are welcome', { identity: 'own', users: users({ publicPages: 'on' }), operator: OPERATOR }],
  ['it is a private copy', { identity: 'own', users: users(PRIVATE) }],
  ['strangers are welcome and nobody signs in', { users: users({ publicPages: 'on' }) }],
  ['it charges', { identity: 'own', operator: OPERATOR, billing: billingSettingsFor('live') }],
  ['nothing is set', {}],
  ['people sign in', { identity: 'own' }],
  ['charging is rehearsed', { users: users({ publicPages: 'on' }), billing: billingSettingsFor('homolog') }],
];

/** What discovery serves to whoever comes, and what stands beside it. */
const DOCUMENTS = operations
  .filter(([, { area, keptSec }]) => area === 'discovery' && keptSec !== undefined)
  .map(([, { path }]) => path);

interface Listed {
  method: string;
  path: string;
}

/** What texts name of this service: absolute, and relative where a page or a document of Markdown links it. */
function namedIn(text: string, at: string): string[] {
  const origin = new URL(at).origin;
  const absolute = [...text.matchAll(/https?:\/\/(?:<[A-Za-z_-]+>|[^\s"'`\\)\]<>])+/g)].map(([url]) =>
    url.replace(/[.,;:&]+$/, ''),
  );
  const linked = [...text.matchAll(/(?:\b(?:href|src)="|\]\()(?!https?:|mailto:|data:|#)([^")]+)/g)];
  return [...absolute, ...linked.map(([, path = '']) => new URL(path, at).href)]
    .filter((url) => url === origin || url.startsWith(`${origin}/`))
    .map((url) => url.slice(origin.length) || '/');
}

/** A placeholder stands for an id, a name or a token. */
const isTemplate = (path: string) => /[:{<$]|%7B|%3C/.test(path);

/** Everything that is named somewhere, with where. */
async function named(service: TestService): Promise<Map<string, string>> {
  const texts: [string, string][] = [];
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(service.url + path, { headers });
    if (reply.ok) texts.push([path, (await reply.text()).replaceAll(/<script[^]*?<\/script>/g, '')]);
    return reply.status;
  };
  for (const path of [...DOCUMENTS, '/mcp', '/api/billing', '/api/pricing', '/api/templates'])
    await read(path);
  for (const path of ['/', '/account', '/api/pricing']) await read(path, { accept: 'text/html' });
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  texts.push(['tools', (await service.call('POST', '/mcp?tools=all,devices,contact', { body })).text]);
  for (const path of await feedOf(service)) expect(await read(path), path).toBe(200);
  return new Map(
    texts.flatMap(([at, text]) =>
      namedIn(text, service.url + (at.startsWith('/') ? at : '/')).map((url) => [url, at]),
    ),
  );
}

/** The paths of a feed that shows a monitor. */
async function feedOf(service: TestService): Promise<string[]> {
  const person = await signedIn(service);
  await person.createMonitor();
  const { json } = await person.call('GET', '/api/status-feed');
  const page = String(json['json']).slice(service.url.length).replace('.json', '');
  return ['', '.html', '.json', '.rss', '/metrics', '?wall=1'].map((form) => page + form);
}

describe.each(casesOf(2, SETTINGS))('where %s', (_what, settings) => {
  it('no document, tool or feed names what answers 404 or 405', async () => {
    await using service = await startTestService(settings);
    const { endpoints } = (await service.call('GET', '/api/')).json as unknown as { endpoints: Listed[] };
    const { paths } = (await service.call('GET', '/openapi.json')).json as { paths: Record<string, object> };
    const asked = new Map<string, string>();
    for (const { method, path } of endpoints) asked.set(`${method} ${path}`, 'the index');
    for (const [path, item] of Object.entries(paths))
      for (const method of Object.keys(item))
        asked.set(`${method.toUpperCase()} ${path}`, 'the OpenAPI document');
    for (const [path, at] of await named(service)) {
      const listed = endpoints.filter((each) => each.path === path.split('?')[0]);
      const methods = listed.length === 0 ? ['GET'] : listed.map(({ method }) => method);
      for (const method of methods) asked.set(`${method} ${path}`, at);
    }

    expect(asked.size).toBeGreaterThan(100);
    const dead: string[] = [];
    for (const [call, at] of asked) {
      const [method = '', path = ''] = call.split(' ');
      if (isTemplate(path) || ['GET', 'parameters'].includes(path)) continue;
      const { status } = await fetch(service.url + path, { method, redirect: 'manual' });
      if (status === 404 || status === 405) dead.push(`${call} of ${at} answers ${status}`);
    }

    expect(dead).toEqual([]);
  });
});
