import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AaaaRecord,
  ARecord,
  RecordTarget,
  type IAliasRecordTarget,
  type IHostedZone,
  type IRecordSet,
} from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';

export interface OwnNameProps {
  host: string;
  /** @default one is made, and proven in the zone */
  certificateArn?: string | undefined;
  /** @default none: the owner makes the records */
  zone?: IHostedZone | undefined;
}

/** A host name of the owner's, and the certificate that proves it. */
export class OwnName extends Construct {
  readonly host: string;
  readonly certificate: ICertificate;
  readonly #zone: IHostedZone | undefined;

  constructor(scope: Construct, id: string, { host, certificateArn, zone }: OwnNameProps) {
    super(scope, id);
    this.host = host;
    this.#zone = zone;
    this.certificate =
      certificateArn === undefined
        ? new Certificate(this, 'Certificate', {
            domainName: host,
            validation: CertificateValidation.fromDns(zone),
          })
        : Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
  }

  get url(): string {
    return `https://${this.host}`;
  }

  /** Has the name lead there, over IPv4 and IPv6, where the zone is known. */
  leadTo(target: IAliasRecordTarget): IRecordSet[] {
    if (!this.#zone) return [];
    const record = { zone: this.#zone, recordName: `${this.host}.`, target: RecordTarget.fromAlias(target) };
    return [new ARecord(this, 'Ipv4', record), new AaaaRecord(this, 'Ipv6', record)];
  }
}
