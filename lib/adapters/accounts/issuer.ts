import type * as openidClient from 'openid-client';
import { isPlainHttp, refusedIssuer } from '../../domain/accounts/issuer-url.ts';
import { required, urlsOf, type Config } from '../../config/config.ts';
import { systemClock } from '../clock.ts';
import { loadOnce } from '../load-once.ts';
import {
  identityOf,
  isClientRefused,
  IssuerUnavailable,
  issuerRefusalOf,
  type ProvenPerson,
} from './issuer-answer.ts';
import { keptText } from '../secrets.ts';

/** What a browser is sent to the issuer with (OpenID Connect Core, section 3.1.2.1). */
export interface AuthorizationRequest {
  state: string;
  nonce: string;
  /** Only its hash goes to the issuer (RFC 7636). */
  verifier: string;
  /** Has the person prove again who it is, at most so long ago. */
  maxAgeSec?: number;
  /** Ways to sign in one of which is wanted. */
  acrValues?: readonly string[];
  /** What the access token is to be good for beside what every sign-in asks for. */
  scope?: string;
}

/** Who signed in, and what may be asked of the issuer in its name. */
export interface Redeemed {
  person: ProvenPerson;
  accessToken: string;
}

/** What a browser brings back from the issuer (RFC 6749, section 4.1.2; RFC 9207). */
export type IssuerAnswer = { readonly [P in 'state' | 'code' | 'iss' | 'error']?: string | undefined };

/** The provider of identities, as a relying party uses it. */
export interface Issuer {
  /** Where a browser is sent. Throws `IssuerUnavailable`. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * The person an answer of the issuer is about. Throws `IssuerUnavailable`, and `AnswerRefused` where the issuer says no
   * or its answer does not hold: state, nonce, PKCE, signature, issuer, audience, times.
   */
  redeem(answer: IssuerAnswer, expected: AuthorizationRequest): Promise<Redeemed>;
  /**
   * Where a browser ends its session at the provider, which leads it back to an address that it knows for that. Null where
   * the provider has no such page. Throws `IssuerUnavailable`.
   */
  logoutUrl(back: string): Promise<string | null>;
}

type IssuerConfig = Pick<Config, 'identity' | 'urls' | 'region' | 'standIns'>;

export const CALLBACK_PATH = '/auth/callback';

/** For how long the issuer may be silent. */
const TIMEOUT_SEC = 5;

/**
 * The configured issuer; found out about with the first sign-in, and once. Where it no longer takes the secret of the
 * client, which may have been changed, the next sign-in finds out anew.
 */
export function openIssuer(config: IssuerConfig): Issuer {
  const load = () => loadOnce(() => connect(config));
  let once = load();
  const connected = () => once().catch(asUnavailable);
  const asRefused = (error: unknown): never => {
    if (isClientRefused(error)) once = load();
    throw issuerRefusalOf(error);
  };
  return {
    authorizationUrl: async (request) => {
      const { client, library } = await connected();
      const { state, nonce, verifier, maxAgeSec, acrValues, scope } = request;
      const url = library.buildAuthorizationUrl(client, {
        redirect_uri: urlsOf(config).base + CALLBACK_PATH,
        scope: `openid email profile ${scope ?? ''}`.trim(),
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(maxAgeSec !== undefined && { prompt: 'login', max_age: String(maxAgeSec) }),
        ...(acrValues && acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      });
      return url.href;
    },
    redeem: async (answer, { state, nonce, verifier, maxAgeSec }) => {
      const { client, library } = await connected();
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(maxAgeSec !== undefined && { maxAge: maxAgeSec }),
      };
      const tokens = await library
        .authorizationCodeGrant(client, callbackUrl(config, answer), checks)
        .catch(asRefused);
      const person = identityOf(tokens.claims() ?? {}, systemClock.now());
      return { person, accessToken: tokens.access_token };
    },
    logoutUrl: async (back) => poolLogoutUrl(config, back) ?? logoutUrlOf(await connected(), back),
  };
}

/** That of a user pool, whose parameters are its own ("The managed login sign-out endpoint"); null for another issuer. */
function poolLogoutUrl({ identity }: IssuerConfig, back: string): string | null {
  if (!identity?.pages) return null;
  const query = new URLSearchParams({ client_id: identity.clientId, logout_uri: back });
  return `${identity.pages}/logout?${query}`;
}

/** OpenID Connect RP-Initiated Logout 1.0, section 2; without `id_token_hint`, since no token is kept. */
function logoutUrlOf({ client, library }: Connected, back: string): string | null {
  if (client.serverMetadata().end_session_endpoint === undefined) return null;
  return library.buildEndSessionUrl(client, { post_logout_redirect_uri: back }).href;
}

function callbackUrl(config: IssuerConfig, answer: IssuerAnswer): URL {
  const url = new URL(urlsOf(config).base + CALLBACK_PATH);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function asUnavailable(cause: unknown): never {
  throw new IssuerUnavailable('The issuer is not there as it is configured.', { cause });
}

async function secretOf(config: IssuerConfig): Promise<string> {
  const { clientId, clientSecret } = required(config.identity, 'who signs people in');
  if (!('userPool' in clientSecret)) return keptText(clientSecret, config);
  const { poolClientSecret } = await import('./pool-client-secret.ts');
  return poolClientSecret({ ...clientSecret, clientId }, config);
}

interface Connected {
  client: openidClient.Configuration;
  library: typeof openidClient;
}

/** Loaded with the first sign-in: most calls of the area, and all others, need none of it. */
async function connect(config: IssuerConfig): Promise<Connected> {
  const { issuer, clientId } = required(config.identity, 'who signs people in');
  const refused = refusedIssuer(issuer, urlsOf(config).base);
  if (refused !== null) throw new Error(refused);
  const [library, secret] = await Promise.all([import('openid-client'), secretOf(config)]);
  const execute = [
    // Unless told so it trusts the connection by which a token came, and not the signature.
    library.enableNonRepudiationChecks,
    ...(isPlainHttp(issuer) ? [library.allowInsecureRequests] : []),
  ];
  const proof = library.ClientSecretBasic(secret);
  const client = await library.discovery(new URL(issuer), clientId, { require_auth_time: true }, proof, {
    execute,
    timeout: TIMEOUT_SEC,
  });
  return { client, library };
}
