import { Duration, Fn, Stack } from 'aws-cdk-lib';
import { AccountRecovery, CfnManagedLoginBranding, FeaturePlan, ManagedLoginVersion, Mfa, OAuthScope, PasskeyUserVerification, UserPool, UserPoolClient, UserPoolClientIdentityProvider, UserPoolDomain, UserPoolOperation, VerificationEmailStyle, type CfnUserPool } from 'aws-cdk-lib/aws-cognito'; // prettier-ignore
import { Construct } from 'constructs';
import { LOGOUT_RETURN, signInOperations } from '../contract/accounts/sign-in.ts';
import type { AreaFunction } from './area-function.ts';
import type { Identity } from './identity.ts';
import { identityArn, type MailProps } from './mail.ts';
import { removalPolicyOf } from './removal-policy.ts';
import type { Keeping } from '../config/settings/all-settings.ts';

export interface SignInProps extends Keeping {
  /** Where people reach the service, without a final slash. */
  url: string;
  /** Hears what happens in the pool; undefined in a stack without that function. */
  hears: AreaFunction | undefined;
  /** Undefined without a configured sender: codes come from Cognito's own then, and none is a way to sign in. */
  mail: MailProps | undefined;
}

/** What Cognito says of a passkey, of a password with a code by mail, and of a password with a code of an app. */
const SECOND_FACTOR = { acr: ['urn:cognito:loa:3', 'urn:cognito:loa:4'], amr: ['mfa'] };

/** The user pool: people, their passwords and passkeys, and the pages on which they sign in (decisions/032). */
export class SignIn extends Construct implements Identity {
  readonly pool: UserPool;
  readonly #client: UserPoolClient;
  readonly #pages: string;

  constructor(scope: Construct, id: string, props: SignInProps) {
    super(scope, id);
    this.pool = this.#pool(props);
    this.#client = this.#clientOf(props.url);
    const domain = new UserPoolDomain(this, 'Domain', {
      userPool: this.pool,
      cognitoDomain: { domainPrefix: ownPrefix(this) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.#pages = domain.baseUrl();
    // Without a style of its own a client of this version shows a broken page; the console makes one, CloudFormation none.
    const branding = new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.#client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    // Passkeys hold for the domain, and the client and its pages lead to it: they outlive the stack as the people do.
    for (const kept of [this.#client, domain]) kept.applyRemovalPolicy(removalPolicyOf(props));
    branding.applyRemovalPolicy(removalPolicyOf(props));
    if (props.hears) this.#tell(props.hears, props.mail);
  }

  get values(): string[] {
    const { acr, amr } = SECOND_FACTOR;
    const { userPoolId, userPoolProviderUrl } = this.pool;
    const { userPoolClientId } = this.#client;
    return [userPoolProviderUrl, userPoolClientId, userPoolId, acr.join(' '), amr.join(' '), this.#pages];
  }

  /**
   * The secret of the client is asked of the pool, so that it stands in no template and costs nothing to keep; a second
   * factor is, where a token does not tell of it, and is taken away for a recovery code (decisions/034).
   */
  allow(fn: AreaFunction): void {
    const actions = ['DescribeUserPoolClient', 'AdminGetUser', 'AdminSetUserMFAPreference'];
    fn.allow(
      actions.map((action) => `cognito-idp:${action}`),
      this.pool.userPoolArn,
    );
  }

  get poolValues(): string[] {
    return [this.pool.userPoolId, this.pool.userPoolProviderUrl];
  }

  allowRemoval(fn: AreaFunction): void {
    fn.allow(['cognito-idp:AdminDeleteUser'], this.pool.userPoolArn);
  }

  #pool(props: SignInProps): UserPool {
    const { mail, removal, terminationProtection } = props;
    const pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      // These three can never be changed: a pool with others is another pool, without its people.
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      selfSignUpEnabled: true,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: 'Your Rollcall code',
        emailBody: 'Your code is {####}. If you did not ask for one, leave this mail unanswered.',
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // REQUIRED would rule out codes by mail as a first factor.
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      passwordPolicy: {
        minLength: 12,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
      },
      signInPolicy: {
        allowedFirstAuthFactors: { password: true, passkey: true, emailOtp: mail !== undefined },
      },
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      // As of the table: a protected pool would fail the rollback of a first deployment.
      deletionProtection: removal === 'retain' && terminationProtection,
      removalPolicy: removalPolicyOf(props),
    });
    const resource = pool.node.defaultChild as CfnUserPool;
    resource.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
    if (mail)
      resource.emailConfiguration = {
        emailSendingAccount: 'DEVELOPER',
        from: mail.from,
        sourceArn: identityArn(this, mail),
        // So that a code that comes back stops the address as any other mail does.
        configurationSet: mail.configurationSet,
      };
    return pool;
  }

  #clientOf(url: string): UserPoolClient {
    return new UserPoolClient(this, 'Client', {
      userPool: this.pool,
      generateSecret: true,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // The last one is asked for by who sets up a second factor, and by no other sign-in.
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE, OAuthScope.COGNITO_ADMIN],
        // The page that adds a passkey leads back to the account page, with no code.
        callbackUrls: [url + signInOperations.finishSignIn.path, `${url}/account`],
        logoutUrls: [url + LOGOUT_RETURN],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      // The only token that is used after the sign-in is that of an enrolment.
      accessTokenValidity: Duration.minutes(5),
    });
  }

  #tell(hears: AreaFunction, mail: MailProps | undefined): void {
    this.pool.addTrigger(UserPoolOperation.PRE_SIGN_UP, hears.lambda);
    this.pool.addTrigger(UserPoolOperation.POST_CONFIRMATION, hears.lambda);
    // Alerts leave by the same sender. Cognito's own has fifty mails a day and nothing to lose.
    if (mail) this.pool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, hears.lambda);
  }
}

/** Nobody has to choose a prefix that is free in the region: the GUID of the stack is. The account's id stays out of it. */
function ownPrefix(scope: Construct): string {
  return `rollcall-${Fn.select(2, Fn.split('/', Stack.of(scope).stackId))}`;
}
