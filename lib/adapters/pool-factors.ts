import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { openCognito, type CognitoConfig } from './cognito.ts';

/** Whether a person of a Cognito user pool has a second factor, without which a password opens nothing there. */
export async function hasPoolFactor(
  { userPool: UserPoolId, subject: Username }: { userPool: string; subject: string },
  config: CognitoConfig,
): Promise<boolean> {
  const user = await openCognito(config).send(new AdminGetUserCommand({ UserPoolId, Username }));
  return (user.UserMFASettingList ?? []).length > 0;
}
