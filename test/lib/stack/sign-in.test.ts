import { beforeAll, describe, expect, it } from 'vitest';
import { needsOf } from '../../../lib/areas/areas.ts';
import { configFromEnv } from '../../../lib/config/config.ts';
import { permanentOf } from '../../released/permanent.ts';
import {
  environmentOf,
  functionsOf,
  grantsOf,
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../support/stack/synthesised.ts';

let stack: Synthesised;
let mailing: Synthesised;
let elsewhere: Synthesised;
beforeAll(() => {
  stack = synthesised();
  mailing = synthesised({ mailFrom: 'alerts@example.com' });
  elsewhere = synthesised({
    issuer: 'https://id.example.com',
    issuerClientId: 'rollcall',
    issuerClientSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Issuer-Ab12Cd',
  });
});

const poolOf = (of: Synthesised) => propertiesOf(of, 'AWS::Cognito::UserPool');
const clientOf = (of: Synthesised) => propertiesOf(of, 'AWS::Cognito::UserPoolClient');
const listed = (value: unknown) => (value as unknown[]).map(readable);

describe('the user pool', () => {
  it('is of the Essentials plan, and people are known in it by their address, however it is written', () => {
    expect(poolOf(stack)).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
  });

  it('takes passwords and passkeys, and codes by mail where there is a sender', () => {
    const factors = (of: Synthesised) => (poolOf(of)['Policies'] as { SignInPolicy: object }).SignInPolicy;

    expect(factors(stack)).toEqual({ AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] });
    expect(factors(mailing)).toEqual({ AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'] });
    expect(poolOf(stack)).not.toHaveProperty('EmailConfiguration');
    const { From, ConfigurationSet } = poolOf(mailing)['EmailConfiguration'] as Record<string, unknown>;
    expect([From, readable(ConfigurationSet)]).toEqual([
      'alerts@example.com',
      'MailFeedbackConfigurationSet',
    ]);
  });

  it('lets a code of an app be the second factor, none by SMS, and remembers no device', () => {
    expect(poolOf(stack)).toMatchObject({
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
    expect(poolOf(stack)).not.toHaveProperty('DeviceConfiguration');
  });

  it('is protected like the table once the stack is', () => {
    expect(poolOf(stack)['DeletionProtection']).toBe('INACTIVE');
    expect(poolOf(synthesised({ terminationProtection: true }))['DeletionProtection']).toBe('ACTIVE');
  });

  it('is held by the gate of releases with its client and domain', () => {
    const types = Object.values(permanentOf(stack.template).Resources).map(({ Type }) => Type);

    for (const name of ['UserPool', 'UserPoolClient', 'UserPoolDomain'])
      expect(types).toContain(`AWS::Cognito::${name}`);
  });

  it('goes with the stack only with removal=destroy', () => {
    const { resources } = synthesised({ removal: 'destroy' });
    const kept = Object.values(resources).filter(({ Type }) => Type.startsWith('AWS::Cognito::'));

    expect(kept.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual([
      'Delete',
      'Delete',
      'Delete',
      'Delete',
    ]);
  });
});

describe('its pages', () => {
  it('are of managed login 2 with a style of the client, at a prefix that nobody chooses', () => {
    const domain = propertiesOf(stack, 'AWS::Cognito::UserPoolDomain');

    expect(domain['ManagedLoginVersion']).toBe(2);
    expect(JSON.stringify(domain['Domain'])).toContain('{"Ref":"AWS::StackId"}');
    expect(JSON.stringify(domain['Domain'])).not.toContain('AccountId');
    expect(propertiesOf(stack, 'AWS::Cognito::ManagedLoginBranding')).toMatchObject({
      UseCognitoProvidedValues: true,
    });
  });

  it('lead back to the service and nowhere else, by a code that a secret redeems', () => {
    expect(clientOf(stack)).toMatchObject({
      GenerateSecret: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
      AccessTokenValidity: 5,
      TokenValidityUnits: { AccessToken: 'minutes' },
      PreventUserExistenceErrors: 'ENABLED',
    });
    expect(listed(clientOf(stack)['CallbackURLs'])).toEqual([
      'https://EdgeDistribution.DomainName/auth/callback',
      'https://EdgeDistribution.DomainName/account',
    ]);
    expect(listed(clientOf(stack)['LogoutURLs'])).toEqual([
      'https://EdgeDistribution.DomainName/account?done=ended',
    ]);
    const bare = clientOf(synthesised({ cdn: false }))['CallbackURLs'];
    expect(listed(bare)).toEqual([
      'https://HttpApi.execute-api.<Region>.<URLSuffix>/auth/callback',
      'https://HttpApi.execute-api.<Region>.<URLSuffix>/account',
    ]);
  });
});

describe('the functions', () => {
  it('are told the pool where they sign people in, and may ask it for the secret of the client and about a person', () => {
    const config = configFromEnv(environmentOf(stack, 'account'));

    expect(config.identity).toEqual({
      issuer: 'SignInPool.ProviderURL',
      clientId: 'SignInClient',
      clientSecret: { userPool: 'SignInPool' },
      secondFactor: { acr: ['urn:cognito:loa:3', 'urn:cognito:loa:4'], amr: ['mfa'] },
      factorScope: 'aws.cognito.signin.user.admin',
      pages: 'https://SignInDomain.auth.<Region>.amazoncognito.com',
    });
    const asking = stackAreas.filter((area) =>
      grantsOf(mailing, area).some((grant) => grant.startsWith('cognito-idp:')),
    );
    expect(asking).toEqual(['account', 'eraser']);
    expect(grantsOf(mailing, 'eraser').filter((grant) => grant.startsWith('cognito-idp:'))).toEqual([
      'cognito-idp:AdminDeleteUser SignInPool',
    ]);
    expect(configFromEnv(environmentOf(mailing, 'eraser')).userPool).toEqual({
      id: 'SignInPool',
      issuer: 'SignInPool.ProviderURL',
    });
    expect(grantsOf(mailing, 'account').filter((grant) => grant.startsWith('cognito-idp:'))).toEqual([
      'cognito-idp:AdminGetUser SignInPool',
      'cognito-idp:AdminSetUserMFAPreference SignInPool',
      'cognito-idp:DescribeUserPoolClient SignInPool',
    ]);
  });

  it('hear of sign-ups and reset passwords from this pool alone', () => {
    const permissions = ofType(stack, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties['Principal'] === 'cognito-idp.amazonaws.com',
    );

    expect(Object.keys(poolOf(stack)['LambdaConfig'] as object)).toEqual(['PostConfirmation', 'PreSignUp']);
    // Only what leaves by the sender of the alerts is counted mail by mail.
    expect(Object.keys(poolOf(mailing)['LambdaConfig'] as object).sort()).toEqual([
      'CustomMessage',
      'PostConfirmation',
      'PreSignUp',
    ]);
    expect(permissions.map(([, { Properties }]) => readable(Properties['SourceArn']))).toEqual([
      'SignInPool',
      'SignInPool',
    ]);
    expect(permissions.map(([, { Properties }]) => readable(Properties['FunctionName']))).toEqual([
      'poolFunction',
      'poolFunction',
    ]);
  });
});

it('the function that hears the pool is told how many mails sign-ups may cause, and may not mail', () => {
  expect(configFromEnv(environmentOf(mailing, 'pool'))).toMatchObject({
    signUpMails: { perHour: 100 },
    metrics: { namespace: 'Rollcall' },
    sender: null,
    secret: null,
  });
  const fewer = synthesised({ signUpMailsPerHour: 7 });
  expect(configFromEnv(environmentOf(fewer, 'pool')).signUpMails).toEqual({ perHour: 7 });
});

describe('another issuer', () => {
  it('takes the place of the pool, and of the function that hears it', () => {
    expect(JSON.stringify(elsewhere.resources)).not.toContain('Cognito');
    expect(functionsOf(elsewhere)).toHaveLength(
      stackAreas.filter((area) => !needsOf(area).needsSender && !needsOf(area).needsPool).length,
    );
  });

  it('is told to the function, which may read the secret of its client', () => {
    expect(configFromEnv(environmentOf(elsewhere, 'account')).identity).toEqual({
      issuer: 'https://id.example.com',
      clientId: 'rollcall',
      clientSecret: { id: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Issuer-Ab12Cd' },
      secondFactor: { acr: [], amr: ['mfa'] },
    });
    expect(grantsOf(elsewhere, 'account')).toContain(
      'secretsmanager:GetSecretValue arn:aws:secretsmanager:eu-west-1:111122223333:secret:Issuer-Ab12Cd',
    );
  });

  it('has its secret in the region of the stack, or CloudFormation refuses', () => {
    expect(JSON.stringify(elsewhere.template.toJSON()['Rules'])).toContain(
      "issuerClientSecretArn is in eu-west-1, not in the stack's region.",
    );
  });
});
