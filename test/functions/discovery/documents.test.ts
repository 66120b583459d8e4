import { describe, expect, it } from 'vitest';
import { mcpAt } from '../../../functions/discovery/facts.ts';
import { catalogue, operations } from '../../../lib/contract/catalogue.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { OPERATOR } from '../../support/accounts/operator.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(() => startTestService({ operator: OPERATOR }));
const silent = shared(startTestService);

const documents = operations.filter(([, { area, keptSec }]) => area === 'discovery' && keptSec !== undefined);
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

describe('every document', () => {
  it('is one of those that the specification names', () => {
    expect(documents.map(([, { path }]) => path).sort()).toEqual([
      '/.well-known/agent-card.json',
      '/.well-known/api-catalog',
      '/.well-known/apis.json',
      '/.well-known/mcp-registry-auth',
      '/.well-known/security.txt',
      '/.well-known/x402',
      '/agent.json',
      '/api/',
      '/apis.json',
      '/llms-full.txt',
      '/llms.txt',
      '/okf/api.md',
      '/okf/faq.md',
      '/okf/index.md',
      '/okf/sobre.md',
      '/openapi.json',
    ]);
  });

  it.each(documents.map(([, { path }]) => path))(
    '%s may be kept, is answered to HEAD, and 304 to who has it',
    async (path) => {
      const { status, headers, text } = await service.call('GET', path);
      const etag = headers.get('etag') ?? '';
      const head = await service.call('HEAD', path);
      const again = await service.call('GET', path, { headers: { 'If-None-Match': etag } });

      expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
        200,
        'public, max-age=300',
        '*',
      ]);
      expect(text).not.toMatch(/undefined|\[object|NaN/);
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
      expect(head.headers.get('content-type')).toBe(headers.get('content-type'));
      expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([
        304,
        '',
        'public, max-age=300',
      ]);
    },
  );

  it.each([
    ['/agent.json', JSON_TYPE],
    ['/.well-known/agent-card.json', JSON_TYPE],
    ['/apis.json', JSON_TYPE],
    [
      '/.well-known/api-catalog',
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ],
    ['/.well-known/security.txt', PLAIN],
    ['/.well-known/mcp-registry-auth', PLAIN],
    ['/.well-known/x402', JSON_TYPE],
    ['/okf/sobre.md', MARKDOWN],
    ['/llms.txt', PLAIN],
  ])('%s is %s', async (path, type) => {
    expect((await service.call('GET', path)).headers.get('content-type')).toBe(type);
  });

  it('is made once: what is answered twice is the same text', async () => {
    for (const [, { path }] of documents)
      expect((await service.call('GET', path)).text).toBe((await service.call('GET', path)).text);
  });
});

describe('a file that is none', () => {
  it.each([
    '/.well-known/openid-configuration',
    '/.well-known/',
    '/.well-known/x402/x',
    '/.well-known/..%2fapis.json',
    '/okf/secret.md',
    '/okf/',
    '/okf/SOBRE.md',
    '/llms.md',
  ])('%s is 404 in JSON', async (path) => {
    const reply = await service.call('GET', path);

    expectRefusal(reply, { status: 404, error: 'not_found' });
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/.well-known/security.txt', '/.well-known/mcp-registry-auth'])(
    '%s is 404 where nothing is set',
    async (path) => {
      const reply = await silent.call('GET', path);

      expectRefusal(reply, { status: 404, error: 'not_found' });
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('another method is 405', async () => {
    expectRefusal(await service.call('POST', '/.well-known/x402'), {
      status: 405,
      error: 'metodo_nao_permitido',
    });
  });
});

describe('the agent card', () => {
  it('has what A2A 1.0 requires, and what SPEC.md names', async () => {
    const { json } = await service.call('GET', '/agent.json');

    for (const field of ['name', 'description', 'version', 'documentationUrl'])
      expect(json[field]).toMatch(/\S/);
    expect(json['version']).toBe('local');
    expect(json['provider']).toEqual({
      organization: OPERATOR.providerName,
      url: OPERATOR.providerUrl,
    });
    expect(json['capabilities']).toEqual({
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
    });
    expect(json['supportedInterfaces'].length).toBeGreaterThan(0);
    for (const one of json['supportedInterfaces']) {
      expect(one['url']).toMatch(/^http/);
      expect(one['protocolVersion']).toMatch(/\S/);
      // These three would promise A2A itself.
      expect(['JSONRPC', 'GRPC', 'HTTP+JSON']).not.toContain(one['protocolBinding']);
    }
    expect(json['interfaces'].map((each: { url: string }) => each.url)).toEqual(
      json['supportedInterfaces'].map((each: { url: string }) => each.url),
    );
    expect(json['protocol']).toBe(json['interfaces'][0].type);
    for (const modes of [json['defaultInputModes'], json['defaultOutputModes']])
      expect(modes).toContain('application/json');
  });

  it('has skills whose operations are there', async () => {
    const { json } = await service.call('GET', '/agent.json');
    const skills = json['skills'] as { id: string; tags: string[]; operations: string[] }[];

    expect(new Set(skills.map(({ id }) => id)).size).toBe(skills.length);
    for (const { tags, operations: used } of skills) {
      expect(tags.length).toBeGreaterThan(0);
      for (const name of used) expect(Object.keys(catalogue)).toContain(name);
    }
  });

  it('is the same at its well-known address, and names the product where nobody said who runs it', async () => {
    const card = await service.call('GET', '/.well-known/agent-card.json');

    expect(card.text).toBe((await service.call('GET', '/agent.json')).text);
    expect((await silent.call('GET', '/agent.json')).json['provider']).toEqual({
      organization: 'Rollcall',
      url: `${silent.url}/okf/sobre.md`,
    });
  });
});

describe('the API catalog (RFC 9727)', () => {
  it('is a linkset (RFC 9264): absolute anchors, and each relation a list of links', async () => {
    const { text } = await service.call('GET', '/.well-known/api-catalog');
    const { linkset } = JSON.parse(text) as { linkset: Record<string, unknown>[] };

    expect(linkset[0]).toHaveProperty('item');
    for (const { anchor, ...relations } of linkset) {
      expect(URL.canParse(String(anchor))).toBe(true);
      expect(Object.keys(relations).length).toBeGreaterThan(0);
      for (const links of Object.values(relations)) {
        expect(Array.isArray(links)).toBe(true);
        for (const link of links as Record<string, string>[])
          expect(URL.canParse(link['href'] ?? '')).toBe(true);
      }
    }
  });

  it('names the media type that each of its links is answered with', async () => {
    const { text } = await service.call('GET', '/.well-known/api-catalog');
    const typed = [...text.matchAll(/"href":"([^"]+)","type":"([^"]+)"/g)];

    expect(typed.length).toBeGreaterThan(4);
    for (const [, href = '', type = ''] of typed) {
      const { headers } = await service.call('GET', href.slice(service.url.length));
      expect([href, headers.get('content-type')?.split(';')[0]]).toEqual([href, type]);
    }
  });

  it.each(['GET', 'HEAD'])('says to %s by Link what it is', async (method) => {
    const { headers } = await service.call(method, '/.well-known/api-catalog');

    expect(headers.get('link')).toBe(`<${service.url}/.well-known/api-catalog>; rel="api-catalog"`);
  });
});

describe('security.txt (RFC 9116)', () => {
  it('is lines of fields, each once, with an expiry of less than a year', async () => {
    const { text } = await service.call('GET', '/.well-known/security.txt');
    const lines = text.split('\n');
    const fields = new Map(lines.slice(0, -1).map((line) => line.split(': ') as [string, string]));
    const expires = Date.parse(fields.get('Expires') ?? '');

    expect(lines.at(-1)).toBe('');
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[A-Z][A-Za-z-]+: \S+$/);
    expect(fields.size).toBe(lines.length - 1);
    expect(fields.get('Contact')).toBe(OPERATOR.securityContact);
    expect(fields.get('Preferred-Languages')).toBe('en');
    expect(fields.get('Expires')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(expires).toBeGreaterThan(START_AT + 100 * 86_400_000);
    expect(expires).toBeLessThan(START_AT + 365 * 86_400_000);
    // Web addresses in it must be https, and this service is none.
    expect(text).not.toContain('http:');
  });

  it('never expires while the service runs', async () => {
    await using own = await startTestService({ operator: OPERATOR });
    const expiresOf = async () =>
      Date.parse(
        (await own.call('GET', '/.well-known/security.txt')).text.match(/^Expires: (.+)$/m)?.[1] ?? '',
      );
    const before = await expiresOf();

    own.clock.advance(200 * 86_400);

    expect((await expiresOf()) - before).toBe(200 * 86_400_000);
  });
});

describe('APIs.json 0.19', () => {
  it('has the fields that are mandatory, and reserved or X- types', async () => {
    const { json, text } = await service.call('GET', '/apis.json');
    const reserved =
      /^(OpenAPI|JSONSchema|Documentation|Authentication|GettingStarted|Pricing|Plans|RateLimits|ErrorCodes|Security|Support|Contact|Webhooks|StatusPage|X-[a-z0-9-]+)$/;

    expect(json).toMatchObject({ specificationVersion: '0.19', url: `${service.url}/apis.json` });
    expect(json['aid']).toBe('localhost:rollcall');
    expect(json['name'].length).toBeGreaterThanOrEqual(3);
    expect(Date.parse(json['created'])).toBeLessThanOrEqual(Date.parse(json['modified']));
    expect(json['maintainers']).toEqual([{ FN: OPERATOR.providerName, url: OPERATOR.providerUrl }]);
    for (const api of json['apis']) {
      expect(api['aid']).toMatch(/^localhost:[a-z-]+$/);
      expect(URL.canParse(api['baseURL']) && URL.canParse(api['humanURL'])).toBe(true);
      for (const { type } of api['properties']) expect(type).toMatch(reserved);
    }
    expect((await service.call('GET', '/.well-known/apis.json')).text).toBe(text);
    expect((await silent.call('GET', '/apis.json')).text).not.toContain('security.txt');
  });
});

describe('the place of tools', () => {
  it('is named as long as the catalogue has it, and no longer', async () => {
    const { json } = await service.call('GET', '/agent.json');

    expect(json['protocol']).toBe('mcp');
    expect(json['interfaces'][0]).toMatchObject({ type: 'mcp', url: `${service.url}/mcp` });
    expect(json['supportedInterfaces'][0]).toMatchObject({ protocolBinding: 'MCP' });
    expect(mcpAt(service.url, { isPublic: true })?.url).toBe(`${service.url}/mcp`);
    expect(mcpAt(service.url, { isPublic: true }, [])).toBeNull();
  });
});

describe('the MCP registry', () => {
  it('reads one line of at most 4096 bytes', async () => {
    const { text } = await service.call('GET', '/.well-known/mcp-registry-auth', {
      headers: { 'User-Agent': 'mcp-registry/1.0' },
    });

    expect(text.trim()).toBe(OPERATOR.mcpRegistryKey);
    expect(text.length).toBeLessThan(4096);
    expect(Buffer.from(/p=(\S+)/.exec(text)?.[1] ?? '', 'base64')).toHaveLength(32);
  });
});

describe('what is said where no guest is made', () => {
  it('leads to the account page and offers no guest', async () => {
    await using own = await startTestService({ users: { ...STRANGERS_WELCOME, guests: 'off' } });

    for (const path of ['/llms.txt', '/okf/faq.md']) {
      const { text } = await own.call('GET', path);
      expect(text).toContain(`${own.url}/account`);
      expect(text).not.toContain('/api/guest');
    }
  });
});
