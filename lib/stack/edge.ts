import { Duration, Stack } from 'aws-cdk-lib';
import { AllowedMethods, CachePolicy, Distribution, HeadersFrameOption, HeadersReferrerPolicy, HttpVersion, OriginProtocolPolicy, OriginRequestHeaderBehavior, OriginRequestPolicy, PriceClass, ResponseHeadersPolicy, SecurityPolicyProtocol, ViewerProtocolPolicy } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../contract/origin-mark.ts';
import { OriginMark } from './origin-mark.ts';
import type { OwnName } from './own-name.ts';
import { ViewerAddress } from './viewer-address.ts';

export interface EdgeProps {
  /** Host name of the HTTP API. */
  apiHost: string;
  /** Raising it replaces the origin mark. */
  secretsVersion: number;
  /** @default the distribution's own host name */
  name?: OwnName | undefined;
}

/** Failures that CloudFront would keep for 10 seconds, though they may be one caller's alone. */
const neverKept = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** CloudFront before the HTTP API. Badges are kept a minute, other feeds at most as long as they say, up to 5 s. */
export class Edge extends Construct {
  readonly distribution: Distribution;
  /** By which the functions know that a call came by it. */
  readonly originMark: OriginMark;
  /** Where people and agents reach the service, without a final slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    this.originMark = new OriginMark(this, 'OriginMark', props);
    const origin = new HttpOrigin(props.apiHost, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      // CloudFront repeats a GET that timed out, and a GET may be a ping.
      connectionAttempts: 1,
      customHeaders: { [ORIGIN_MARK_HEADER]: this.originMark.value },
    });
    const responseHeadersPolicy = this.#securityHeaders();
    const common = { origin, responseHeadersPolicy, compress: true };
    /** Everything goes to the API as it came, and nothing is kept. */
    const passed = {
      ...common,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
    const redirect = { viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS };
    // No redirect where jobs and programs call: a client may repeat a redirected POST as a GET.
    const httpsOnly = { viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY };
    const { name } = props;
    const { said } = new ViewerAddress(this, 'ViewerAddress');
    this.distribution = new Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      defaultBehavior: { ...passed, ...redirect, ...said },
      additionalBehaviors: {
        '/s/*.svg': {
          ...common,
          ...redirect,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy: this.#badgeCache(),
        },
        '/s/*': {
          ...common,
          ...redirect,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
          cachePolicy: this.#feedCache(),
          originRequestPolicy: this.#askedType(),
          ...said,
        },
        '/in/*': { ...passed, ...httpsOnly },
        '/api/*': { ...passed, ...httpsOnly, ...said },
      },
      errorResponses: neverKept.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      priceClass: PriceClass.PRICE_CLASS_100,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(name && {
        domainNames: [name.host],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: name.certificate,
      }),
    });
    name?.leadTo(new CloudFrontTarget(this.distribution));
    this.url = name?.url ?? `https://${this.distribution.distributionDomainName}`;
  }

  /** CloudFront demands names for policies, and holds them for all regions of the account. */
  #named(policy: string): string {
    const { stackName, region } = Stack.of(this);
    return `${stackName}-${policy}-${region}`;
  }

  /** The path alone decides: no query, header or cookie reaches the API or splits the cache. */
  #badgeCache(): CachePolicy {
    return new CachePolicy(this, 'BadgeCache', {
      cachePolicyName: this.#named('BadgeCache'),
      comment: 'Badges: one minute by path.',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(60),
      maxTtl: Duration.seconds(60),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  /** CloudFront compresses only where it may cache; what says nothing, or no-store, is not kept. */
  #feedCache(): CachePolicy {
    return new CachePolicy(this, 'FeedCache', {
      cachePolicyName: this.#named('FeedCache'),
      comment: 'Other forms of the feed: not kept unless they say so, and never above 5 seconds.',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(5),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    });
  }

  /** A browser that opens an unknown address is told so on a page. Neither splits the cache. */
  #askedType(): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'AskedType', {
      originRequestPolicyName: this.#named('AskedType'),
      comment: 'The type that a reader of the feed asks for, and who asks.',
      headerBehavior: OriginRequestHeaderBehavior.allowList('accept', VIEWER_ADDRESS_HEADER),
    });
  }

  /** No Content-Security-Policy: each page sends its own. Paths carry tokens, so no page may leak its address. */
  #securityHeaders(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'SecurityHeaders', {
      responseHeadersPolicyName: this.#named('SecurityHeaders'),
      comment: 'Rollcall: security headers.',
      securityHeadersBehavior: {
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: false,
          override: true,
        },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: false },
      },
    });
  }
}
