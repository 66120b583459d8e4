import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import type { Operation } from '../operation.ts';

/** Null says that it was not measured, never that there was nothing. */
const count = z.number().min(0).nullable();
const percent = z.number().min(0).max(100).nullable();
const instant = z.iso.datetime();

const use = z.strictObject({
  pings: count,
  alertas: count.describe('That reached somebody.'),
  monitores: count.describe('That were pinged on a day; of several days, the most that one had.'),
});

const figures = {
  paginas: count.describe('Visits of pages, by anybody.'),
  api: count.describe('Calls of the API.'),
  api_ia: count.describe('Those among them of agents of AI.'),
  maquina: count.describe('Those among them of programs.'),
  visitantes: count.describe('Whoever visited, each once a day.'),
  uso: use,
};

const window = z.strictObject(figures);
const day = z.strictObject({ dia: z.iso.date(), ...figures });

const stamp = {
  v: z.literal(1),
  produto: z.string(),
  atualizado_em: instant.nullable(),
  stale: z.boolean().describe(`Whether it is older than ${LIMITS.statisticsStaleHours} hours.`),
};

const published = z.strictObject({
  ...stamp,
  publicado: z.literal(true),
  nome: z.string(),
  desde: z.iso.date().describe('The day on which counting began.'),
  fuso: z.literal('UTC'),
  hoje: z.iso.date().describe('The day of publication; all days before it are whole.'),
  dias: z.array(day).max(LIMITS.publicDays).describe('Oldest first.'),
  janelas: z.strictObject({ d7: window, d30: window }),
  visitantes: count.describe('In the last 30 whole days, as all that follows.'),
  pessoas: count.describe('The people among the visitors.'),
  agentes: z.strictObject({ ia: count, programas: count }).describe('The others.'),
  superficies: z.strictObject({ paginas: count, api: count, mcp: count, feed: count, documentos: count }),
  mcp: z.strictObject({ chamadas: count }),
  uso: use,
  contas: z
    .strictObject({ pessoas: count })
    .nullable()
    .describe('Accounts that have used the product; guests are not counted.'),
  confiabilidade: z.strictObject({
    verificacoes_em_dia_pct: percent,
    alertas_na_primeira_tentativa_pct: percent,
  }),
  catalogo: z.strictObject({ operacoes: count, ferramentas: count, medidas: count }).nullable(),
  apoio: z.strictObject({ parcerias: z.url(), contato: z.url() }),
});

export type PublicNumbersView = z.infer<typeof published>;

/** Before the first publication these five fields alone. */
const unpublished = z.strictObject({ ...stamp, publicado: z.literal(false) });

const exact = z.record(z.string(), count);

const compared = z.strictObject({
  paginas: count,
  api: count,
  api_ia: count,
  maquina: count,
  visitantes: count,
});

const money = z
  .partialRecord(z.enum(['base', 'base-sepolia']), z.strictObject({ pagamentos: count, usd: count }))
  .describe('What came in, by network: `base-sepolia` is test money.');
const counted = { contagens: exact, dinheiro: money };

const operatorNumbers = z.strictObject({
  desde: z.iso.date(),
  fuso: z.literal('UTC'),
  hoje: z.iso.date(),
  dias: z.array(z.strictObject({ dia: z.iso.date(), ...counted })),
  meses: z.array(z.strictObject({ mes: z.string(), ...counted })),
  janelas: z.strictObject({ d7: z.strictObject(counted), d30: z.strictObject(counted) }),
});
export type OperatorNumbersView = z.infer<typeof operatorNumbers>;

const panel = z.strictObject({
  apps: z.array(
    z.strictObject({
      produto: z.string().nullable().describe('Null of one that has never answered.'),
      nome: z.string().nullable(),
      url: z.url(),
      atualizado_em: instant.nullable(),
      stale: z.boolean(),
      falha: z.string().nullable().describe('Why its numbers could not be read the last time.'),
      janelas: z.strictObject({ d7: compared, d30: compared }).nullable(),
    }),
  ),
  updated: instant.optional(),
  totals: z.strictObject({ d7: compared, d30: compared }).optional(),
});
export type PanelView = z.infer<typeof panel>;

const operator = {
  area: 'statistics',
  method: 'GET',
  auth: 'operator',
  status: 200,
  toolset: false,
} as const;

/** What strangers and the operator are shown of the use of the service (SPEC.md "Contact, reporting and statistics"). */
export const publicNumbersOperations = {
  getPublicNumbers: {
    area: 'statistics',
    method: 'GET',
    path: '/api/vitrine',
    auth: 'none',
    status: 200,
    summary: 'The use of the service in numbers of two digits, published once a day.',
    forStrangers: true,
    toolset: false,
    conditional: true,
    keptSec: LIMITS.statisticsKeptSec,
    output: { json: z.union([published, unpublished]) },
    errors: [],
  },
  getOperatorNumbers: {
    ...operator,
    path: '/api/vitrine/operador',
    summary: 'The same numbers, exact and with money.',
    output: {
      json: z.strictObject({
        produto: z.string(),
        atualizado_em: instant.nullable(),
        operador: operatorNumbers.nullable().describe('Null before the first publication.'),
      }),
    },
    errors: [],
  },
  getPanelNumbers: {
    ...operator,
    path: '/api/vitrine/painel',
    summary: 'The public numbers of this product beside those of others.',
    output: { json: panel },
    errors: [],
  },
  getCursors: {
    ...operator,
    path: '/api/vitrine/cursores',
    summary: 'Up to which instant the numbers of each product are whole.',
    output: {
      json: z.record(z.string(), z.strictObject({ borda: instant.optional(), cli: instant.optional() })),
    },
    errors: [],
  },
} as const satisfies Record<string, Operation>;
