import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { regionOf } from '../config/arn.ts';
import { demandRegion } from './region.ts';

export interface GivenSecretProps {
  arn: string;
  /** The setting that named it. */
  setting: string;
  /** How the policies that it needs are called. */
  policy: string;
}

/** A secret of the owner's that exists already, which the stack neither makes nor reads. */
export class GivenSecret extends Construct {
  readonly arn: string;
  readonly #policy: string;

  /** That of a deployment; undefined where it sets none. */
  static of(
    scope: Construct,
    id: string,
    { arn, ...props }: Omit<GivenSecretProps, 'arn'> & { arn: string | undefined },
  ): GivenSecret | undefined {
    return arn === undefined ? undefined : new GivenSecret(scope, id, { ...props, arn });
  }

  private constructor(scope: Construct, id: string, { arn, setting, policy }: GivenSecretProps) {
    super(scope, id);
    this.arn = arn;
    this.#policy = policy;
    const region = regionOf(arn);
    demandRegion(this, 'Region', region, `${setting} is in ${region}, not in the stack's region.`);
  }

  allow(fn: AreaFunction): void {
    fn.allow(['secretsmanager:GetSecretValue'], this.arn, { policy: `${this.#policy}-${this.arn}` });
  }
}
