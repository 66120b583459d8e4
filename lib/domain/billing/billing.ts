import type { Tariff } from './tariff.ts';
import type { KeptSecret } from '../kept-secret.ts';
import type { Network } from './x402/network.ts';

/**
 * Whether what costs money is let through with a note (`dev`), charged in test money that this service itself checks
 * (`homolog`, for a rehearsal), or charged (`live`).
 */
export type BillingMode = 'dev' | 'homolog' | 'live';

/** How a deployment charges: a 402, GET /api/billing, GET /api/pricing and the index are made of this one value. */
export interface Billing {
  mode: BillingMode;
  network: Network;
  /** The address that is paid; null only in `dev`. */
  payTo: string | null;
  /** The URL of who verifies and settles payments; null where this service does so itself, or nobody does. */
  facilitator: string | null;
  tariff: Tariff;
  /** Whether a credential opens the rehearsal. */
  hasHomologCredential: boolean;
}

/** What only those need who settle payments. */
export interface Settlement {
  /** A JSON-RPC endpoint of the network. */
  rpcUrl: string | null;
  /** SHA-256 of the credential that opens the rehearsal, in hex. */
  homologCredentialHash: string | null;
  /** The API key by which a facilitator knows us; null where it asks for none. */
  facilitatorKey: KeptSecret | null;
}
