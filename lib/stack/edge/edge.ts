import { Duration, Stack } from 'aws-cdk-lib';
import { AllowedMethods, CachePolicy, Distribution, HttpVersion, OriginProtocolPolicy, OriginRequestPolicy, PriceClass, SecurityPolicyProtocol, ViewerProtocolPolicy, type DistributionProps } from 'aws-cdk-lib/aws-cloudfront'; // prettier-ignore
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { FOREIGN_PINGS, SNITCH_PINGS } from '../../contract/monitors/ping-paths.ts';
import { keptPatterns } from '../../contract/kept-paths.ts';
import { ORIGIN_MARK_HEADER } from '../../contract/origin-mark.ts';
import { ConsoleEdge } from './console-edge.ts';
import { askedType, badgeCache, documentCache, feedCache, securityHeaders } from './edge-policies.ts';
import { OriginMark } from './origin-mark.ts';
import type { OwnName } from './own-name.ts';
import { ViewerAddress } from './viewer-address.ts';

export interface EdgeProps {
  /** Host name of the HTTP API. */
  apiHost: string;
  /** Where jobs ping, as `https://host`. */
  ingestOrigin: string;
  publicPages: 'on' | 'off';
  priceClass: keyof typeof PRICE_CLASSES;
  /** @default none */
  webAclArn?: string | undefined;
  /** Raising it replaces the origin mark. */
  secretsVersion: number;
  /** @default the distribution's own host name */
  name?: OwnName | undefined;
}

const PRICE_CLASSES = {
  '100': PriceClass.PRICE_CLASS_100,
  '200': PriceClass.PRICE_CLASS_200,
  all: PriceClass.PRICE_CLASS_ALL,
};

/** Failures that CloudFront would keep for 10 seconds, though they may be one caller's alone. */
const neverKept = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Everything goes to the API as it came, and nothing is kept. */
const passed = {
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
};
const redirect = { viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS };
/** No redirect where jobs and programs call: a client may repeat a redirected POST as a GET. */
/** A job that has always called by HTTP goes on: to a redirect it would not listen. */
const anyProtocol = { viewerProtocolPolicy: ViewerProtocolPolicy.ALLOW_ALL };
const httpsOnly = { viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY };

function origin(
  apiHost: string,
  customHeaders: Record<string, string> = {},
  originPath?: string,
): HttpOrigin {
  return new HttpOrigin(apiHost, {
    ...(originPath !== undefined && { originPath }),
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    // CloudFront repeats a GET that timed out, and a GET may be a ping.
    connectionAttempts: 1,
    customHeaders,
  });
}

/**
 * CloudFront before the HTTP API and the files of the console. Badges are kept a minute, other feeds at most as long as
 * they say, up to 5 s, documents and files as long as they say.
 */
export class Edge extends Construct {
  readonly distribution: Distribution;
  /** By which the functions know that a call came by it. */
  readonly originMark: OriginMark;
  readonly consoleEdge: ConsoleEdge;
  /** Where people and agents reach the service, without a final slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    this.originMark = new OriginMark(this, 'OriginMark', props);
    const { name, ingestOrigin } = props;
    this.consoleEdge = new ConsoleEdge(this, 'Console', {
      ingestOrigin,
      publicPages: props.publicPages === 'on',
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      ...this.#behaviours(props.apiHost),
      errorResponses: neverKept.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      priceClass: PRICE_CLASSES[props.priceClass],
      ...(props.webAclArn !== undefined && { webAclId: props.webAclArn }),
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

  #behaviours(apiHost: string): Pick<DistributionProps, 'defaultBehavior' | 'additionalBehaviors'> {
    const common = { responseHeadersPolicy: securityHeaders(this), compress: true };
    const { said } = new ViewerAddress(this, 'ViewerAddress');
    // The mark vouches for the header that the edge writes, so it is shown where the edge writes it, and nowhere else.
    const marked = {
      ...common,
      ...said,
      origin: origin(apiHost, { [ORIGIN_MARK_HEADER]: this.originMark.value }),
    };
    const unmarked = { ...common, origin: origin(apiHost) };
    const feed = {
      ...redirect,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachePolicy: feedCache(this),
      originRequestPolicy: askedType(this),
    };
    const badges = {
      ...redirect,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: badgeCache(this),
    };
    // All methods: a wrong one is for the API to answer.
    const documents = {
      ...redirect,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: documentCache(this),
    };
    const foreign = ({ pattern, lead }: { pattern: string; lead: string }) => [
      pattern,
      { ...common, origin: origin(apiHost, {}, lead), ...passed, ...anyProtocol },
    ];
    const other = { ...marked, ...passed, ...redirect };
    return {
      defaultBehavior: other,
      additionalBehaviors: {
        '/s/*.svg': { ...unmarked, ...badges },
        '/s/*': { ...marked, ...feed },
        '/status/*.svg': { ...unmarked, ...badges },
        '/status/*': { ...marked, ...feed },
        // Those of Healthchecks say how long they may be kept, by the form that they are in.
        '/badge/*': { ...unmarked, ...documents },
        ...Object.fromEntries(keptPatterns().map((path) => [path, { ...unmarked, ...documents }])),
        '/in/*': { ...unmarked, ...passed, ...httpsOnly },
        ...Object.fromEntries(FOREIGN_PINGS.map(foreign)),
        '/r/*': { ...unmarked, ...passed, ...httpsOnly },
        '/i/*': { ...unmarked, ...passed, ...httpsOnly },
        '/api/*': { ...marked, ...passed, ...httpsOnly },
        '/mcp': { ...marked, ...passed, ...httpsOnly },
        ...this.consoleEdge.behaviours,
        // `/auth/login` has ten characters too.
        '/auth/*': other,
        ...Object.fromEntries([foreign(SNITCH_PINGS)]),
      },
    };
  }
}
