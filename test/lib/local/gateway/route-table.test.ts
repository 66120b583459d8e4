import { describe, expect, it } from 'vitest';
import { RouteTable } from '../../../../lib/local/gateway/route-table.ts';

const table = new RouteTable([
  { method: 'ANY', path: '/in/{id}' },
  { method: 'ANY', path: '/in/{id}/{signal}' },
  { method: 'GET', path: '/api/endpoints/{id}' },
  { method: 'PATCH', path: '/api/endpoints/{id}' },
  { method: 'POST', path: '/api/endpoints/import' },
  { method: 'GET', path: '/api/endpoints/{id}/events' },
  { method: 'GET', path: '/api/' },
  { method: 'ANY', path: '/docs/{proxy+}' },
  { method: 'GET', path: '/docs/index' },
  { method: 'ANY', path: '/mixed/{one}/end' },
  { method: 'ANY', path: '/mixed/a/{proxy+}' },
  { method: 'ANY', path: '/mixed/{proxy+}' },
]);

describe('RouteTable', () => {
  it.each([
    ['POST', '/api/endpoints/import', 'POST /api/endpoints/import', undefined],
    ['GET', '/api/endpoints/import', 'GET /api/endpoints/{id}', { id: 'import' }],
    ['PATCH', '/api/endpoints/abc', 'PATCH /api/endpoints/{id}', { id: 'abc' }],
    ['GET', '/api/endpoints/abc/events', 'GET /api/endpoints/{id}/events', { id: 'abc' }],
    ['HEAD', '/in/abc', 'ANY /in/{id}', { id: 'abc' }],
    ['POST', '/in/abc/start', 'ANY /in/{id}/{signal}', { id: 'abc', signal: 'start' }],
    ['GET', '/api/', 'GET /api/', undefined],
    ['GET', '/docs/index', 'GET /docs/index', undefined],
    ['POST', '/docs/index', 'ANY /docs/{proxy+}', { proxy: 'index' }],
    ['GET', '/docs/a/b', 'ANY /docs/{proxy+}', { proxy: 'a/b' }],
    ['GET', '/docs/a/', 'ANY /docs/{proxy+}', { proxy: 'a/' }],
    ['GET', '/mixed/a/end', 'ANY /mixed/{one}/end', { one: 'a' }],
    ['GET', '/mixed/a/b', 'ANY /mixed/a/{proxy+}', { proxy: 'b' }],
    ['GET', '/mixed/b/a', 'ANY /mixed/{proxy+}', { proxy: 'b/a' }],
    ['GET', '/mixed/a', 'ANY /mixed/{proxy+}', { proxy: 'a' }],
  ])('%s %s goes to %s', (method, path, routeKey, pathParameters) => {
    const match = table.match(method, path);

    expect(match?.routeKey).toBe(routeKey);
    expect(match?.pathParameters).toEqual(pathParameters);
  });

  it.each([
    ['HEAD', '/api/endpoints/abc'],
    ['DELETE', '/api/endpoints/import'],
    ['GET', '/api/endpoints/'],
    ['GET', '/api'],
    ['GET', '/'],
    ['GET', '/in/a/b/c'],
    ['GET', '/docs'],
    ['GET', '/docs/'],
  ])('%s %s matches no route', (method, path) => {
    expect(table.match(method, path)).toBeNull();
  });
});
