import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { sameText } from '../../adapters/ids.ts';
import { readBody } from '../gateway/read-body.ts';
import type { Authenticators } from './authenticators.ts';
import { type SignedInPeople, FACTORS_SCOPE } from './provider-settings.ts';

const BODY_MAX_BYTES = 1_000;

export interface FactorParts {
  provider: Provider;
  people: SignedInPeople;
  authenticators: Authenticators;
  /** Of the service, which speaks for a person by `?subject=`. */
  clientSecret: string;
}

/**
 * What a person's access token may do with its authenticator, as Cognito's API has it: see whether there is one (GET), begin
 * one (POST), show a code of it (PUT) and remove it (DELETE).
 */
export async function answerFactors(
  parts: FactorParts,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const json = (status: number, body: object) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [, bearer = ''] = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '') ?? [];
  const subject = new URL(req.url ?? '', 'http://issuer').searchParams.get('subject');
  if (subject !== null) return answerService(parts, { bearer, subject, method: req.method }, json);
  const email = await personOf(parts, bearer);
  if (email === undefined) return json(401, { error: 'invalid_token' });
  const { authenticators } = parts;
  switch (req.method) {
    case 'GET':
      return json(200, { isEnrolled: authenticators.isEnrolled(email) });
    case 'POST':
      return json(200, { key: authenticators.keyFor(email) });
    case 'PUT':
      if (!authenticators.isCode(email, await codeIn(req))) return json(422, { error: 'wrong_code' });
      authenticators.enrol(email);
      return void res.writeHead(204).end();
    case 'DELETE':
      authenticators.remove(email);
      return void res.writeHead(204).end();
    default:
      return json(405, { error: 'method_not_allowed' });
  }
}

/** What the service may do with the authenticator of whoever: see whether there is one, and remove it. */
function answerService(
  { people, authenticators, clientSecret }: FactorParts,
  { bearer, subject, method }: { bearer: string; subject: string; method: string | undefined },
  json: (status: number, body: object) => void,
): void {
  if (!sameText(bearer, clientSecret)) return json(401, { error: 'invalid_client' });
  // Who has not signed in since the start has none.
  const email = people.emailOf(subject) ?? '';
  const isEnrolled = authenticators.isEnrolled(email);
  if (method === 'DELETE') authenticators.remove(email);
  return json(200, { isEnrolled });
}

async function personOf({ provider, people }: FactorParts, bearer: string): Promise<string | undefined> {
  const token = bearer === '' ? undefined : await provider.AccessToken.find(bearer);
  if (!token || token.isExpired || !token.scopes.has(FACTORS_SCOPE)) return undefined;
  return people.emailOf(token.accountId);
}

async function codeIn(req: IncomingMessage): Promise<string> {
  const body = await readBody(req, BODY_MAX_BYTES);
  const sent = JSON.parse(typeof body === 'string' ? '{}' : body.toString()) as { code?: unknown };
  return typeof sent.code === 'string' ? sent.code : '';
}
