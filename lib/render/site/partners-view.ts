import type { ContactField } from '../../contract/site/contact-fields.ts';
import type { PartnersView } from '../../contract/site/partners.ts';
import type { Instant } from '../../domain/instant.ts';
import {
  CONTACT_DAYS,
  type Offered,
  type PartnersConfig,
  type Placement,
  type Sponsor,
} from '../../domain/site/partners.ts';
import { isFree, sponsorsNow } from '../../domain/site/placements.ts';
import { PRODUCT } from '../../domain/product.ts';
import type { BillingOffer } from '../billing/billing-view.ts';
import { proposalView } from './proposal.ts';
import type { BillingMode } from '../../domain/billing/billing.ts';
import { NETWORKS } from '../../domain/billing/x402/network.ts';
import { transferUri } from '../../domain/billing/x402/pay-to.ts';

interface Parts {
  config: PartnersConfig;
  offer: BillingOffer;
  /** What `POST /api/contact` takes. */
  fields: readonly ContactField[];
  now: Instant;
}

/** SPEC.md `GET /api/partners`. */
export function partnersView({ config, offer, fields, now }: Parts): PartnersView {
  const { base } = offer;
  const contact = proposalView(offer, config.email, fields);
  const stats = `${base}/api/vitrine`;
  return {
    status: 'sob_consulta',
    produto: PRODUCT.name,
    idioma: 'en',
    titulo: config.title,
    descricao: config.description,
    publico: config.audience,
    modalidades: named(config.kinds),
    placements: config.placements.map((placement) => placementView(placement, config, now)),
    house_bundle: bundleView(config, now),
    parcerias: config.partnerships.map(({ id, name, description }) => ({
      id,
      nome: name,
      descricao: description,
    })),
    current_sponsors: sponsorsNow(config, now).map(sponsorView),
    stats: { url: stats, nota: 'Public numbers of this service, self-counted and rounded.' },
    payment: partnerPayment(offer, named(config.otherPayments)),
    contact,
    politica: config.policy,
    _links: {
      self: `${base}/api/partners`,
      stats,
      page: `${base}/partners`,
      contact: contact.form_url,
      casa: `${base}/`,
    },
  };
}

const named = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([id, nome]) => ({ id, nome }));

function placementView(placement: Placement, config: PartnersConfig, now: Instant) {
  const { where, format, isExclusive, measurement } = placement;
  return {
    ...offeredView(placement),
    onde: where,
    formato: format,
    exclusivo: isExclusive,
    medicao: measurement,
    disponivel: isFree(placement, config, now),
  };
}

/** All places together can be had while each of them can. */
function bundleView(config: PartnersConfig, now: Instant): PartnersView['house_bundle'] {
  const { houseBundle, placements } = config;
  return {
    ...offeredView(houseBundle),
    descricao: houseBundle.description,
    placements: placements.map(({ id }) => id),
    disponivel: houseBundle.isOffered && placements.every((each) => isFree(each, config, now)),
  };
}

function offeredView({ id, name, prices }: Offered) {
  return {
    id,
    nome: name,
    price_usd_30d: prices?.[30] ?? null,
    exposure: CONTACT_DAYS.map((dias) => ({ dias, price_usd: prices?.[dias] ?? null })),
  };
}

const sponsorView = ({ id, name, url, text, placements, until }: Sponsor) => ({
  id,
  nome: name,
  url,
  frase: text,
  espacos: [...placements],
  ate: until,
});

type PaymentView = PartnersView['payment'];

const NOTES: Record<BillingMode, string> = {
  dev: 'We take no payments here now. Ask before you pay anything.',
  homolog: 'A rehearsal in test money. Send nothing of value to this address.',
  live: 'USDC on this network only, and only once we have agreed; then send us the transaction in a message.',
};

/** Where a partner pays: to the address that the service is paid at, on its network. */
export function partnerPayment(
  { billing }: Pick<BillingOffer, 'billing'>,
  alternatives: PaymentView['alternativas'],
): PaymentView {
  const { mode, network, payTo } = billing;
  const isTaken = mode !== 'dev' && payTo !== null;
  return {
    rede: network,
    chain_id: NETWORKS[network].chainId,
    ativo: isTaken,
    pay_to: payTo,
    eip681: isTaken ? transferUri(network, payTo) : null,
    alternativas: alternatives,
    nota: NOTES[isTaken ? mode : 'dev'],
  };
}
