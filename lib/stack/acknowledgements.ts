import { Annotations, Stack, Validations } from 'aws-cdk-lib';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import type { ConsoleFiles } from './edge/console-files.ts';
import type { Edge } from './edge/edge.ts';
import type { PingBalancer } from './edge/ping-balancer.ts';

/** The bucket that `cdk bootstrap` makes for what is deployed, as cdk-nag writes it. */
const CDK_ASSETS = 'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>';

/** The parts of the stack about which a cdk-nag rule is knowingly not followed. */
export interface Acknowledged {
  serviceSecret: IConstruct;
  api: IConstruct;
  /** @default none: another issuer signs people in */
  pool?: IConstruct;
  /** @default none: CloudFront is left out */
  edge: Edge | undefined;
  /** @default none: CloudFront is left out */
  consoleFiles?: ConsoleFiles;
  /** @default none: jobs call the HTTP API */
  balancer?: PingBalancer;
  /** @default none: there is no checker */
  lostTicks?: IConstruct;
  checks: IConstruct;
  /** Who asks how many mails a second may be sent; undefined where nobody mails. */
  mailer: IConstruct | undefined;
}

/** Every exception from cdk-nag's AwsSolutions pack, with its reason. */
export function acknowledge(parts: Acknowledged): void {
  say(
    parts.serviceSecret,
    'SMG4',
    'Ingest keys, feed tokens and read tokens are derived from this secret: rotating it would end all of them at once.',
  );
  say(
    parts.api,
    'APIG4',
    'Callers are known by guest tokens, read tokens and monitor ids of our own, which the functions check against the table; ingest and discovery are public by design.',
  );
  if (parts.mailer)
    say(parts.mailer, 'IAM5[Resource::*]', 'SES knows no resource of the rate at which an account may mail.');
  if (parts.pool) acknowledgeOfPool(parts.pool);
  if (parts.edge) acknowledgeOfEdge(parts.edge);
  if (parts.consoleFiles) acknowledgeOfConsoleFiles(parts.consoleFiles);
  if (parts.balancer) acknowledgeOfBalancer(parts.balancer);
  if (parts.lostTicks)
    say(parts.lostTicks, 'SQS3', 'This queue is itself the dead-letter queue, of a schedule.');
  say(
    parts.checks,
    'SQS3',
    'A message that is lost is worth nothing: the next tick puts its shard here again.',
  );
}

function acknowledgeOfPool(pool: IConstruct): void {
  say(
    pool,
    'COG1',
    'Twelve characters of any kind: rules of composition make passwords easier to guess (NIST SP 800-63B).',
  );
  say(
    pool,
    'COG2',
    'A second factor that is required rules out codes by mail as a first factor. What needs one asks for it.',
  );
  say(
    pool,
    'COG8',
    'The Plus plan costs for each user from the first one on; the service has limits of its own.',
  );
}

function acknowledgeOfEdge(edge: Edge): void {
  say(
    edge,
    'SMG4',
    'The origin mark vouches for an address and opens nothing; `secretsVersion` makes a new one on both sides in one deployment.',
  );
  say(edge, 'CFR1', 'Jobs and their owners may be in any country.');
  say(
    edge,
    'CFR2',
    'A web ACL costs more a month than the rest of a small service; the gateway throttles each route, and an owner has one by `webAclArn`.',
  );
  say(
    edge,
    'CFR3',
    'Paths hold monitor ids and feed tokens, which are secrets, and a CDN log would store them. The gateway logs route, status and latency without them.',
  );
  say(
    edge,
    'CFR4',
    "Without a domain of its own the distribution has CloudFront's certificate, whose protocol version cannot be chosen; with one it demands TLS 1.2.",
  );
  say(edge.consoleEdge, 'S1', 'CloudFront alone reads the bucket, and it holds what anybody may read.');
  Annotations.of(edge).acknowledgeWarning(
    '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
    'Of the paths that lead to the bucket none is its root once the function has named the file.',
  );
}

function acknowledgeOfConsoleFiles({ role, handler, bucket }: ConsoleFiles): void {
  const files = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket);
  for (const objects of [`<${files}.Arn>/*`, `${CDK_ASSETS}/*`])
    say(
      role,
      `IAM5[Resource::${objects}]`,
      'The names of files and archives hold a hash of what is in them, and a right that changes with each build may not hold yet when it is used.',
    );
  if (handler) say(handler, 'L1', 'A function of CDK, in the runtime that its release was tried with.');
}

function acknowledgeOfBalancer({ balancer, vpc }: PingBalancer): void {
  say(balancer, 'EC23', 'Jobs call from anywhere; nothing but HTTPS is let in.');
  say(
    balancer,
    'ELB2',
    'Its log would store paths, which hold monitor ids and ingest keys: secrets. Its metrics count what fails.',
  );
  say(vpc, 'VPC7', 'Nothing is in this network but the addresses of the balancer.');
}

function say(part: IConstruct, rule: string, reason: string): void {
  Validations.of(part).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}
