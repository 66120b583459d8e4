import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyHost } from '../../../lib/stack/edge.ts';
import { environmentOf, propertiesOf, readable, synthesised, type Synthesised } from './synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised();
});

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Behaviour {
  PathPattern?: string;
  CachePolicyId: unknown;
  OriginRequestPolicyId?: string;
  ViewerProtocolPolicy: string;
  AllowedMethods: string[];
  Compress: boolean;
  ResponseHeadersPolicyId: unknown;
  FunctionAssociations: { EventType: string; FunctionARN: unknown }[];
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

describe('CloudFront', () => {
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
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-public-host'] },
      },
    });
  });

  it('tells the feed which type is asked for, without keeping replies apart by it', () => {
    const { OriginRequestPolicyId: id } = behaviour('/s/*') as Behaviour & { OriginRequestPolicyId: unknown };

    expect(
      propertiesOf(stack, 'AWS::CloudFront::OriginRequestPolicy', readable(id))['OriginRequestPolicyConfig'],
    ).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['accept'] },
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
  });

  it('looks for badges before other forms', () => {
    expect(distribution().CacheBehaviors.map((one) => one.PathPattern)).toEqual([
      '/s/*.svg',
      '/s/*',
      '/in/*',
      '/api/*',
    ]);
  });

  it('caches nothing else and passes it on whole, credentials and query included', () => {
    for (const passed of [distribution().DefaultCacheBehavior, behaviour('/in/*'), behaviour('/api/*')]) {
      expect(passed.CachePolicyId).toBe(cachingDisabled);
      expect(passed.OriginRequestPolicyId).toBe(allViewerExceptHost);
      expect(passed.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']);
    }
  });

  it('never redirects a ping or an API call, since a redirected POST may become a GET', () => {
    expect(behaviour('/in/*').ViewerProtocolPolicy).toBe('https-only');
    expect(behaviour('/api/*').ViewerProtocolPolicy).toBe('https-only');
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

  it('asks the API once, over TLS, and marks what it asks', () => {
    const [origin] = distribution().Origins;

    expect(origin).toMatchObject({
      ConnectionAttempts: 1,
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
    expect(readable(origin?.['DomainName'])).toBe('HttpApi.execute-api.<Region>.<URLSuffix>');
    const [header] = (origin?.['OriginCustomHeaders'] ?? []) as {
      HeaderName: string;
      HeaderValue: unknown;
    }[];
    expect(header?.HeaderName).toBe('x-origin-verify');
    expect(readable(header?.HeaderValue)).toBe('{{resolve:secretsmanager:SecretsOrigin:SecretString:::}}');
  });

  it('tells the functions behind it, but not ingest, the same mark', () => {
    const mark = '{{resolve:secretsmanager:SecretsOrigin:SecretString:::}}';

    for (const area of ['monitors', 'feed', 'site', 'discovery'] as const) {
      expect(environmentOf(stack, area)['ORIGIN_SECRET']).toBe(mark);
    }
    expect(environmentOf(stack, 'ingest')).not.toHaveProperty('ORIGIN_SECRET');
  });

  it('compresses, sets security headers and copies the host on every path', () => {
    for (const one of [distribution().DefaultCacheBehavior, ...distribution().CacheBehaviors]) {
      expect(one.Compress).toBe(true);
      expect(readable(one.ResponseHeadersPolicyId)).toBe('EdgeSecurityHeaders');
      expect(
        one.FunctionAssociations.map(({ EventType, FunctionARN }) => [EventType, readable(FunctionARN)]),
      ).toEqual([['viewer-request', 'EdgeCopyHost.FunctionARN']]);
    }
  });

  it('leaves the Content-Security-Policy to the page and hides its address from other sites', () => {
    const policy = propertiesOf(stack, 'AWS::CloudFront::ResponseHeadersPolicy');
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
});

describe('the function at the edge', () => {
  const run = (headers: Record<string, { value: string }>) =>
    runInNewContext(`${copyHost}; handler(event)`, { event: { request: { uri: '/x', headers } } }) as {
      headers: Record<string, { value: string }>;
    };

  it('copies the host the viewer used', () => {
    expect(run({ host: { value: 'rollcall.example.com' } }).headers['x-public-host']?.value).toBe(
      'rollcall.example.com',
    );
  });

  it('overwrites what a viewer claims', () => {
    const { headers } = run({
      host: { value: 'rollcall.example.com' },
      'x-public-host': { value: 'evil.example' },
    });

    expect(headers['x-public-host']?.value).toBe('rollcall.example.com');
    expect(headers['host']?.value).toBe('rollcall.example.com');
  });
});

describe('where the service says it is', () => {
  it('without a domain, functions behind the API are told nothing and the others CloudFront’s host', () => {
    expect(environmentOf(stack, 'monitors')).not.toHaveProperty('BASE_URL');
    expect(environmentOf(stack, 'monitors')).not.toHaveProperty('INGEST_ORIGIN');
    expect(environmentOf(stack, 'notifier')['BASE_URL']).toBe('https://EdgeDistribution.DomainName');
    expect(environmentOf(stack, 'canary')['INGEST_ORIGIN']).toBe(
      'https://HttpApi.execute-api.<Region>.<URLSuffix>',
    );
  });

  it('with a domain and an ingest origin, every function is told both', () => {
    const own = synthesised({
      domainName: 'rollcall.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c2d3e',
      ingestOrigin: 'https://in.example.com',
    });

    for (const area of ['monitors', 'feed', 'checker', 'notifier', 'canary'] as const) {
      expect(environmentOf(own, area)).toMatchObject({
        BASE_URL: 'https://rollcall.example.com',
        INGEST_ORIGIN: 'https://in.example.com',
      });
    }
    expect(distribution(own)['Aliases']).toEqual(['rollcall.example.com']);
    expect(distribution(own)['ViewerCertificate']).toMatchObject({
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
  });
});
