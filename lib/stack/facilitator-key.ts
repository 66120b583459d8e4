import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { regionOf } from './arn.ts';
import { demandRegion } from './region.ts';
import type { Settings } from './settings/table.ts';

/** The key by which a facilitator knows us: the owner's secret, which the stack neither makes nor reads. */
export class FacilitatorKey extends Construct {
  readonly #arn: string;

  /** That of a deployment; undefined where its facilitator asks for none. */
  static of(scope: Construct, { facilitatorSecretArn: arn }: Settings): FacilitatorKey | undefined {
    return arn === undefined ? undefined : new FacilitatorKey(scope, 'FacilitatorKey', arn);
  }

  private constructor(scope: Construct, id: string, arn: string) {
    super(scope, id);
    this.#arn = arn;
    const region = regionOf(arn);
    demandRegion(this, 'Region', region, `facilitatorSecretArn is in ${region}, not in the stack's region.`);
  }

  allow(fn: AreaFunction): void {
    fn.allow(['secretsmanager:GetSecretValue'], this.#arn, { policy: `FacilitatorRights-${this.#arn}` });
  }
}
