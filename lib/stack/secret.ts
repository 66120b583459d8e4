import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { Removal } from './settings.ts';

/** The two secrets the stack makes for itself. Nobody has to type or know either. */
export class ServiceSecrets extends Construct {
  /** Derives ingest keys, feed tokens and read tokens; losing it ends all of them. */
  readonly service: Secret;
  /** Shared by CloudFront and the functions behind it: a request that carries it came through CloudFront. */
  readonly origin: Secret;

  constructor(scope: Construct, id: string, props: { removal: Removal }) {
    super(scope, id);
    const generateSecretString = { passwordLength: 64, excludePunctuation: true };
    this.service = new Secret(this, 'Service', {
      description: 'Rollcall: derives the tokens of owners. Changing it ends every key and feed URL.',
      generateSecretString,
      removalPolicy: props.removal === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.origin = new Secret(this, 'Origin', {
      description: 'Rollcall: marks the requests that came through CloudFront.',
      generateSecretString,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  allowService(fn: AreaFunction): void {
    fn.tell('SECRET_ID', this.service.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], this.service.secretArn);
  }

  /**
   * Tells the function the mark itself: CloudFormation resolves the reference at deployment, so the function
   * needs no permission and no call. It grants nothing but belief in two headers.
   */
  tellOrigin(fn: AreaFunction): void {
    fn.tell('ORIGIN_SECRET', this.originMark);
  }

  /** Resolved by CloudFormation; the template holds a reference, never the value. */
  get originMark(): string {
    return this.origin.secretValue.unsafeUnwrap();
  }
}
