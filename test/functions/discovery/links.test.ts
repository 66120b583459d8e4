import { expect, it } from 'vitest';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { operations } from '../../../lib/contract/catalogue.ts';
import { STATUSES } from '../../../lib/contract/errors.ts';
import { methodsOf, statusesOf, type Operation } from '../../../lib/contract/operation.ts';
import { openApiPath } from '../../../lib/contract/path.ts';
import { errorsOf } from '../../../lib/contract/refusals.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { OPERATOR } from '../../support/accounts/operator.ts';
import { fileAt } from '../../../lib/console-build/documents.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(() =>
  startTestService({
    operator: OPERATOR,
    billing: billingSettingsFor('live'),
    identity: 'own',
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  }),
);

const documents = operations
  .filter(([, { area, keptSec }]) => area === 'discovery' && keptSec !== undefined)
  .map(([, { path }]) => path);

/** The card of the MCP server is one too. */
const linking = [...documents, '/mcp'];

/** What is named and is not this service; nobody asks it here. */
const FOREIGN = new Set([
  OPERATOR.providerUrl,
  billingSettingsFor('live').facilitatorUrl,
  'https://www.rfc-editor.org/info/rfc9727',
  'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
]);

/** Documents that list operations; all others lead to what a reader can open. */
const LISTS = new Set(['/api/', '/.well-known/x402']);
/** Named in commands. */
const WRITES = new Set(['/api/guest', '/api/endpoints']);

/** Every URL that a document names, relative ones resolved. */
function urlsIn(text: string, at: string): string[] {
  const absolute = [...text.matchAll(/https?:\/\/[^\s"'`\\)\]]+/g)].map(([url]) =>
    url.replace(/[.,;:]+$/, ''),
  );
  const relative = !at.endsWith('.md')
    ? []
    : [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, path = '']) => new URL(path, at).href);
  return [...absolute, ...relative];
}

/** A placeholder stands for an id, a name or a token. */
const isTemplate = (path: string) => /[:{<]/.test(path);

const shapeOf = (path: string) =>
  path
    .split('/')
    .map((part) => part.replace(/^(:[A-Za-z_]+|\{[A-Za-z_]+\}|<[A-Z_]+>)/, '*'))
    .join('/');
const shapes = new Set(operations.flatMap(([, { path }]) => [shapeOf(path), shapeOf(openApiPath(path))]));

const served = new Map<string, Operation[]>();
for (const [, operation] of operations)
  served.set(operation.path, [...(served.get(operation.path) ?? []), operation]);

/** The statuses that a GET of a path may have: of the operation that it is; 405 where it is for other methods. */
function declaredFor(path: string): number[] {
  // A file, which is no operation's.
  if (fileAt(path, { arePublicPagesShown: false }) !== undefined) return [200];
  const there = served.get(path.split('?')[0] ?? '') ?? [];
  const get = there.find((operation) => methodsOf(operation).includes('GET'));
  if (get === undefined) return there.length > 0 ? [405] : [];
  const refusals = [...errorsOf(get).map((code) => STATUSES[code]), ...(get.refusals?.statuses ?? [])];
  if (!['none', 'optional', 'optionalOperator'].includes(get.auth)) return refusals;
  // Some want an input that no document gives.
  return [...statusesOf(get), ...(get.invalidInput ? refusals : [])];
}

it.each(linking)('every URL in %s answers as it is declared', async (document) => {
  const { text } = await service.call('GET', document);
  const urls = new Set(urlsIn(text, service.url + document));

  if (document !== '/.well-known/mcp-registry-auth' && document !== '/.well-known/security.txt')
    expect(urls.size).toBeGreaterThan(0);
  for (const url of urls) {
    if (FOREIGN.has(url)) continue;
    expect(url, 'a URL of somebody else').toMatch(new RegExp(`^${service.url}(/|$)`));
    const path = url.slice(service.url.length);
    if (path === '') continue;
    if (isTemplate(path)) {
      expect(shapes, url).toContain(shapeOf(path.replace(/\/\$\?$/, '/:exit_code')));
      continue;
    }
    const { status } = await service.call('GET', path);
    expect(declaredFor(path), `${url} answered ${status}`).toContain(status);
    if (!LISTS.has(document)) expect(WRITES.has(path) || status === 200, url).toBe(true);
  }
});

it('every path in the OpenAPI document is one that the index lists, and the other way round', async () => {
  const { paths } = (await service.call('GET', '/openapi.json')).json;
  const { endpoints } = (await service.call('GET', '/api/')).json;

  expect(Object.keys(paths).sort()).toEqual(
    [...new Set(endpoints.map(({ path }: { path: string }) => openApiPath(path)))].sort(),
  );
});

it('every document is named by the index', async () => {
  const { docs } = (await service.call('GET', '/api/')).json;
  const named = new Set(Object.values(docs).map((url) => String(url).slice(service.url.length)));
  const aliases = [
    '/api/',
    '/.well-known/agent-card.json',
    '/.well-known/apis.json',
    '/.well-known/mcp-registry-auth',
  ];

  expect(documents.filter((path) => !named.has(path) && !aliases.includes(path))).toEqual([]);
});
