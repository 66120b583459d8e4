import { Duration, Stack } from 'aws-cdk-lib';
import { CachePolicy, CacheQueryStringBehavior, HeadersFrameOption, HeadersReferrerPolicy, OriginRequestHeaderBehavior, OriginRequestPolicy, ResponseHeadersPolicy, type CachePolicyProps } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import type { Construct } from 'constructs';
import { consoleSecurity } from '../../console-build/security.ts';
import { VIEWER_ADDRESS_HEADER } from '../../contract/origin-mark.ts';

/** The path alone decides: no query, header or cookie reaches the API or splits the cache. */
export const badgeCache = (scope: Construct) =>
  cachePolicy(scope, 'BadgeCache', {
    comment: 'Badges: one minute by path.',
    defaultTtl: Duration.seconds(60),
    maxTtl: Duration.seconds(60),
  });

/** By path alone, for as long as they say; CloudFront compresses only what it may keep. */
export const documentCache = (scope: Construct) =>
  cachePolicy(scope, 'DocumentCache', {
    comment: 'Documents: by path, as long as they say, and never above an hour.',
    maxTtl: Duration.hours(1),
  });

/** CloudFront compresses only where it may cache; what says nothing, or no-store, is not kept. The one query reaches the page. */
export const feedCache = (scope: Construct) =>
  cachePolicy(scope, 'FeedCache', {
    comment: 'Other forms of the feed: not kept unless they say so, and never above 5 seconds.',
    maxTtl: Duration.seconds(5),
    queryStringBehavior: CacheQueryStringBehavior.allowList('wall'),
  });

/** By path alone: a file says itself how long it may be kept, up to a year where its name has a hash. */
export const consoleCache = (scope: Construct) =>
  cachePolicy(scope, 'Cache', {
    cachePolicyName: named(scope, 'ConsoleCache'),
    comment: 'Files of the console: by path, as long as they say.',
    maxTtl: Duration.days(365),
  });

/** Keeps nothing that does not say for how long, and compresses what it keeps. */
function cachePolicy(scope: Construct, id: string, props: CachePolicyProps): CachePolicy {
  return new CachePolicy(scope, id, {
    cachePolicyName: named(scope, id),
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
    ...props,
  });
}

/** The headers that one machine sends with the same files, which a bucket cannot, and HTTPS from then on. */
export function consoleHeaders(scope: Construct, ingestOrigin: string): ResponseHeadersPolicy {
  const {
    'content-security-policy': contentSecurityPolicy = '',
    'referrer-policy': referrerPolicy,
    'x-frame-options': frameOption,
    'x-content-type-options': _nosniff,
    ...others
  } = consoleSecurity(ingestOrigin);
  return new ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: named(scope, 'ConsoleHeaders'),
    comment: 'Rollcall: headers of the console.',
    securityHeadersBehavior: {
      strictTransportSecurity,
      contentTypeOptions: { override: true },
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      referrerPolicy: { referrerPolicy: referrerPolicy as HeadersReferrerPolicy, override: true },
      frameOptions: { frameOption: frameOption as HeadersFrameOption, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
    },
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
