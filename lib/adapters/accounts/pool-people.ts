import { AdminDeleteUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { openCognito, type CognitoConfig } from './cognito.ts';

/** Removes a person of a Cognito user pool, with its password, passkeys and sessions there. */
export async function removeFromPool(
  { userPool: UserPoolId, subject: Username }: { userPool: string; subject: string },
  config: CognitoConfig,
): Promise<void> {
  try {
    await openCognito(config).send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
