import type {
  ContactField,
  ContactFieldName,
  ProposalFieldName,
} from '../../contract/site/contact-fields.ts';
import type { PartnersView } from '../../contract/site/partners.ts';
import { LIMITS } from '../../domain/limits.ts';
import { charges } from '../agents/facts.ts';
import { gratisView, type BillingOffer } from '../billing/billing-view.ts';
import { usdText } from '../billing/usd-text.ts';

/** What a message to the team asks of a proposal; complete by type. */
const LABELS: Readonly<Record<ProposalFieldName, string>> = {
  tipo: 'Kind of proposal',
  empresa: 'Company',
  site: 'Site',
  orcamento: 'Budget in USD',
  espaco: 'Places',
  duracao: 'Days',
  pagamento: 'Paid by',
};

type ContactView = PartnersView['contact'];

/** How to propose something: by what `POST /api/contact` declares. */
export function proposalView(
  offer: BillingOffer,
  email: string | null,
  fields: readonly ContactField<ContactFieldName>[],
): ContactView {
  const { base } = offer;
  return {
    email,
    form_url: `${base}/contact`,
    api_url: `${base}/api/contact`,
    campos: fields.filter(({ isRequired }) => isRequired).map(fieldView),
    campos_proposta: fields.filter(({ isRequired }) => !isRequired).map(fieldView),
    message_template: template(),
    instructions: instructionsOf(offer),
  };
}

const fieldView = ({ name, isRequired, rule, values }: ContactField) => ({
  nome: name,
  obrigatorio: isRequired,
  regra: rule,
  ...(values && { valores: [...values] }),
});

/** To be filled in, for a mail or the message itself. */
function template(): string {
  const lines = Object.entries(LABELS).map(([name, label]) => `${label} (${name}): `);
  return [
    'Good morning,',
    '',
    'we have a proposal for you.',
    '',
    ...lines,
    'What is shown (one line of up to 140 characters): ',
    'Where it leads (https): ',
    'From which day: ',
  ].join('\n');
}

function instructionsOf(offer: BillingOffer): string {
  return `Send a proposal by POST ${offer.base}/api/contact as JSON with the fields of campos, and of campos_proposta what applies; people answer by e-mail. It is free by HTTP${asTool(offer)}. Each network has one message in ${LIMITS.contactGapSec} s; a faster one waits and is not lost. Nothing is booked until we have agreed.`;
}

/** What the same costs an agent that sends it as a tool. */
function asTool(offer: BillingOffer): string {
  const usd = offer.billing.tariff.prices.agent_contact / 1_000_000;
  const isCharged = charges(offer) && !gratisView(offer).includes('agent_contact');
  return isCharged ? `, and ${usdText(usd)} USD as the tool contactTeam of agents` : '';
}
