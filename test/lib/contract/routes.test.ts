import { describe, expect, it } from 'vitest';
import type { HttpArea } from '../../../lib/areas/areas.ts';
import { operations } from '../../../lib/contract/catalogue.ts';
import { methodsOf, type Method, type Operation } from '../../../lib/contract/operation.ts';
import { gatewayRoutes } from '../../../lib/contract/routes.ts';
import { RouteTable } from '../../../lib/local/gateway/route-table.ts';

const operation = (
  method: Method,
  path: string,
  area: HttpArea,
  throttle?: Operation['throttle'],
): Operation => ({
  area,
  method,
  path,
  ...(throttle && { throttle }),
  auth: 'none',
  status: 200,
  summary: 'Serves a test.',
  output: { empty: true },
  errors: [],
});

const keysOf = (...declared: Operation[]) =>
  gatewayRoutes(declared).map(({ method, path, area, throttle }) =>
    [method, path, area, throttle].filter(Boolean).join(' '),
  );

describe('the routes of operations', () => {
  it('are one of any method for all that is below a path of one area, and one for the path itself', () => {
    expect(
      keysOf(
        operation('GET', '/a', 'site'),
        operation('POST', '/a', 'site'),
        operation('GET', '/a/:id', 'site'),
        operation('GET', '/a/:id.json', 'site'),
        operation('DELETE', '/a/:other/b', 'site'),
      ),
    ).toEqual(['ANY /a site', 'ANY /a/{proxy+} site']);
  });

  it('take no path for an area because it alone is there', () => {
    expect(keysOf(operation('GET', '/a', 'site'))).toEqual(['ANY /a site']);
  });

  it('go down as far as areas are mixed, with names of parameters by their place', () => {
    expect(
      keysOf(
        operation('GET', '/a/:id', 'site'),
        operation('GET', '/a/:one/b', 'feed'),
        operation('GET', '/a/:two/c/:d', 'site'),
      ),
    ).toEqual(['ANY /a/{p2} site', 'ANY /a/{p2}/b feed', 'ANY /a/{p2}/c/{proxy+} site']);
  });

  it('are by method where areas share a path', () => {
    expect(keysOf(operation('GET', '/a', 'site'), operation('POST', '/a', 'feed'))).toEqual([
      'GET /a site',
      'HEAD /a site',
      'POST /a feed',
    ]);
  });

  it('leave an operation with a limit of its own alone with it', () => {
    expect(
      keysOf(
        operation('GET', '/a/b', 'site'),
        operation('POST', '/a/b', 'site', 'guest'),
        operation('GET', '/a/c', 'site'),
      ),
    ).toEqual(['POST /a/b site guest', 'ANY /a/b site', 'ANY /a/c site']);
  });

  it('go by method and path where a fixed segment stands beside a parameter', () => {
    expect(
      keysOf(
        operation('GET', '/a/:id', 'site'),
        operation('GET', '/a/:id/b', 'feed'),
        operation('POST', '/a/:id/b', 'feed'),
        operation('GET', '/a/:id/c/:d', 'site'),
        operation('PUT', '/a/by-name/:name', 'site'),
        operation('DELETE', '/a/by-name/:other', 'site'),
      ),
    ).toEqual([
      'ANY /a/{p2} site',
      'GET /a/{p2}/b feed',
      'HEAD /a/{p2}/b feed',
      'POST /a/{p2}/b feed',
      'GET /a/{p2}/c/{p4} site',
      'HEAD /a/{p2}/c/{p4} site',
      'PUT /a/by-name/{p3} site',
      'DELETE /a/by-name/{p3} site',
    ]);
  });

  it('are the same in whatever order the operations stand and whatever their parameters are called', () => {
    const one = [operation('GET', '/a/:id', 'site'), operation('GET', '/a/:id/b', 'feed')];
    const other = [operation('GET', '/a/:name/b', 'feed'), operation('GET', '/a/:name', 'site')];

    expect(keysOf(...other).sort()).toEqual(keysOf(...one).sort());
  });

  it('leave what ends in a slash to $default', () => {
    expect(keysOf(operation('GET', '/a/', 'discovery'), operation('GET', '/b', 'site'))).toEqual([
      'ANY /b site',
    ]);
  });
});

describe('the routes of the catalogue', () => {
  const table = new RouteTable(gatewayRoutes());
  const areaOf = (method: string, path: string) => table.match(method, path)?.route.area ?? 'discovery';

  it('lead each operation, by each of its methods, to its area', () => {
    const lost = operations.flatMap(([name, { path, area, ...rest }]) =>
      methodsOf(rest)
        .filter((method) => areaOf(method, path.replaceAll(/:[A-Za-z_]+/g, 'x')) !== area)
        .map((method) => `${name} by ${method}`),
    );

    expect(lost).toEqual([]);
  });

  it('lead every other method to an area that knows all that is at the path', () => {
    const others = ['OPTIONS', 'PUT', 'TRACE'] as const;
    const lost = operations.flatMap(([name, { path }]) => {
      const here = operations.filter(([, each]) => each.path === path).map(([, each]) => each.area);
      return others
        .map((method) => areaOf(method, path.replaceAll(/:[A-Za-z_]+/g, 'x')))
        .filter((area) => area !== 'discovery' && here.some((each) => each !== area))
        .map((area) => `${name}: ${area}`);
    });

    expect(lost).toEqual([]);
  });

  it('give pings one route, and so one limit', () => {
    const keys = gatewayRoutes()
      .filter(({ area }) => area === 'ingest')
      .map(({ method, path }) => `${method} ${path}`);

    expect(keys).toEqual(['ANY /in/{proxy+}']);
  });

  it('give readings one route, and so one limit', () => {
    const keys = gatewayRoutes()
      .filter(({ area }) => area === 'intake')
      .map(({ method, path }) => `${method} ${path}`);

    expect(keys).toEqual(['ANY /r/{proxy+}', 'ANY /i/{proxy+}']);
  });

  it.each(['/in', '/in/', '/api', '/api/', '/', '/nowhere'])('leave %s to $default', (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) expect(table.match(method, path)).toBeNull();
  });
});
