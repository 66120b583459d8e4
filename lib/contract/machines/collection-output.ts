import * as z from 'zod';
import type { Format } from '../../domain/machines/measures/measure.ts';
import { deviceFacts } from './device-output.ts';

const command = z.string().nullable();

/** What installs, checks and takes away what sends readings: lines to paste on the machine. */
const lineCommands = {
  agora: command,
  agenda: command.meta({
    description:
      'What repeats it: a line of a crontab, of less than 900 characters; more than one, a line each, where all do not fit.',
  }),
  instalar: command,
  conferir: command,
  remover: command,
};

/** SPEC.md "Collection" `comandos`. */
const collectionCommands = z
  .strictObject({
    estado: z.enum(['pronto', 'sem_fonte', 'sem_transporte', 'sem_agendador', 'cron_parado']),
    fonte: z.string().nullable().meta({ description: 'What is read, such as /proc/loadavg.' }),
    cliente: z.string().nullable().meta({ description: 'What sends it.' }),
    agendador: z.enum(['crontab', 'schtasks']).nullable().meta({ description: 'What repeats it.' }),
    ...lineCommands,
  })
  .nullable()
  .meta({ id: 'ComandosColeta', description: 'Null if the device has not reported.' });

/** SPEC.md "Collection" `equipamentos[].comandos`. */
const deviceCommands = z
  .strictObject({
    ...lineCommands,
    comecar: command.meta({ description: 'Installs the line and sends a first reading at once.' }),
  })
  .nullable()
  .meta({ id: 'ComandosEquipamento' });

/** SPEC.md "Collection". */
export const collection = z
  .strictObject({
    id: z.string(),
    nome: z.string(),
    grupo: z.string().nullable(),
    medida: z.string(),
    ativa: z.boolean().meta({ description: 'While it is false readings are ignored.' }),
    criado_em: z.iso.datetime(),
    ambiente_id: z.string(),
    ambiente: deviceFacts.nullable(),
    comandos: collectionCommands,
  })
  .meta({ id: 'Coleta' });

/** A device with all that is collected of it. */
export const equipment = z
  .strictObject({
    ambiente_id: z.string(),
    nome: z.string(),
    grupo: z.string().nullable(),
    ambiente: deviceFacts.nullable(),
    medidas: z.array(z.string()),
    comandos: deviceCommands,
  })
  .meta({ id: 'Equipamento' });

const FORMATS = ['mib', 'pct', 'mbps', 'mbs', 'seg', 'num', 'int'] as const satisfies readonly Format[];

/** The measures by their ids (SPEC.md `medidas`). */
export const measures = z.record(
  z.string(),
  z.strictObject({
    rotulo: z.string(),
    desc: z.string(),
    painel: z.array(z.strictObject({ c: z.string(), r: z.string(), f: z.enum(FORMATS).optional() })).meta({
      description: 'Field, label, and format; without a format it is text.',
    }),
    serie: z.array(z.string()).meta({ description: 'The fields to draw over time.' }),
  }),
);

/** SPEC.md `leituras`: when, and the fields of the measure that could be read. */
const reading = z
  .object({ t: z.iso.datetime() })
  .catchall(z.union([z.number(), z.string()]))
  .meta({ id: 'Leitura' });
export const readings = z.array(reading).meta({ description: 'Newest first.' });

export const pollAfterSecField = z.int().meta({ description: 'Wait this many seconds before asking again.' });

/** What `GET /api/coletas/serie` says of one collection. */
export const series = z
  .strictObject({
    id: z.string(),
    medida: z.string(),
    ativa: z.boolean(),
    api: z.string().meta({ description: 'The URL of this series alone.' }),
    leituras: readings.optional(),
    poll_after_sec: pollAfterSecField.optional(),
    erro: z.enum(['leitura_limitada', 'indisponivel', 'resposta_grande']).optional().meta({
      description:
        'In place of readings: `leitura_limitada` and `indisponivel` are temporary; `resposta_grande` does not fit with the others, so ask for fewer, or for `api`.',
    }),
    retry_after_sec: z.int().optional(),
  })
  .meta({ id: 'Serie' });

export type ReadingView = z.input<typeof reading>;
export type SeriesView = z.input<typeof series>;
export type CollectionView = z.infer<typeof collection>;
export type EquipmentView = z.infer<typeof equipment>;
export type MeasuresView = z.infer<typeof measures>;
