import * as z from 'zod';
import { CONTEXTS, SYSTEMS, TRANSPORTS } from '../../domain/machines/devices/facts.ts';

const text = z.string().nullable();

/** SPEC.md `dados`: what a machine told of itself. */
export const deviceFacts = z.strictObject({
  os: z.enum(SYSTEMS),
  versao: text,
  arquitetura: text,
  distribuicao: text,
  distribuicao_versao: text,
  shell: text,
  contexto: z.enum(CONTEXTS).nullable(),
  transporte: z.enum(TRANSPORTS).nullable().meta({ description: 'Null: it has nothing to send with.' }),
  capacidades: z.array(z.string()),
  versoes: z.record(z.string(), z.string()),
});

const step = z.strictObject({
  id: z.string(),
  titulo: z.string(),
  comando: z.string(),
  detalhe: z.string().optional().meta({ description: 'In the preview of a report: what is missing.' }),
});

/** SPEC.md `passos`: short checks to paste, by terminal. */
const steps = z.strictObject({ posix: z.array(step), powershell: z.array(step) });

/** Not in the specification: a number of a machine that opens an incident beyond a value. */
export const aviso = z.strictObject({
  monitor_id: z.string().meta({ description: 'Its monitor, which alerts, is paused and ended as any.' }),
  nome: z.string(),
  medida: z.string(),
  campo: z.string(),
  acima: z.number().optional().meta({ description: 'It is told above this; absent where it is told below.' }),
  abaixo: z.number().optional().meta({ description: 'It is told below this.' }),
  termina: z.number().meta({ description: 'At this it is over: a little within the value.' }),
  leituras: z.int().meta({ description: 'So many readings in a row must be beyond the value.' }),
  state: z.enum(['ok', 'late', 'waiting', 'paused', 'inactive']),
  desde: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Since when it is beyond the value; null while it is not.' }),
});

/** SPEC.md "Ambiente". */
export const ambiente = z
  .strictObject({
    id: z.string(),
    nome: z.string(),
    grupo: z.string().nullable(),
    criado_em: z.iso.datetime(),
    expira_em: z.iso.datetime().meta({ description: 'Until then it may report.' }),
    detectado_em: z.iso.datetime().nullable(),
    estado: z.enum(['pending', 'detected', 'expired']),
    dados: deviceFacts.nullable(),
    medidas: z.array(z.string()).meta({ description: 'What can be measured of it.' }),
    passos: steps
      .nullable()
      .meta({ description: 'Null in lists, once the machine has reported, and after the hour.' }),
    sonda: z.strictObject({ mostra: z.string(), envia: z.string() }).nullable().meta({
      description: 'One line for its terminal: to print the report, or to send it. Null as `passos`.',
    }),
    vigiar: z.boolean().meta({ description: 'Whether a monitor watches that it keeps sending.' }),
    monitor_id: z.string().nullable(),
  })
  .meta({ id: 'Ambiente' });

/** One device: its thresholds too, where it has some. */
export const shownAmbiente = ambiente.extend({ avisos: z.array(aviso).optional() });

/** What a report answers: whether it was saved, else what it says of the machine and the checks that it lacks. */
export const reportReceipt = z
  .strictObject({
    ok: z.boolean(),
    dados: deviceFacts.nullable(),
    medidas: z.array(z.string()),
    passos: steps,
    pronto: z.boolean().meta({ description: 'Whether it is complete, so that it can be saved.' }),
  })
  .partial()
  .required({ ok: true });

export type ReceiptView = z.input<typeof reportReceipt>;
export type AvisoView = z.input<typeof aviso>;
export type AmbienteView = z.input<typeof ambiente>;
export type FactsView = z.input<typeof deviceFacts>;
