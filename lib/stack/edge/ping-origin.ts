import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { OwnName } from './own-name.ts';
import type { AwsSettings } from '../../config/settings/table.ts';

export interface PingOrigin {
  /** Where jobs ping, as `https://host`. */
  url: string;
  /** How long that is so, for the owner to see at each deployment. */
  lasts: string;
}

/** Where jobs ping. Warns where it is a host that the owner cannot take along: every crontab will hold it. */
export function pingOrigin(
  scope: Construct,
  { ingestOrigin }: AwsSettings,
  own: OwnName | undefined,
  apiHost: string,
): PingOrigin {
  const url = ingestOrigin ?? own?.url;
  if (url !== undefined) return { url, lasts: `as long as ${new URL(url).host} is yours` };
  Annotations.of(scope).addWarningV2(
    'rollcall:jobs-ping-the-api',
    "Jobs will ping the HTTP API's own host, which ends with the stack and will stand in every crontab: set ingestDomain before jobs are set up (docs/deploy.md).",
  );
  return {
    url: `https://${apiHost}`,
    lasts: 'as long as this API: set ingestDomain before jobs are set up',
  };
}
