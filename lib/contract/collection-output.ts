import * as z from 'zod';
import type { Format } from '../domain/measure/measure.ts';
import { deviceFacts } from './device-output.ts';

const command = z.string().nullable();

/** What installs, checks and takes away what sends readings: lines to paste on the machine. */
const lineCommands = {
  agora: command,
  agenda: command,
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
  .meta({ id: 'ComandosColeta', description: 'Null where the device told nothing of itself.' });

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

export type CollectionView = z.infer<typeof collection>;
export type EquipmentView = z.infer<typeof equipment>;
export type MeasuresView = z.infer<typeof measures>;
