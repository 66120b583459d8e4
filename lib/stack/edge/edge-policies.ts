import { Duration, Stack } from 'aws-cdk-lib';
import { CachePolicy, CacheQueryStringBehavior, HeadersFrameOption, HeadersReferrerPolicy, OriginRequestHeaderBehavior, OriginRequestPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import type { Construct } from 'constructs';
import { VIEWER_ADDRESS_HEADER } from '../../contract/origin-mark.ts';

/** The path alone decides: no query, header or cookie reaches the API or splits the cache. */
export function badgeCache(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'BadgeCache', {
    cachePolicyName: named(scope, 'BadgeCache'),
    comment: 'Badges: one minute by path.',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(60),
    maxTtl: Duration.seconds(60),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/** By path alone, for as long as they say; CloudFront compresses only what it may keep. */
export function documentCache(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'DocumentCache', {
    cachePolicyName: named(scope, 'DocumentCache'),
    comment: 'Documents: by path, as long as they say, and never above an hour.',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.hours(1),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/** CloudFront compresses only where it may cache; what says nothing, or no-store, is not kept. The one query reaches the page. */
export function feedCache(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'FeedCache', {
    cachePolicyName: named(scope, 'FeedCache'),
    comment: 'Other forms of the feed: not kept unless they say so, and never above 5 seconds.',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(5),
    queryStringBehavior: CacheQueryStringBehavior.allowList('wall'),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
}

/** A browser that opens an unknown address is told so on a page. Neither splits the cache. */
export function askedType(scope: Construct): OriginRequestPolicy {
  return new OriginRequestPolicy(scope, 'AskedType', {
    originRequestPolicyName: named(scope, 'AskedType'),
    comment: 'The type that a reader of the feed asks for, and who asks.',
    headerBehavior: OriginRequestHeaderBehavior.allowList('accept', VIEWER_ADDRESS_HEADER),
  });
}

/** On every path of the distribution. */
export const strictTransportSecurity = {
  accessControlMaxAge: Duration.days(365),
  includeSubdomains: false,
  override: true,
};

/** No Content-Security-Policy: each page sends its own. Paths carry tokens, so no page may leak its address. */
export function securityHeaders(scope: Construct): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'SecurityHeaders', {
    responseHeadersPolicyName: named(scope, 'SecurityHeaders'),
    comment: 'Rollcall: security headers.',
    securityHeadersBehavior: {
      strictTransportSecurity,
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: false },
    },
  });
}

/** CloudFront demands names, and holds them for all regions of the account. */
export function named(scope: Construct, policy: string): string {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${policy}-${region}`;
}
