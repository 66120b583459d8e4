import type { OperationName } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Bought, Priced, Sku } from '../../domain/billing/tariff.ts';
import type { Operator } from '../../domain/statistics/operator/operator-settings.ts';
import { gratisView, type BillingOffer } from '../billing/billing-view.ts';

/** What a call may cost, as operations declare it. */
export type Charges = NonNullable<Operation['charges']>;

/** An operation as documents list it. */
export interface Endpoint {
  name: string;
  method: string;
  also?: readonly string[];
  /** Parameters are written `:name`. */
  path: string;
  /** The label of SPEC.md "Authentication". */
  auth: string;
  url: string;
  returns: string;
  group: string;
  /** Takes the form of a page of this service, and nothing that programs send. */
  isForm: boolean;
  /** What a call may cost; null where it cannot pay. */
  charges: Charges | null;
}

/** Where agents find the operations as tools. */
export interface Mcp {
  url: string;
  /** With every tool; without it those that watch jobs. */
  allTools: string;
  /** Of the protocol, the newest first. */
  versions: readonly string[];
  tools: readonly string[];
}

/** All that the discovery documents of a deployment are made of. */
export interface DeploymentFacts {
  build: string;
  /** Where the service is, without final slashes. */
  base: string;
  ingest: string;
  operator: Operator;
  offer: BillingOffer;
  hasGuests: boolean;
  /** Whether there is anything for strangers. */
  isPublic: boolean;
  /** How each label of authentication is satisfied, in words. */
  credentials: Readonly<Record<string, string>>;
  endpoints: readonly Endpoint[];
  /** Null where it is not served. */
  mcp: Mcp | null;
  /** The URL of an operation, its parameters as names. */
  url: (name: OperationName) => string;
}

/** Who runs it; the product itself, and what is said about it, where nobody said so. */
export function providerOf({ operator, url }: Pick<DeploymentFacts, 'operator' | 'url'>, product: string) {
  const { name = product, url: page = null } = operator.provider ?? {};
  return { name, url: page ?? url('getKnowledgeAbout') };
}

/** Whether calls are answered 402 here at all. */
export function charges({ billing, isUnlimited }: BillingOffer): boolean {
  return billing.mode !== 'dev' && !isUnlimited;
}

/** What of it has to be paid for here. */
export function pricedOf(offer: BillingOffer, of: Charges): Bought[] {
  if (!charges(offer)) return [];
  // What is free by HTTP is asked for nowhere that these documents name.
  if ('asTool' in of) return [];
  return 'cents' in of ? ['prepaid_credit'] : chargedSkus(offer, of.skus);
}

/** Those that are not free for now. */
export function chargedSkus(offer: BillingOffer, skus: readonly Sku[]): Sku[] {
  const gratis: readonly Priced[] = gratisView(offer);
  return skus.filter((sku) => !gratis.includes(sku));
}
