import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../../lib/local/gateway/close-server.ts';
import { totpOf } from './totp.ts';

/** What Cognito's API is asked: the name of the operation, its input, and how the call is authorised. */
export interface Asked {
  operation: string;
  input: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

/** An answer in the place of the usual one, to what is done all the same where that is said; `mute` never answers. */
export type Fault = 'mute' | { status: number; type: string; isDone?: true };

interface Answer {
  status: number;
  body: object;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As much of the API of a Cognito user pool as the service uses (AWS JSON 1.1), with one person in it. */
export class Cognito {
  readonly url: string;
  asked: Asked[] = [];
  faults: Record<string, Fault> = {};
  /** Access tokens with the scope that the API of a person asks for. */
  tokens = new Set<string>();
  /** The key that was handed out last, and whether a code of it was shown. */
  key: string | null = null;
  isVerified = false;
  settings: string[] = [];
  clientSecret = '';
  readonly #server;

  static async start(): Promise<Cognito> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Cognito(server);
  }

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (req, res) => void this.#answer(req, res));
  }

  /** A person without a second factor, and no faults. */
  reset(): void {
    Object.assign(this, { asked: [], faults: {}, key: null, isVerified: false, settings: [] });
    this.tokens = new Set();
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return closeServer(this.#server);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    const operation = String(req.headers['x-amz-target']).replace('AWSCognitoIdentityProviderService.', '');
    const input = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    const asked = { operation, input, headers: req.headers };
    this.asked.push(asked);
    const fault = this.faults[operation];
    if (fault === 'mute') return;
    if (fault?.isDone) this.#done(asked);
    const { status, body } = fault
      ? refused(fault.type, fault.status)
      : (this.#refusedBy(asked) ?? this.#done(asked));
    res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  }

  /** What administers a pool is signed, and what a person does opened by the person's token alone. */
  #refusedBy({ operation, input, headers }: Asked): Answer | null {
    const isSigned = (headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 ');
    if (operation.startsWith('Admin') || operation === 'DescribeUserPoolClient')
      return isSigned ? null : refused('MissingAuthenticationTokenException');
    return this.tokens.has(String(input['AccessToken'])) ? null : refused('NotAuthorizedException');
  }

  #done({ operation, input }: Asked): Answer {
    switch (operation) {
      case 'DescribeUserPoolClient':
        return done({ UserPoolClient: { ClientSecret: this.clientSecret } });
      case 'AdminGetUser':
      case 'GetUser':
        return done({
          Username: 'ana',
          UserAttributes: [],
          ...(this.settings.length > 0 && { UserMFASettingList: this.settings }),
        });
      case 'AdminDeleteUser':
        return done({});
      case 'AssociateSoftwareToken':
        this.key = [...randomBytes(52)].map((byte) => BASE32[byte % 32]).join('');
        this.isVerified = false;
        return done({ SecretCode: this.key });
      case 'VerifySoftwareToken':
        this.isVerified = this.#isCode(String(input['UserCode']));
        return this.isVerified ? done({ Status: 'SUCCESS' }) : refused('EnableSoftwareTokenMFAException');
      case 'SetUserMFAPreference':
      case 'AdminSetUserMFAPreference':
        return this.#prefer(input['SoftwareTokenMfaSettings'] as { Enabled?: boolean } | undefined);
      default:
        return refused('UnknownOperationException');
    }
  }

  #isCode(code: string): boolean {
    const { key } = this;
    return key !== null && [-30, 0, 30].some((apart) => totpOf(key, Date.now() / 1000 + apart) === code);
  }

  #prefer({ Enabled: isOn = false }: { Enabled?: boolean } = {}): Answer {
    if (isOn && !this.isVerified) return refused('InvalidParameterException');
    this.settings = isOn ? ['SOFTWARE_TOKEN_MFA'] : [];
    return done({});
  }
}

const done = (body: object): Answer => ({ status: 200, body });
const refused = (type: string, status = 400): Answer => ({ status, body: { __type: type, message: type } });
