import type { AwsSettings } from '../../lib/config/settings/all-settings.ts';

const everybody = { mailFrom: 'alerts@example.com', alarmEmail: 'ops@example.com' };
const names = { domainName: 'rollcall.example.com', ingestDomain: 'in.example.com' };
const zone = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' };

/** The deployments whose templates are kept: among them they have everything that holds data or is an address. */
export const deployments: Record<string, Partial<AwsSettings>> = {
  default: {},
  certificates: {
    ...everybody,
    ...names,
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0b1c2d3e',
    ingestCertificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/4f5a6b7c',
  },
  zone: { ...everybody, ...names, ...zone, stage: 'prod' },
  withoutCloudFront: { ...everybody, ...names, ...zone, cdn: false },
  existingTable: {
    tableName: 'rollcall-restored',
    serviceSecretArn: 'arn:aws:secretsmanager:us-east-1:111122223333:secret:SecretsService-AbCdEf',
  },
};
