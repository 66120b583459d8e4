import { CALL_LIMITS, limitedBy } from './call-limits.ts';

export interface PoolClient {
  userPool: string;
  clientId: string;
}

/** The secret of a client of a Cognito user pool. `endpoint` is Cognito's own unless given. */
export async function poolClientSecret(
  { userPool: UserPoolId, clientId: ClientId }: PoolClient,
  { region, endpoint }: { region: string; endpoint?: string },
): Promise<string> {
  // Loaded with the first sign-in only: it is the largest of the clients.
  const { CognitoIdentityProviderClient, DescribeUserPoolClientCommand } =
    await import('@aws-sdk/client-cognito-identity-provider');
  const client = new CognitoIdentityProviderClient({
    region,
    ...(endpoint !== undefined && {
      endpoint,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
    ...limitedBy(CALL_LIMITS.work),
  });
  const described = await client.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
  const secret = described.UserPoolClient?.ClientSecret;
  if (!secret) throw new Error('The client of the user pool has no secret.');
  return secret;
}
