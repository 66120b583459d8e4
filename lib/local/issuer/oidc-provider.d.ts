/** The part of oidc-provider that is used here: it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** What a person is asked for, and by which request. */
  export interface Interaction {
    uid: string;
    prompt: { name: string };
    params: Record<string, unknown>;
  }

  export interface Login {
    accountId: string;
    acr: string;
    amr: string[];
  }

  export class Grant {
    constructor(of: { clientId: string; accountId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  /** As `AccessToken.find` gives it. */
  export interface AccessToken {
    accountId: string;
    isExpired: boolean;
    scopes: Set<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    Grant: typeof Grant;
    AccessToken: { find(token: string): Promise<AccessToken | undefined> };
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: { login: Login } | { error: string; error_description: string },
    ): Promise<void>;
  }
}
