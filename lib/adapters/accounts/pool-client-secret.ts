import { DescribeUserPoolClientCommand } from '@aws-sdk/client-cognito-identity-provider';
import { openCognito, type CognitoConfig } from './cognito.ts';

export interface PoolClient {
  userPool: string;
  clientId: string;
}

/** The secret of a client of a Cognito user pool. */
export async function poolClientSecret(
  { userPool: UserPoolId, clientId: ClientId }: PoolClient,
  config: CognitoConfig,
): Promise<string> {
  const asked = new DescribeUserPoolClientCommand({ UserPoolId, ClientId });
  const described = await openCognito(config).send(asked);
  const secret = described.UserPoolClient?.ClientSecret;
  if (!secret) throw new Error('The client of the user pool has no secret.');
  return secret;
}
