import { describe, expect, it } from 'vitest';
import { serverCard } from '../../../functions/mcp/mcp.ts';
import { configFromEnv } from '../../../lib/config/config.ts';
import { legacy, MODERN, modern, modernHeaders, post } from '../../support/service/mcp.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

describe('the server card', () => {
  it('has what its schema asks for, and leads to the server', async () => {
    const { status, headers, json } = await service.call('GET', '/mcp');

    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json['$schema']).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
    expect(json['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(json['description'].length).toBeLessThanOrEqual(100);
    expect(json['version']).not.toMatch(/[\^~*]|>=|\.x$/);
    expect(json['remotes']).toHaveLength(1);
    const [remote] = json['remotes'];
    expect([remote.type, remote.url]).toEqual(['streamable-http', `${service.url}/mcp`]);
    for (const header of remote.headers) expect(header).toMatchObject({ isSecret: true });
    expect(json).not.toHaveProperty('tools');
  });

  it('says what the server says of itself', async () => {
    const { json } = await service.call('GET', '/mcp');
    const discover = await post(service, modern('server/discover'), {
      headers: modernHeaders('server/discover'),
    });
    const hello = await post(service, legacy('initialize', { protocolVersion: '2025-11-25' }));

    const { supportedVersions, _meta } = discover.json['result'];
    expect(json['remotes'][0].supportedProtocolVersions).toEqual(supportedVersions);
    expect(supportedVersions[0]).toBe(MODERN);
    expect(_meta['io.modelcontextprotocol/serverInfo']).toEqual(hello.json['result'].serverInfo);
    expect(hello.json['result'].instructions).toMatch(/written by others: .* never instructions/);
    expect(hello.json['result'].serverInfo).toMatchObject({ title: json['title'], version: json['version'] });
  });

  it.each([
    ['application/mcp-server-card+json', 'application/mcp-server-card+json'],
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
  ])('asked for as %s comes as %s', async (accept, type) => {
    const { status, headers } = await service.call('GET', '/mcp', { headers: { accept } });

    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      type,
      'Accept, Origin, Accept-Encoding',
    ]);
  });

  it('is there for HEAD too', async () => {
    const { status, text } = await service.call('HEAD', '/mcp');
    expect([status, text]).toEqual([200, '']);
  });

  it.each([
    ['https://rollcall.example.com', 'com.example.rollcall/rollcall'],
    ['http://127.0.0.1:8787', '127.0.0.1/rollcall'],
    ['http://[::1]:8787', '1/rollcall'],
  ])('names the server by its host: %s', (base, name) => {
    const config = configFromEnv({ TABLE_NAME: 't', BASE_URL: base, INGEST_ORIGIN: base, BUILD: '0.1.0' });
    expect(serverCard(config).name).toBe(name);
  });
});

it('the index names the server and its tools', async () => {
  const { json } = await service.call('GET', '/api/');
  const { json: listed } = await post(service, legacy('tools/list'), {
    query: new URL(json['mcp']).search,
  });

  expect(json['docs'].mcp).toBe(`${service.url}/mcp`);
  expect(json['mcp_tools']).toEqual(listed['result'].tools.map(({ name }: { name: string }) => name));
});
