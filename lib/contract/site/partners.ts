import * as z from 'zod';
import { CONTACT_DAYS } from '../../domain/site/partners.ts';
import type { Operation } from '../operation.ts';

const usd = z.number().positive().nullable().meta({ description: 'For the whole time; null if negotiable.' });

const offered = {
  id: z.string().meta({ description: 'By which a proposal names it (`espaco` of `POST /api/contact`).' }),
  nome: z.string(),
  price_usd_30d: usd,
  exposure: z.array(z.strictObject({ dias: z.literal(CONTACT_DAYS), price_usd: usd })),
  disponivel: z.boolean(),
};

const placement = z.strictObject({
  ...offered,
  onde: z.string(),
  formato: z.string(),
  exclusivo: z.boolean(),
  medicao: z.string(),
});

const sponsor = z.strictObject({
  id: z.string(),
  nome: z.string(),
  url: z.url(),
  frase: z.string(),
  espacos: z.array(z.string()).meta({ description: 'Ids of placements.' }),
  ate: z.iso.date().meta({ description: 'The last day in UTC.' }),
});

const payment = z.strictObject({
  rede: z.enum(['base', 'base-sepolia']),
  chain_id: z.int(),
  ativo: z.boolean().meta({ description: 'Whether payments are taken now.' }),
  pay_to: z.string().nullable(),
  eip681: z.string().nullable().meta({
    description: 'The same for a wallet, which asks for the amount (ERC-681); null while none is taken.',
  }),
  alternativas: z.array(z.strictObject({ id: z.string(), nome: z.string() })),
  nota: z.string(),
});

const contactField = z.strictObject({
  nome: z.string(),
  obrigatorio: z.boolean(),
  regra: z.string(),
  valores: z.array(z.union([z.string(), z.number()])).optional(),
});

const contact = z.strictObject({
  email: z.string().nullable(),
  form_url: z.url(),
  api_url: z.url(),
  campos: z.array(contactField).meta({ description: 'Of every message.' }),
  campos_proposta: z.array(contactField).meta({ description: 'Of a proposal, beside them.' }),
  message_template: z.string(),
  instructions: z.string(),
});

/** SPEC.md "GET /api/partners". */
const partners = z
  .strictObject({
    status: z.literal('sob_consulta').meta({ description: 'People answer each proposal.' }),
    produto: z.string(),
    idioma: z.literal('en'),
    titulo: z.string(),
    descricao: z.string(),
    publico: z.string(),
    modalidades: z.array(z.strictObject({ id: z.string(), nome: z.string() })),
    placements: z.array(placement),
    house_bundle: z.strictObject({
      ...offered,
      descricao: z.string(),
      placements: z.array(z.string()),
    }),
    parcerias: z.array(z.strictObject({ id: z.string(), nome: z.string(), descricao: z.string() })),
    current_sponsors: z.array(sponsor),
    stats: z.strictObject({ url: z.url(), nota: z.string() }),
    payment,
    contact,
    politica: z.string(),
    _links: z.strictObject({
      self: z.url(),
      stats: z.url(),
      page: z.url(),
      contact: z.url(),
      casa: z.url(),
    }),
  })
  .meta({ id: 'Partners' });

export const partnersOperations = {
  getPartners: {
    area: 'statistics',
    method: 'GET',
    path: '/api/partners',
    auth: 'none',
    status: 200,
    forStrangers: true,
    conditional: true,
    keptSec: 3_600,
    toolset: 'contact',
    summary: 'Returns where sponsors are shown, prices, current sponsors, and how to make a proposal.',
    output: { json: partners },
    errors: [],
  },
} as const satisfies Record<string, Operation>;

export type PartnersView = z.input<typeof partners>;
