import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Config } from '../../config/config.ts';
import { CALL_LIMITS, limitedBy } from '../call-limits.ts';

export type CognitoConfig = Pick<Config, 'region' | 'standIns'>;

/** A client of Cognito, the largest of the clients: whatever names it is loaded when a person signs in, and not before. */
export function openCognito({ region, standIns }: CognitoConfig): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region,
    ...limitedBy(CALL_LIMITS.signIn),
    ...(standIns?.cognito && {
      endpoint: standIns.cognito,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  });
}
