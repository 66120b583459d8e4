import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { methodsOf } from '../../../lib/contract/operation.ts';
import { ofType, propertiesOf, readable, synthesised, type Synthesised } from './synthesised.ts';

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

const shapeOf = (key: string) => key.replaceAll(/\{[^}]+\}/g, '{}');

describe('the HTTP API', () => {
  it('has a route for every method of every operation of the catalogue, to the function of its area', () => {
    const byShape = new Map([...routes()].map(([key, target]) => [shapeOf(key), target]));

    const missing = operations.flatMap(([name, operation]) =>
      methodsOf(operation)
        // The gateway matches whole segments: `/s/:token.json` is reached by `/s/{token}`.
        .map((method) => `${method} ${operation.path.replaceAll(/:[A-Za-z_]+[^/]*/g, '{}')}`)
        .filter((shape) => byShape.get(shape) !== `${operation.area}Function`)
        .map((shape) => `${name}: ${shape}`),
    );

    expect(missing).toEqual([]);
  });

  it('keeps the final slash of the index', () => {
    expect(routes().get('GET /api/')).toBe('discoveryFunction');
  });

  it('answers what matches no route by the discovery function', () => {
    expect(routes().get('$default')).toBe('discoveryFunction');
  });

  it('has one integration and one permission per function, whatever the number of routes', () => {
    const functions = new Set(routes().values());

    expect(ofType(stack, 'AWS::ApiGatewayV2::Integration').length).toBe(functions.size);
    expect(ofType(stack, 'AWS::Lambda::Permission').length).toBe(functions.size);
  });

  it('may call a function from the default route too, which three stars would not match', () => {
    const sources = ofType(stack, 'AWS::Lambda::Permission').map(([, { Properties }]) =>
      readable(Properties['SourceArn']),
    );

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

  it('limits guest creation, every ingest route and all the rest, each route on its own', () => {
    const settings = stage()['RouteSettings'] as Record<string, unknown>;

    expect(stage()['DefaultRouteSettings']).toEqual({
      ThrottlingRateLimit: 500,
      ThrottlingBurstLimit: 1000,
    });
    const ingest = [...routes()].filter(([, target]) => target === 'ingestFunction').map(([key]) => key);
    const signal = { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 };
    // By id, by id and signal, by key: three shapes, each by GET, POST and HEAD.
    expect(new Set(ingest.map(shapeOf)).size).toBeGreaterThanOrEqual(9);
    expect(settings).toEqual({
      'POST /api/guest': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 },
      'POST /api/endpoints/{id}/test-alert': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 5 },
      ...Object.fromEntries(ingest.map((key) => [key, signal])),
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
      guestRate: 5,
      guestBurst: 6,
      testRate: 7,
      testBurst: 8,
    });

    other.template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
      RouteSettings: {
        'POST /in/{id}': { ThrottlingRateLimit: 3, ThrottlingBurstLimit: 4 },
        'POST /api/guest': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 6 },
        'POST /api/endpoints/{id}/test-alert': { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 8 },
      },
    });
  });

  it('has no routes to an area that is not there', () => {
    const partial = synthesised({}, ['ingest']);
    const keys = ofType(partial, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties['RouteKey']),
    );

    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !/ \/in\//.test(key))).toEqual([]);
  });
});
