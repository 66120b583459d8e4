import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import { OwnName } from './own-name.ts';
import { regionOf } from '../../config/arn.ts';
import { demandRegion } from '../region.ts';
import type { AwsSettings } from '../../config/settings/all-settings.ts';

/** The names that the owner chose for the service, proven but leading nowhere yet. */
export class OwnNames extends Construct {
  /** Where people and programs reach the service. */
  readonly public: OwnName | undefined;
  /** Where jobs ping. */
  readonly ingest: OwnName | undefined;

  constructor(scope: Construct, id: string, settings: AwsSettings) {
    super(scope, id);
    const { domainName, certificateArn, ingestDomain, ingestCertificateArn } = settings;
    const zone = this.#zone(settings);
    if (domainName !== undefined) {
      this.public = new OwnName(this, 'Public', { host: domainName, certificateArn, zone });
      if (!settings.cdn) this.#demandOwnRegion('certificateArn', certificateArn);
      else if (certificateArn === undefined) this.#demandRegionOfCloudFront(domainName);
    }
    if (ingestDomain !== undefined) {
      this.ingest = new OwnName(this, 'Ingest', {
        host: ingestDomain,
        certificateArn: ingestCertificateArn,
        zone,
      });
      this.#demandOwnRegion('ingestCertificateArn', ingestCertificateArn);
    }
  }

  #zone({ hostedZoneId, hostedZoneName: zoneName }: AwsSettings): IHostedZone | undefined {
    if (hostedZoneId === undefined || zoneName === undefined) return undefined;
    return HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
  }

  /** API Gateway takes certificates of its own region only. */
  #demandOwnRegion(setting: string, certificateArn: string | undefined): void {
    if (certificateArn === undefined) return;
    const region = regionOf(certificateArn);
    demandRegion(
      this,
      `RegionOf-${setting}`,
      region,
      `${setting} is in ${region}, not in the stack's region.`,
    );
  }

  /** A stack makes certificates in its own region only. */
  #demandRegionOfCloudFront(host: string): void {
    const sentence = `CloudFront takes certificates of us-east-1 only: deploy there, or set certificateArn to one of ${host} made there.`;
    demandRegion(this, 'RegionOfCloudFront', 'us-east-1', sentence);
  }
}
