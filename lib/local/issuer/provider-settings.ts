import type Provider from 'oidc-provider';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { deriveToken } from '../../adapters/ids.ts';
import { CALLBACK_PATH } from '../../adapters/accounts/issuer.ts';
import { LOGOUT_RETURN } from '../../contract/accounts/sign-in.ts';
import { markup } from '../../render/markup.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { issuerPage, issuerLogoutPage } from './issuer-pages.ts';

/** The scope of an access token that opens the routes of second factors at the issuer of this machine. */
export const FACTORS_SCOPE = 'urn:rollcall:factors';

export const FACTORS_PATH = '/factors/totp';

export const CLIENT_ID = 'rollcall';
/** By a code that was mailed, and by that and a code of an authenticator. */
export const ACR = { mail: 'urn:rollcall:mail', secondFactor: 'urn:rollcall:second-factor' } as const;

const HOUR_SEC = 3600;

/** The people who have signed in, by what the issuer calls them. */
export class SignedInPeople {
  readonly #emails = new Map<string, string>();

  /** The same person after a restart, since its name follows from its address. */
  subjectOf(email: string): string {
    const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
    this.#emails.set(subject, email);
    return subject;
  }

  emailOf(subject: string): string | undefined {
    return this.#emails.get(subject);
  }
}

/** The settings of the issuer: it knows one client, which is this service. */
export function providerSettings(
  base: string,
  secret: string,
  people: SignedInPeople,
): Record<string, unknown> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cookieKey = deriveToken(secret, 'own-issuer-cookies');
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecretOf(secret),
        redirect_uris: [base + CALLBACK_PATH],
        post_logout_redirect_uris: [base + LOGOUT_RETURN],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    scopes: ['openid', FACTORS_SCOPE],
    acrValues: Object.values(ACR),
    // The methods reach the ID token only by a scope that is asked for, and the address only by a claim of its own.
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { logoutSource: askWhetherToSignOut },
    },
    cookies: { keys: [cookieKey] },
    ttl: {
      AccessToken: HOUR_SEC,
      AuthorizationCode: 60,
      Grant: HOUR_SEC,
      IdToken: HOUR_SEC,
      Interaction: 600,
      Session: HOUR_SEC,
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => accountOf(people, accountId),
    loadExistingGrant: grantEverything,
    renderError: (ctx: { type: string; body: string }) => {
      ctx.type = 'html';
      const failed = markup`<p>The sign-in cannot go on. <a href="${base}/auth/login">Begin anew</a>.</p>`;
      ctx.body = issuerPage('Sign-in', failed);
    },
  };
}

/** Any page can send a browser here, so the person has the last word. `form` is the issuer's own, without a button. */
function askWhetherToSignOut(ctx: { type: string; body: string }, form: string): void {
  ctx.type = 'html';
  ctx.body = issuerLogoutPage(form);
}

export function clientSecretOf(secret: string): string {
  return deriveToken(secret, 'own-issuer-client');
}

function accountOf(people: SignedInPeople, accountId: string) {
  const email = people.emailOf(accountId);
  const claims = () => ({ sub: accountId, email, email_verified: true });
  return email === undefined ? undefined : { accountId, claims };
}

/** Nobody is asked whether this service may know the address it mailed to. */
async function grantEverything(ctx: {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
}) {
  const { provider, client, session } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(`openid email profile ${FACTORS_SCOPE}`);
  await grant.save();
  return grant;
}
