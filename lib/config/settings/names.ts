import { oneOf, textLike, textThat, type AwsSetting } from './setting.ts';

/** RFC 1123: labels of up to 63 characters, 253 in all; the last is no number, or it would be an address. */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostName = `(?=.{1,253}$)(?:${label}\\.)+(?!\\d+$)${label}`;
const host = textLike(new RegExp(`^${hostName}$`));
const certificate = textLike(/^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/);

function isOrigin(value: string): boolean {
  const [, name = '', port] = /^https:\/\/([^/:]+)(?::([1-9]\d{0,4}))?$/.exec(value) ?? [];
  return host(name) !== undefined && Number(port ?? 443) <= 65_535;
}

/** The owner's names for the service, and what proves them. */
export const nameSettings = {
  domainName: {
    form: host,
    rule: 'a host name in lower case such as rollcall.example.com',
    unset: "CloudFront's host, or the API's without it",
    says: 'public host name; needs `certificateArn` or a hosted zone',
  },
  certificateArn: {
    form: certificate,
    rule: 'the ARN of an ACM certificate',
    says: "certificate of `domainName`: in us-east-1, or in the stack's region with `cdn=false`",
  },
  ingestDomain: {
    form: host,
    rule: 'a host name in lower case such as in.example.com',
    unset: "the HTTP API's host",
    says: 'host name that jobs ping; needs `ingestCertificateArn` or a hosted zone',
  },
  ingestCertificateArn: {
    form: certificate,
    rule: 'the ARN of an ACM certificate',
    says: "certificate of `ingestDomain`, in the stack's region",
  },
  hostedZoneId: {
    form: textLike(/^[A-Z0-9]{1,32}$/),
    rule: 'the id of a Route 53 hosted zone such as Z0123456789ABCDEFGHIJ',
    says: 'Route 53 zone in which the domains lie: certificates and records are made in it',
  },
  hostedZoneName: {
    form: host,
    rule: 'a host name in lower case such as example.com',
    says: 'name of that zone; needed with `hostedZoneId`',
  },
  ingestOrigin: {
    form: textThat(isOrigin),
    rule: 'https:// and a host name in lower case, with a port from 1 to 65535 or without one, without a path',
    unset: "`https://` and `ingestDomain` or the HTTP API's host",
    says: 'where jobs ping when a front of your own stands before the API, `https://host`',
  },
  pingFront: {
    ...oneOf('api', 'alb'),
    default: 'api',
    says: 'what jobs and machines call: the HTTP API, or an Application Load Balancer (`alb`), which is cheaper from some 2,800 monitors at five minutes on; needs `ingestDomain`',
  },
} satisfies Record<string, AwsSetting>;
