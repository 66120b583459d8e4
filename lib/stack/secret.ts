import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { regionOf } from '../config/arn.ts';
import { demandRegion } from './region.ts';
import { removalPolicyOf } from './removal-policy.ts';
import type { Keeping } from '../config/settings/all-settings.ts';

/** The secret the stack makes for itself, or that of an existing table. Nobody has to type or know it. */
export class ServiceSecretResource extends Construct {
  /** Derives ingest keys, feed tokens and read tokens; losing it ends all of them. */
  readonly secret: Pick<ISecret, 'secretArn'>;
  readonly #version: number;
  readonly #policy: string;

  constructor(scope: Construct, id: string, props: Keeping & { secretsVersion: number }) {
    super(scope, id);
    this.#version = props.secretsVersion;
    const { serviceSecretArn: arn } = props;
    this.#policy = arn === undefined ? 'SecretRights' : `SecretRights-${arn}`;
    this.secret = arn === undefined ? this.#made(props) : Secret.fromSecretCompleteArn(this, 'Attached', arn);
    if (arn !== undefined) demandSecretsRegion(this, arn);
  }

  #made(props: Keeping): Secret {
    return new Secret(this, 'Service', {
      description: 'Rollcall: derives the tokens of owners. Changing it ends every key and feed URL.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalPolicyOf(props),
    });
  }

  allow(fn: AreaFunction): void {
    fn.give('secret', [this.secret.secretArn, String(this.#version)]);
    fn.allow(['secretsmanager:GetSecretValue'], this.secret.secretArn, { policy: this.#policy });
  }
}

/** Secrets Manager answers in the region it is asked in, which is the stack's. */
function demandSecretsRegion(scope: Construct, arn: string): void {
  const region = regionOf(arn);
  demandRegion(scope, 'Region', region, `serviceSecretArn is in ${region}, not in the stack's region.`);
}
