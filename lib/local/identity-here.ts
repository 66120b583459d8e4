import type { Mailer } from '../adapters/alerts/mail.ts';
import { StartError, PortTaken } from './start-error.ts';
import type { IdentityConfig } from '../config/groups.ts';
import type { Own } from './start-together.ts';
import { keepFields, keptFields } from './folder/json-file.ts';

/** Who signs people in at a service of one machine. */
export interface IdentityHere {
  identity: IdentityConfig | null;
  /** Why nobody can sign in although somebody should, in one sentence. */
  signInOff?: string;
  /** What whoever starts the service should know of the accounts, in one sentence; null for nothing. */
  note: string | null;
}

export interface OwnIssuerPlace {
  /** The service's own; 0 where that was a free one. */
  servicePort: number;
  /** The issuer's, where it was said. */
  issuerPort: number | null;
  /** Where the port is noted to which the accounts belong; null where nothing is kept. */
  file: string | null;
  /** Where the service is. */
  base: string;
  mailer: Mailer;
  secret: string;
}

/**
 * Starts the service's own issuer, loaded only here. An account belongs to the issuer's address, so the port of the
 * first start is the one of all, unless another was said. Where it is taken nobody signs in, rather than elsewhere.
 * @throws StartError when the port that was said is taken
 */
export async function ownIdentity(place: OwnIssuerPlace, own: Own): Promise<IdentityHere> {
  const { servicePort, issuerPort, file, base, mailer, secret } = place;
  const kept = keptIssuerPort(file);
  const port = issuerPort ?? kept ?? (servicePort === 0 ? 0 : servicePort + 1);
  const { startOwnIssuer } = await import('./issuer/own-issuer.ts');
  const started = await startOwnIssuer({ port, base, mailer, secret }).catch(orTaken);
  if (started === null) {
    if (issuerPort !== null)
      throw new StartError(`Port ${port} is already in use; choose another one with --issuer-port.`);
    return { identity: null, signInOff: offBecause(port), note: null };
  }
  const { identity } = own(started);
  const listens = Number(new URL(identity.issuer).port);
  if (kept === null) keepIssuerPort(file, listens);
  const isOther = kept !== null && listens !== kept;
  return { identity, note: isOther ? otherAccounts(kept, listens) : null };
}

function orTaken(error: unknown): null {
  if (error instanceof PortTaken) return null;
  throw error;
}

function offBecause(port: number): string {
  return `Sign-in is off because port ${port}, where this service signs people in, is not free: free it and start again, or start with --issuer-port and another one, where everybody begins a new account.`;
}

function otherAccounts(kept: number, listens: number): string {
  return `Who signed in by port ${kept} begins a new account by port ${listens}; start without --issuer-port to have the old ones.`;
}

/** The port of the issuer to which the accounts beside it belong; null where nobody has noted one. */
export function keptIssuerPort(file: string | null): number | null {
  const { port } = keptFields(file);
  return typeof port === 'number' ? port : null;
}

/** Notes it. */
export function keepIssuerPort(file: string | null, port: number): void {
  keepFields(file, { port });
}
