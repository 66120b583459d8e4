import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { removalPolicyOf } from './removal-policy.ts';
import type { Keeping } from './settings/table.ts';

/** The secret the stack makes for itself. Nobody has to type or know it. */
export class ServiceSecret extends Construct {
  /** Derives ingest keys, feed tokens and read tokens; losing it ends all of them. */
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: Keeping) {
    super(scope, id);
    this.secret = new Secret(this, 'Service', {
      description: 'Rollcall: derives the tokens of owners. Changing it ends every key and feed URL.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalPolicyOf(props),
    });
  }

  allow(fn: AreaFunction): void {
    fn.tell('secret', [this.secret.secretArn]);
    fn.allow(['secretsmanager:GetSecretValue'], this.secret.secretArn);
  }
}
