import { FOREIGN_PINGS, ownPingPath, SNITCH_PINGS } from '../../../../lib/contract/monitors/ping-paths.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../../lib/contract/catalogue.ts';
import { documentPaths } from '../../../../lib/console-build/documents.ts';
import {
  environmentOf,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../../support/stack/synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised();
});

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Behaviour {
  TargetOriginId: string;
  PathPattern?: string;
  CachePolicyId: unknown;
  OriginRequestPolicyId?: string;
  ViewerProtocolPolicy: string;
  AllowedMethods: string[];
  Compress: boolean;
  ResponseHeadersPolicyId: unknown;
}

function distribution(of = stack) {
  return propertiesOf(of, 'AWS::CloudFront::Distribution')['DistributionConfig'] as {
    CacheBehaviors: Behaviour[];
    DefaultCacheBehavior: Behaviour;
    CustomErrorResponses: object[];
    Origins: Record<string, unknown>[];
    [key: string]: unknown;
  };
}

function behaviour(pattern: string): Behaviour {
  const found = distribution().CacheBehaviors.find((one) => one.PathPattern === pattern);
  if (!found) throw new Error(`No behaviour for ${pattern}.`);
  return found;
}

function cacheOf(pattern: string) {
  const id = readable(behaviour(pattern).CachePolicyId);
  return propertiesOf(stack, 'AWS::CloudFront::CachePolicy', id)['CachePolicyConfig'] as Record<
    string,
    unknown
  >;
}

const nothing = {
  CookiesConfig: { CookieBehavior: 'none' },
  QueryStringsConfig: { QueryStringBehavior: 'none' },
  EnableAcceptEncodingGzip: true,
  EnableAcceptEncodingBrotli: true,
};

const DOCUMENTS = [
  '/badge/*',
  '/api/partners',
  '/api/vitrine',
  '/api/',
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/agent.json',
  '/.well-known/*',
  '/apis.json',
  '/okf/*',
];

const ofConsole = [...documentPaths(false), '/assets/*'];

describe('CloudFront', () => {
  it.each(DOCUMENTS)('keeps %s by its path as long as it says, and passes on every method', (pattern) => {
    expect(cacheOf(pattern)).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 3600,
      ParametersInCacheKeyAndForwardedToOrigin: { ...nothing, HeadersConfig: { HeaderBehavior: 'none' } },
    });
    expect(behaviour(pattern)).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https' });
    expect(behaviour(pattern).OriginRequestPolicyId).toBeUndefined();
    expect(behaviour(pattern).AllowedMethods).toContain('POST');
  });

  it('has no more behaviours than a distribution may have', () => {
    // What AWS gives each distribution without being asked; it was 25 until 2025.
    expect(distribution().CacheBehaviors.length).toBeLessThan(75);
  });

  it('lets who answers know what a caller takes where it compresses nothing itself, since it keeps nothing', () => {
    // By their ids at AWS: Managed-CachingDisabled, and Managed-AllViewerExceptHostHeader, whose headers have `Accept-Encoding`.
    const passed = {
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    };
    for (const pattern of ['/api/*', '/mcp', '/auth/*'])
      expect(behaviour(pattern), pattern).toMatchObject(passed);
    const { DefaultCacheBehavior: other } = distribution() as unknown as { DefaultCacheBehavior: object };
    expect(other).toMatchObject(passed);
  });

  it('caches badges by path for 60 seconds', () => {
    expect(cacheOf('/s/*.svg')).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 60,
      MaxTTL: 60,
      ParametersInCacheKeyAndForwardedToOrigin: { ...nothing, HeadersConfig: { HeaderBehavior: 'none' } },
    });
  });

  it('keeps no other form of the feed unless it says so, and never above 5 seconds', () => {
    expect(cacheOf('/s/*')).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 5,
      ParametersInCacheKeyAndForwardedToOrigin: {
        ...nothing,
        // The one query that a page of the feed reads; forwarded, and kept apart.
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['wall'] },
        HeadersConfig: { HeaderBehavior: 'none' },
      },
    });
  });

  it('tells the feed which type is asked for and by whom, without keeping replies apart by it', () => {
    const { OriginRequestPolicyId: id } = behaviour('/s/*') as Behaviour & { OriginRequestPolicyId: unknown };

    expect(
      propertiesOf(stack, 'AWS::CloudFront::OriginRequestPolicy', readable(id))['OriginRequestPolicyConfig'],
    ).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['accept', 'x-rollcall-viewer-address'] },
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
  });

  it('looks for badges before other forms', () => {
    expect(distribution().CacheBehaviors.map((one) => one.PathPattern)).toEqual([
      '/s/*.svg',
      '/s/*',
      '/status/*.svg',
      '/status/*',
      ...DOCUMENTS,
      '/in/*',
      ...FOREIGN_PINGS.map(({ pattern }) => pattern),
      '/r/*',
      '/i/*',
      '/api/*',
      '/mcp',
      ...ofConsole,
      '/auth/*',
      SNITCH_PINGS.pattern,
    ]);
  });

  it.each([...FOREIGN_PINGS, SNITCH_PINGS])(
    'leads pings of other services at $pattern below the path of ours',
    ({ pattern, lead }) => {
      const { TargetOriginId, ...passed } = behaviour(pattern);
      const origin = distribution().Origins.find(({ Id }) => Id === TargetOriginId);

      expect(origin).toMatchObject({ OriginPath: lead, ConnectionAttempts: 1 });
      expect(origin?.OriginCustomHeaders).toBeUndefined();
      expect(passed).toMatchObject({
        ViewerProtocolPolicy: 'allow-all',
        CachePolicyId: cachingDisabled,
        OriginRequestPolicyId: allViewerExceptHost,
      });
      const path = pattern.replaceAll('?', '0').replace('*', 'x/start');
      expect(ownPingPath(`${path}?rid=1`)).toBe(`${lead}${path}?rid=1`);
    },
  );

  it('asks for a snitch only where nothing of ours is', () => {
    const patterns = distribution().CacheBehaviors.map((one) => one.PathPattern ?? '');
    const before = patterns
      .slice(0, -1)
      .map((one) => new RegExp(`^${one.replaceAll('?', '.').replace('*', '.*').replace('.svg', '\\.svg')}$`));
    const ours = Object.values(catalogue).filter(
      ({ path }) => !path.includes(':') && path.length === SNITCH_PINGS.pattern.length,
    );

    expect(ours.map(({ path }) => path)).toContain('/auth/login');
    for (const { path } of ours) expect([path, before.some((one) => one.test(path))]).toEqual([path, true]);
    expect(behaviour('/auth/*')).toEqual({ PathPattern: '/auth/*', ...distribution().DefaultCacheBehavior });
  });

  it.each([
    '/',
    '/robots.txt',
    '/auth/login',
    '/C2354D53D2',
    '/c2354d53d21',
    '/c2354d53d',
    '/api/pushes/x',
    '/in/0',
    '/pings/x',
    '/pi',
    '/00000000-0000-0000-0000-0000000000001',
    '/app/ping/x',
  ])('leaves %s where it is', (path) => expect(ownPingPath(path)).toBe(path));

  it('caches nothing else and passes it on whole, credentials and query included', () => {
    const named = ['/in/*', '/r/*', '/i/*', '/api/*', '/mcp'].map(behaviour);
    for (const passed of [distribution().DefaultCacheBehavior, ...named]) {
      expect(passed.CachePolicyId).toBe(cachingDisabled);
      expect(passed.OriginRequestPolicyId).toBe(allViewerExceptHost);
      expect(passed.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']);
    }
  });

  it('never redirects a ping or an API call, since a redirected POST may become a GET', () => {
    for (const path of ['/in/*', '/r/*', '/i/*', '/api/*', '/mcp'])
      expect(behaviour(path).ViewerProtocolPolicy).toBe('https-only');
    expect(distribution().DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
  });

  it('keeps no failure, which may be one caller’s alone', () => {
    expect(distribution().CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
  });

  it('asks the API once, over TLS', () => {
    const origins = distribution().Origins.filter(({ CustomOriginConfig: ofApi }) => ofApi !== undefined);

    expect(origins.length).toBe(distribution().Origins.length - 1);
    for (const origin of origins) {
      expect(origin).toMatchObject({
        ConnectionAttempts: 1,
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      });
      expect(readable(origin['DomainName'])).toBe('HttpApi.execute-api.<Region>.<URLSuffix>');
    }
  });

  it('compresses and sets security headers on every path', () => {
    for (const one of [distribution().DefaultCacheBehavior, ...distribution().CacheBehaviors]) {
      expect(one.Compress).toBe(true);
      const isFile = ofConsole.includes(one.PathPattern ?? '');
      expect(readable(one.ResponseHeadersPolicyId)).toBe(
        isFile ? 'EdgeConsoleHeaders' : 'EdgeSecurityHeaders',
      );
    }
  });

  it('leaves the Content-Security-Policy to the pages of the API and hides its address from other sites', () => {
    const policy = propertiesOf(stack, 'AWS::CloudFront::ResponseHeadersPolicy', 'EdgeSecurityHeaders');
    const { SecurityHeadersConfig } = policy['ResponseHeadersPolicyConfig'] as {
      SecurityHeadersConfig: object;
    };

    expect(SecurityHeadersConfig).toEqual({
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: 31_536_000,
        IncludeSubdomains: false,
        Override: true,
      },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: false },
      FrameOptions: { FrameOption: 'DENY', Override: false },
    });
  });

  it('serves from the cheapest price class and writes no log of paths, which hold secrets', () => {
    expect(distribution()['PriceClass']).toBe('PriceClass_100');
    expect(distribution()['Logging']).toBeUndefined();
  });

  it('has the web ACL and the edges that the settings name, so that no deployment takes them away', () => {
    const webAclArn = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/front/0b1c-2d3e';
    synthesised({ webAclArn, priceClass: 'all' }).template.hasResourceProperties(
      'AWS::CloudFront::Distribution',
      { DistributionConfig: { WebACLId: webAclArn, PriceClass: 'PriceClass_All' } },
    );
    expect(distribution()).not.toHaveProperty('WebACLId');
  });
});

describe('where the service says it is', () => {
  /** Where each function is told that the service is; undefined where it is told nothing. */
  const told = (of: Synthesised) =>
    Object.fromEntries(
      stackAreas
        .filter((area) => area !== 'bridge')
        .map((area) => {
          const { BASE_URL: base, INGEST_ORIGIN: ingest } = environmentOf(of, area);
          return [area, base === undefined && ingest === undefined ? undefined : { base, ingest }];
        }),
    );
  const everyone = (urls: object) => ({
    ...Object.fromEntries(Object.keys(told(stack)).map((area) => [area, urls])),
    intake: undefined,
    checker: undefined,
    pool: undefined,
    eraser: undefined,
    publisher: undefined,
  });

  it('without a domain, every function that writes or asks URLs is told CloudFront’s host and the API’s own', () => {
    expect(told(stack)).toEqual(
      everyone({
        base: 'https://EdgeDistribution.DomainName',
        ingest: 'https://HttpApi.execute-api.<Region>.<URLSuffix>',
      }),
    );
  });

  it('the canary and the checker are told each name by which jobs come, once', () => {
    const namesOf = (from: typeof stack) =>
      (['canary', 'checker'] as const).map((area) => environmentOf(from, area)['PING_NAMES']);
    const api = 'https://HttpApi.execute-api.<Region>.<URLSuffix>';
    const named = synthesised({ ingestOrigin: 'https://in.example.com' });

    expect(namesOf(stack)).toEqual([api, api]);
    expect(namesOf(named)).toEqual(Array(2).fill(`https://in.example.com ${api}`));
  });

  it('with a domain and an ingest origin, the same functions are told these', () => {
    const own = synthesised({
      domainName: 'rollcall.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c2d3e',
      ingestOrigin: 'https://in.example.com',
    });

    expect(told(own)).toEqual(
      everyone({ base: 'https://rollcall.example.com', ingest: 'https://in.example.com' }),
    );
    expect(distribution(own)['Aliases']).toEqual(['rollcall.example.com']);
    expect(distribution(own)['ViewerCertificate']).toMatchObject({
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
  });
});
