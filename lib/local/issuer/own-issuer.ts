import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { systemClock } from '../../adapters/clock.ts';
import type { Mailer } from '../../adapters/alerts/mail.ts';
import type { IdentityConfig } from '../../config/groups.ts';
import { closeServer } from '../gateway/close-server.ts';
import { readBody } from '../gateway/read-body.ts';
import { PortTaken } from '../start-error.ts';
import type { Stoppable } from '../start-together.ts';
import {
  ACR,
  CLIENT_ID,
  clientSecretOf,
  SignedInPeople,
  providerSettings,
  FACTORS_PATH,
  FACTORS_SCOPE,
} from './provider-settings.ts';
import { Authenticators } from './authenticators.ts';
import { answerFactors } from './factor-routes.ts';
import { SignInSteps } from './sign-in-steps.ts';

export interface OwnIssuerOptions {
  /** 0 takes a free one. */
  port: number;
  /** Where the service is. */
  base: string;
  /** Takes the mails with codes. */
  mailer: Mailer;
  /** The service secret, from which its own are derived. */
  secret: string;
}

export interface OwnIssuer extends Stoppable {
  /** What the service has to know of it. */
  identity: IdentityConfig;
}

const BODY_MAX_BYTES = 10_000;

/**
 * An issuer on this machine that signs in whoever reads its mails, which is whoever sits here. On 127.0.0.1 beside a
 * service on localhost: two sites, as an issuer elsewhere is, so that cookies behave as they will there.
 * @throws PortTaken when the port is
 */
export async function startOwnIssuer({ port, base, mailer, secret }: OwnIssuerOptions): Promise<OwnIssuer> {
  const server = createServer();
  await listening(server, port);
  const { port: listens } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${listens}`;
  const people = new SignedInPeople();
  const provider = new Provider(issuer, providerSettings(base, secret, people));
  const authenticators = new Authenticators(secret, systemClock);
  const steps = new SignInSteps({ mailer, mailUrl: `${base}/_local`, authenticators });
  const asIssuer = provider.callback();
  // The issuer adds the hash of its one script, which goes on where another person was signed in.
  const policy = `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${base}`;
  server.on('request', (req, res) => {
    if (req.headers.host !== new URL(issuer).host) return void res.writeHead(421).end();
    res.setHeader('content-security-policy', policy);
    res.setHeader('referrer-policy', 'same-origin');
    const path = req.url ?? '';
    const answered = path.startsWith('/interaction/')
      ? interact({ provider, steps, people, base }, req, res)
      : path.split('?', 1)[0] === FACTORS_PATH
        ? answerFactors({ provider, people, authenticators, clientSecret: clientSecretOf(secret) }, req, res)
        : asIssuer(req, res);
    answered.catch(() => res.headersSent || res.writeHead(500).end());
  });
  const secondFactor = { acr: [ACR.secondFactor], amr: ['mfa'] };
  const identity = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: { text: clientSecretOf(secret) },
    secondFactor,
    factorScope: FACTORS_SCOPE,
  };
  return { identity, stop: () => closeServer(server) };
}

async function listening(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    throw new PortTaken(`Port ${port} cannot be listened on.`, { cause });
  }
}

interface Interacting {
  provider: Provider;
  steps: SignInSteps;
  people: SignedInPeople;
  base: string;
}

/** A step of a sign-in in a browser that the issuer sent here. */
async function interact(
  { provider, steps, people, base }: Interacting,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(req, res).catch(() => undefined);
  if (!details) return void res.writeHead(303, { location: `${base}/auth/login` }).end();
  const { uid, params } = details;
  const step =
    req.method === 'POST'
      ? await steps.take(uid, await formOf(req), wantsSecondFactor(params))
      : steps.page(uid);
  if ('page' in step) {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    return void res.end(step.page);
  }
  if ('refused' in step)
    return provider.interactionFinished(req, res, {
      error: step.refused,
      error_description: 'Too many wrong codes.',
    });
  const { email, acr, amr } = step;
  await provider.interactionFinished(req, res, { login: { accountId: people.subjectOf(email), acr, amr } });
}

function wantsSecondFactor({ acr_values: wanted }: Record<string, unknown>): boolean {
  return typeof wanted === 'string' && wanted.split(' ').includes(ACR.secondFactor);
}

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const body = await readBody(req, BODY_MAX_BYTES);
  return new URLSearchParams(typeof body === 'string' ? '' : body.toString());
}
