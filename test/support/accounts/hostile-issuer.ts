import { createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../../lib/local/gateway/close-server.ts';
import type { IdentityConfig } from '../../../lib/config/groups.ts';

type Claims = Record<string, unknown>;

/** How an ID token is signed: as it should be, with a key that the issuer does not show, or by what is no signature. */
type Signing = 'own key' | 'another key' | 'another kid' | 'none' | 'the client secret';

/** What the issuer does instead of what it should. */
export interface Ways {
  /** Claims over the honest ones; undefined leaves one out. */
  claims?: Claims;
  signing?: Signing;
  /** Of the token endpoint, and its code of why. */
  status?: number;
  error?: string;
}

const CLIENT_ID = 'rollcall';
const CLIENT_SECRET = 'the-secret-of-the-client';

/** An issuer that says what a test has it say. It shows no pages: a test opens the callback itself. */
export class HostileIssuer {
  readonly url: string;
  /** The body and the `Authorization` of the newest token request. */
  asked: { form: URLSearchParams; authorization: string } | undefined;
  /** The tokens of its newest answer. */
  issued: { access: string; id: string } | undefined;
  /** The nonce of the sign-in that is under way, which its tokens carry. */
  nonce = '';
  ways: Ways = {};
  /** Over its honest metadata, which whoever asks first keeps. */
  metadata: Record<string, unknown> = {};
  /** Whoever shows another one at the token endpoint is not the client. */
  clientSecret = CLIENT_SECRET;
  readonly accessToken = randomBytes(24).toString('base64url');
  readonly #server;
  readonly #own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #another = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  static async start(): Promise<HostileIssuer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostileIssuer(server);
  }

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (req, res) => void this.#answer(req, res));
  }

  get identity(): IdentityConfig {
    return {
      issuer: this.url,
      clientId: CLIENT_ID,
      clientSecret: { text: CLIENT_SECRET },
      secondFactor: { acr: ['loa:4'], amr: ['mfa'] },
    };
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const json = (status: number, body: object) => {
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify(body));
    };
    if (req.url === '/.well-known/openid-configuration') return json(200, this.#metadata());
    if (req.url === '/jwks') return json(200, { keys: [{ ...publicJwk(this.#own.publicKey), kid: 'own' }] });
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    this.asked = { form, authorization: req.headers.authorization ?? '' };
    const { status = 200, error = 'invalid_grant' } = this.ways;
    if (secretIn(this.asked.authorization) !== this.clientSecret)
      return json(401, { error: 'invalid_client' });
    if (status !== 200) return json(status, { error });
    this.issued = { access: this.accessToken, id: this.#idToken() };
    json(200, { access_token: this.issued.access, token_type: 'Bearer', id_token: this.issued.id });
  }

  #metadata(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  #idToken(): string {
    const nowSec = Math.floor(Date.now() / 1000);
    const honest: Claims = {
      iss: this.url,
      aud: CLIENT_ID,
      sub: 'ana',
      nonce: this.nonce,
      iat: nowSec,
      exp: nowSec + 300,
      auth_time: nowSec,
      email: 'ana@example.com',
      email_verified: true,
    };
    const { claims = {}, signing = 'own key' } = this.ways;
    const alg = { none: 'none', 'the client secret': 'HS256' }[signing as string] ?? 'ES256';
    const kid = signing === 'another kid' ? 'another' : 'own';
    const signed = [
      { alg, kid, typ: 'JWT' },
      { ...honest, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${this.#signatureOf(signed, signing)}`;
  }

  #signatureOf(signed: string, signing: Signing): string {
    if (signing === 'none') return '';
    if (signing === 'the client secret')
      return createHmac('sha256', CLIENT_SECRET).update(signed).digest('base64url');
    const { privateKey } = signing === 'own key' ? this.#own : this.#another;
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return sign('sha256', Buffer.from(signed), key).toString('base64url');
  }
}

function secretIn(authorization: string): string {
  const shown = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  return decodeURIComponent(shown.slice(shown.indexOf(':') + 1));
}

function publicJwk(key: KeyObject): object {
  return { ...key.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
}
