import { refusedIssuer } from '../../domain/accounts/issuer-url.ts';
import type { IdentityConfig } from '../../config/groups.ts';
import { StartError } from '../start-error.ts';

/** The options of the command line that say who signs people in; the settings of a deployment have the same names. */
export const ISSUER_OPTIONS = {
  'issuer-port': { type: 'string' },
  issuer: { type: 'string' },
  'issuer-client-id': { type: 'string' },
  'issuer-acr': { type: 'string' },
  'issuer-amr': { type: 'string' },
} as const;

/** Where the secret of the client is read from: what stands in a command line, every program of the machine can see. */
export const CLIENT_SECRET_VARIABLE = 'ISSUER_CLIENT_SECRET';

/** Who signs people in: another issuer, or one of the service's own, whose port may be given. */
export type SignInOptions =
  | { identity: IdentityConfig; issuerPort: null }
  | { identity: 'own'; issuerPort: number | null };

type Name = keyof typeof ISSUER_OPTIONS;
type Given = { readonly [N in Name]?: string | undefined };
type Env = Readonly<Record<string, string | undefined>>;

const CLIENT_ID = /^[\x21-\x7e]{1,255}$/;
const WORDS = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

/** Reads them. Throws a `StartError` with one sentence for a value that breaks its rule, or values that contradict. */
export function issuerOptions(given: Given, env: Env): SignInOptions {
  const { issuer, 'issuer-port': port } = given;
  if (issuer !== undefined) return { identity: otherIssuer(issuer, given, env), issuerPort: null };
  for (const name of ['issuer-client-id', 'issuer-acr', 'issuer-amr'] as const)
    if (given[name] !== undefined) throw new StartError(`--${name} is set without --issuer.`);
  if (port === undefined) return { identity: 'own', issuerPort: null };
  const issuerPort = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (issuerPort < 1 || issuerPort > 65_535)
    throw new StartError(`--issuer-port must be a whole number from 1 to 65535; got ${port}.`);
  return { identity: 'own', issuerPort };
}

function otherIssuer(issuer: string, given: Given, env: Env): IdentityConfig {
  const refused = refusedIssuer(issuer, 'http://localhost');
  if (refused !== null) throw new StartError(`--${refused}`);
  if (given['issuer-port'] !== undefined)
    throw new StartError(
      '--issuer-port is of the issuer of this machine, and --issuer names another one; give one of them.',
    );
  const { 'issuer-client-id': clientId = '', 'issuer-acr': acr, 'issuer-amr': amr = 'mfa' } = given;
  if (!CLIENT_ID.test(clientId))
    throw new StartError(
      '--issuer needs --issuer-client-id: what that issuer knows the service by, without blanks.',
    );
  const text = env[CLIENT_SECRET_VARIABLE];
  if (!text)
    throw new StartError(
      `--issuer needs the environment variable ${CLIENT_SECRET_VARIABLE}: the secret of its client.`,
    );
  const secondFactor = { acr: wordsOf('issuer-acr', acr), amr: wordsOf('issuer-amr', amr) };
  return { issuer, clientId, clientSecret: { text }, secondFactor };
}

function wordsOf(name: Name, text: string | undefined): string[] {
  if (text === undefined) return [];
  if (WORDS.test(text)) return text.split(' ');
  throw new StartError(
    `--${name} must be one or several values without blanks, with one blank between them; got ${JSON.stringify(text)}.`,
  );
}
