import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lib/contract/catalogue.ts';
import type { Method } from '../../../lib/contract/operation.ts';
import { OPERATOR } from '../../support/accounts/operator.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

/** As a deployment is that nobody set anything of, and one whose operator said who runs it. */
const bare = shared(() => startTestService({ identity: 'own' }));
const named = shared(() => startTestService({ operator: OPERATOR }));

const FOR_STRANGERS = Object.entries(catalogue).filter(([, each]) => 'forStrangers' in each);
const PATHS = FOR_STRANGERS.map(([, { path }]) => path);
const CONFIGURED = ['/.well-known/mcp-registry-auth', '/.well-known/security.txt'];

const documents = ['/api/', '/openapi.json', '/llms.txt', '/llms-full.txt', '/okf/api.md', '/okf/sobre.md'];

interface Listed {
  method: Method;
  path: string;
}

describe('where nothing is for strangers', () => {
  it.each(documents)('%s names nothing that is switched off', async (document) => {
    const { text } = await bare.call('GET', document);

    for (const path of [...PATHS, ...CONFIGURED]) {
      const alone = new RegExp(`${path.replaceAll(/[.]/g, '\\.')}(?![\\w/:-])`);
      expect(text, path).not.toMatch(alone);
    }
    expect(text).not.toMatch(/tools=[\w,]*contact/);
  });

  itThorough('the index and the OpenAPI document name no address that answers 404', async () => {
    const { endpoints } = (await bare.call('GET', '/api/')).json as unknown as { endpoints: Listed[] };
    const { paths } = (await bare.call('GET', '/openapi.json')).json;

    const fixed = [...new Set([...endpoints.map(({ path }) => path), ...Object.keys(paths)])];
    expect(fixed.length).toBeGreaterThan(100);
    for (const path of fixed.filter((each) => !/[:{]/.test(each)))
      expect((await bare.call('GET', path)).status, path).not.toBe(404);
  });

  it('there is nothing at its path, by any method', async () => {
    for (const path of PATHS.filter((each) => each !== '/api/metrics'))
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
        expect([method, path, (await bare.call(method, path)).status]).toEqual([method, path, 404]);
  });

  it('agents are offered no tool for it', async () => {
    const { json } = await bare.call('POST', '/mcp?tools=all,devices,contact', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });

    const offered = json['result'].tools.map(({ name }: { name: string }) => name);
    expect(offered).toContain('listDevices');
    expect(FOR_STRANGERS.map(([name]) => name).filter((name) => offered.includes(name))).toEqual([]);
    const { mcp_tools: listed } = (await bare.call('GET', '/api/')).json;
    expect(listed).toEqual(expect.arrayContaining(['listDevices']));
    expect(listed).not.toContain('contactTeam');
  });

  it('what the operator set is named', async () => {
    const { text } = await named.call('GET', '/api/');

    for (const path of CONFIGURED) expect(text).toContain(path);
  });
});
