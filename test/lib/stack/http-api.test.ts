import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayRoutes } from '../../../lib/contract/routes.ts';
import { clash, faultsOfKey, meet, ROUTES_MAX } from '../../support/stack/route-grammar.ts';
import {
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
} from '../../support/stack/synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised();
});

const stage = () => propertiesOf(stack, 'AWS::ApiGatewayV2::Stage');

/** Which function a route leads to, by route key. */
function routes(): Map<string, string> {
  const targets = ofType(stack, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const integration = JSON.stringify(Properties['Target']).match(/"Ref":"([^"]+)"/)?.[1] ?? '';
    return [
      String(Properties['RouteKey']),
      readable(stack.resources[integration]?.Properties['IntegrationUri']),
    ] as const;
  });
  return new Map(targets);
}

/** Each two keys once. */
function pairs(): [one: string, other: string][] {
  const keys = [...routes().keys()].filter((key) => key !== '$default');
  return keys.flatMap((one, at) => keys.slice(at + 1).map((other): [string, string] => [one, other]));
}

const ofGateway = () =>
  ofType(stack, 'AWS::Lambda::Permission').filter(
    ([, { Properties }]) => Properties['Principal'] === 'apigateway.amazonaws.com',
  );

describe('the HTTP API', () => {
  it('has the routes of the catalogue, which the local service has too, each to the function of its area', () => {
    const declared = gatewayRoutes().map(
      ({ method, path, area }) => [`${method} ${path}`, `${area}Function`] as const,
    );

    expect(routes()).toEqual(new Map([...declared, ['$default', 'discoveryFunction']]));
  });

  it('gives every route a key that the gateway takes', () => {
    const faults = [...routes().keys()].flatMap((key) => faultsOfKey(key).map((fault) => `${key} ${fault}`));

    expect(faults).toEqual([]);
    expect(routes().size).toBeLessThan(0.4 * ROUTES_MAX);
  });

  it('lets no request fit two keys, so that nothing hangs on an order that AWS does not document', () => {
    expect(pairs().filter(([one, other]) => meet(one, other))).toEqual([]);
  });

  it('names a parameter by its place, so that no change of ours makes a key that clashes with one deployed before', () => {
    const names = [...routes().keys()].flatMap((key) =>
      (key.split(' ')[1] ?? '')
        .split('/')
        .flatMap((segment, at) => (/^\{[^+]+\}$/.test(segment) ? [[at, segment]] : [])),
    );

    expect(names.length).toBeGreaterThan(10);
    expect(names.filter(([at, segment]) => segment !== `{p${at}}`)).toEqual([]);
    expect(pairs().filter(([one, other]) => clash(one, other))).toEqual([]);
  });

  it('answers what matches no route by the discovery function', () => {
    expect(routes().get('$default')).toBe('discoveryFunction');
  });

  it('has one integration and one permission per function, whatever the number of routes', () => {
    const functions = new Set(routes().values());

    expect(ofType(stack, 'AWS::ApiGatewayV2::Integration').length).toBe(functions.size);
    expect(ofGateway().length).toBe(functions.size);
  });

  it('may call a function from the default route too, which three stars would not match', () => {
    const sources = ofGateway().map(([, { Properties }]) => readable(Properties['SourceArn']));

    expect(new Set(sources)).toEqual(
      new Set(['arn:<Partition>:execute-api:<Region>:<AccountId>:HttpApi/*/*']),
    );
  });

  it('speaks payload format 2.0 with every function', () => {
    const versions = ofType(stack, 'AWS::ApiGatewayV2::Integration').map(
      ([, { Properties }]) => Properties['PayloadFormatVersion'],
    );

    expect(new Set(versions)).toEqual(new Set(['2.0']));
  });

  it('is reached by IPv6 as well as by IPv4', () => {
    expect(propertiesOf(stack, 'AWS::ApiGatewayV2::Api')['IpAddressType']).toBe('dualstack');
  });

  it('leaves CORS to the functions', () => {
    expect(propertiesOf(stack, 'AWS::ApiGatewayV2::Api')).not.toHaveProperty('CorsConfiguration');
  });

  it('logs route, status, latency and request id, and neither path, query, address nor user agent', () => {
    const { Format } = stage()['AccessLogSettings'] as { Format: string };

    expect(JSON.parse(Format)).toEqual({
      requestId: '$context.requestId',
      routeKey: '$context.routeKey',
      status: '$context.status',
      latencyMs: '$context.responseLatency',
    });
  });

  it('has its log, by the name of the stack, where the log policy of the account need not name it', () => {
    const [id = ''] = ofType(stack, 'AWS::Logs::LogGroup').find(([name]) => name.startsWith('HttpApi')) ?? [];
    const { DestinationArn } = stage()['AccessLogSettings'] as { DestinationArn: unknown };

    expect(stack.resources[id]?.Properties['LogGroupName']).toBe('/aws/vendedlogs/Rollcall/access');
    expect(JSON.stringify(DestinationArn)).toContain(`"${id}"`);
  });

  it('limits guest creation, both ends of a sign-in, bulk calls, test alerts and all pings together, and each other route on its own', () => {
    expect(stage()['DefaultRouteSettings']).toEqual({
      ThrottlingRateLimit: 30,
      ThrottlingBurstLimit: 60,
    });
    expect(stage()['RouteSettings']).toEqual({
      'POST /api/ambientes': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 },
      'POST /api/guest': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 },
      'GET /auth/login': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 40 },
      'GET /auth/callback': { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 40 },
      'POST /api/endpoints/{p3}/test-alert': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 5 },
      'POST /api/channels/{p3}/test': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 5 },
      'POST /api/import/crontab': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/import/json': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/import/healthchecks': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/import/uptime-kuma': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/import/cronitor': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/import/snitch': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/import/aws': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'POST /api/pause': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'DELETE /api/ingest-key/{p3}': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'GET /api/day': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'HEAD /api/day': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'GET /api/ingest-key/unknown-pings': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'HEAD /api/ingest-key/unknown-pings': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 },
      'ANY /in/{proxy+}': { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 },
      'ANY /r/{proxy+}': { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
      'ANY /i/{proxy+}': { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    });
  });

  it('makes the stage wait for the routes it limits', () => {
    const limited = Object.keys(stage()['RouteSettings'] as object);
    const idOf = new Map(
      ofType(stack, 'AWS::ApiGatewayV2::Route').map(([id, { Properties }]) => [Properties['RouteKey'], id]),
    );

    const [[, { DependsOn }] = ['', { DependsOn: [] }]] = ofType(stack, 'AWS::ApiGatewayV2::Stage');

    expect(DependsOn?.toSorted()).toEqual(limited.map((key) => idOf.get(key)).toSorted());
  });

  it('takes other limits from the settings', () => {
    const other = synthesised({
      standardRate: 1,
      standardBurst: 2,
      ingestRate: 3,
      ingestBurst: 4,
      intakeRate: 11,
      intakeBurst: 12,
      guestRate: 5,
      guestBurst: 6,
      bulkRate: 13,
      bulkBurst: 14,
      testRate: 7,
      testBurst: 8,
      signInRate: 9,
      signInBurst: 10,
    });

    other.template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
      RouteSettings: {
        'ANY /in/{proxy+}': { ThrottlingRateLimit: 3, ThrottlingBurstLimit: 4 },
        'POST /api/ambientes': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 6 },
        'ANY /r/{proxy+}': { ThrottlingRateLimit: 11, ThrottlingBurstLimit: 12 },
        'ANY /i/{proxy+}': { ThrottlingRateLimit: 11, ThrottlingBurstLimit: 12 },
        'POST /api/guest': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 6 },
        'GET /auth/login': { ThrottlingRateLimit: 9, ThrottlingBurstLimit: 10 },
        'GET /auth/callback': { ThrottlingRateLimit: 9, ThrottlingBurstLimit: 10 },
        'POST /api/endpoints/{p3}/test-alert': { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 8 },
        'POST /api/channels/{p3}/test': { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 8 },
        'POST /api/import/crontab': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/import/json': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/import/healthchecks': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'DELETE /api/ingest-key/{p3}': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'GET /api/ingest-key/unknown-pings': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'HEAD /api/ingest-key/unknown-pings': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/import/uptime-kuma': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/import/cronitor': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/import/snitch': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/import/aws': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
        'POST /api/pause': { ThrottlingRateLimit: 13, ThrottlingBurstLimit: 14 },
      },
    });
  });

  it('has no routes to an area that is not there', () => {
    const partial = synthesised({}, ['feed']);
    const keys = ofType(partial, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties['RouteKey']),
    );

    expect(keys.length).toBeGreaterThan(0);
    expect(
      keys.filter((key) => !/ \/(s|badge|status|api\/status-feed|api\/status-pages)(\/|$)/.test(key)),
    ).toEqual([]);
  });
});
