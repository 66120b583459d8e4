import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct, type IDependable } from 'constructs';

/** A folder of files that are served with the same headers. */
export interface ConsoleFolder {
  /** Of letters, digits and dashes: it is part of logical ids. */
  name: string;
  dir: string;
  contentType: string;
  cacheControl: string;
}

export interface ConsoleFilesProps {
  bucket: IBucket;
  /** In this order, each when those before it are there. */
  folders: readonly ConsoleFolder[];
  /** What the last of them waits for. */
  lastAfter: readonly IDependable[];
}

/**
 * Puts folders into a bucket, in each deployment that changes them. What earlier deployments put there stays. CDK's own
 * function does it, by a role of ours: CDK's may also delete, and write every log of the account.
 */
export class ConsoleFiles extends Construct {
  readonly bucket: IBucket;
  readonly role: Role;
  /** CDK's function; undefined where there is nothing to put. */
  readonly handler: IConstruct | undefined;

  constructor(scope: Construct, id: string, { bucket, folders, lastAfter }: ConsoleFilesProps) {
    super(scope, id);
    this.bucket = bucket;
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const packed = folders.map(({ name, dir }) => new Asset(this, `Asset-${name}`, { path: dir }));
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { put: new PolicyDocument({ statements: rightsTo(bucket, packed, logGroup) }) },
    });
    const puts = folders.map(({ name, contentType, cacheControl }, at) => {
      const { bucket: from, s3ObjectKey } = packed[at] as Asset;
      return new BucketDeployment(this, name, {
        sources: [Source.bucket(from, s3ObjectKey)],
        destinationBucket: bucket,
        prune: false,
        contentType,
        cacheControl: [CacheControl.fromString(cacheControl)],
        role: this.role.withoutPolicyUpdates(),
        logGroup,
      });
    });
    inOrder(puts);
    // With what empties it, which waits for all that may be refused: a rollback cannot delete a bucket that has files in it.
    puts[0]?.node.addDependency(bucket);
    this.handler = handlerIn(Stack.of(this));
    puts.at(-1)?.node.addDependency(...lastAfter);
  }
}

/** A stack has one for all its buckets. */
function handlerIn(stack: Stack): IConstruct | undefined {
  return stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
}

function inOrder(puts: readonly BucketDeployment[]): void {
  for (const [at, put] of puts.entries()) {
    const before = puts[at - 1];
    if (!before) continue;
    put.node.addDependency(before);
    // All of them share the function that the first one made; the layers of the others would be 22 MB each for nothing.
    put.node.tryRemoveChild('AwsCliLayer');
  }
}

/** All assets of a bucket: a right on one would change with each build, and might not hold yet when it is used. */
function rightsTo(bucket: IBucket, [first]: readonly Asset[], logGroup: LogGroup): PolicyStatement[] {
  const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
  return [
    ...(first ? [allow(['s3:GetObject'], [first.bucket.arnForObjects('*')])] : []),
    allow(['s3:ListBucket'], [bucket.bucketArn]),
    allow(['s3:PutObject'], [bucket.arnForObjects('*')]),
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
  ];
}
