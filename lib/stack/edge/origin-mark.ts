import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * What CloudFront shows the functions, so that they believe what it says of the viewer. It opens nothing, so it is made
 * anew rather than rotated: a raised version is another secret, and so both sides change in one deployment.
 */
export class OriginMark extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: { secretsVersion: number }) {
    super(scope, id);
    this.secret = new Secret(this, `Version${props.secretsVersion}`, {
      description: 'Rollcall: by which its functions know calls that came by CloudFront.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  /** A reference that CloudFormation resolves: the value stands in no template. */
  get value(): string {
    return this.secret.secretValue.unsafeUnwrap();
  }
}
