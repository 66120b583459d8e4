import { Duration } from 'aws-cdk-lib';
import { CachePolicy, ResponseHeadersPolicy, type HeadersFrameOption, type HeadersReferrerPolicy } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import type { Construct } from 'constructs';
import { consoleSecurity } from '../../console-build/security.ts';
import { named, strictTransportSecurity } from './edge-policies.ts';

/** By path alone: a file says itself how long it may be kept, up to a year where its name has a hash. */
export function consoleCache(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'Cache', {
    cachePolicyName: named(scope, 'ConsoleCache'),
    comment: 'Files of the console: by path, as long as they say.',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(365),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
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
