import { RemovalPolicy, Stack, type CfnResource } from 'aws-cdk-lib';
import { AccessLevel, S3OriginAccessControl, type IOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { named } from './edge-policies.ts';

/**
 * A bucket of the console's files, which CloudFront alone reads. It holds nothing that a deployment does not write again,
 * so it goes with the stack, as the logs do.
 */
export function consoleBucket(scope: Construct): IBucket {
  const bucket = new Bucket(scope, 'Bucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
    // A bucket with files in it cannot be deleted, nor a first deployment rolled back that has put them there.
    autoDeleteObjects: true,
  });
  writeNoLog(Stack.of(scope));
  // Its own type says of a property that it may be undefined, where the interface says that it may be missing.
  return bucket as IBucket;
}

/**
 * Takes from CDK's function that empties buckets the right to write every log of the account. Why it failed it tells
 * CloudFormation; what it may delete the bucket's policy says.
 */
function writeNoLog({ node }: Stack): void {
  const role = node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider').node.findChild('Role');
  (role as CfnResource).addPropertyDeletionOverride('ManagedPolicyArns');
}

export function consoleOrigin(scope: Construct, bucket: IBucket): IOrigin {
  return S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(scope, 'Access', {
      originAccessControlName: named(scope, 'Console'),
    }),
    // Without the right to list, a file that is not there is answered 403. No path that leads here lists: `/` is a file.
    originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
  });
}
