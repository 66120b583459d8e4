import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { regionOf } from '../config/arn.ts';
import { demandRegion } from './region.ts';
import type { AwsSettings } from '../config/settings/all-settings.ts';

/** Who signs people in, and what functions need for it. */
export interface Identity {
  /** In the order of the variables of its group. */
  values: string[];
  /** Lets a function have the secret of the client. */
  allow(fn: AreaFunction): void;
  /** In the order of the variables of a user pool; undefined where its people are another's. */
  readonly poolValues: string[] | undefined;
  /** Lets a function remove people. */
  allowRemoval(fn: AreaFunction): void;
}

/** An issuer of the owner's in the place of a user pool. */
export class OtherIssuer extends Construct implements Identity {
  readonly values: string[];
  readonly poolValues = undefined;
  readonly #secretArn: string;

  constructor(scope: Construct, id: string, settings: AwsSettings) {
    super(scope, id);
    const { issuer = '', issuerClientId = '', issuerClientSecretArn: arn = '', issuerAcr = '' } = settings;
    this.#secretArn = arn;
    this.values = [issuer, issuerClientId, arn, issuerAcr, settings.issuerAmr];
    const region = regionOf(arn);
    demandRegion(this, 'Region', region, `issuerClientSecretArn is in ${region}, not in the stack's region.`);
  }

  allow(fn: AreaFunction): void {
    const policy = `IssuerRights-${this.#secretArn}`;
    fn.allow(['secretsmanager:GetSecretValue'], this.#secretArn, { policy });
  }
  /** Its people are others' to remove. */
  allowRemoval(): void {}
}
