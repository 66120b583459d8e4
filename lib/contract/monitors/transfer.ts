import * as z from 'zod';
import { SKUS } from '../../domain/billing/allowance.ts';
import { HEARD } from '../../domain/alerts/owner-channel.ts';
import { LIMITS } from '../../domain/limits.ts';
import { channelSettingOperations } from '../alerts/channels.ts';
import { exportedSecrets, exportedSending } from '../alerts/sending.ts';
import { field } from '../field.ts';
import { maintenanceOperations } from './maintenance.ts';
import { createMonitorBody, nameField } from './monitor-input.ts';
import type { Operation } from '../operation.ts';
import { cursor } from '../page.ts';
import { importCosts, importQuery } from './every-import.ts';

const VERSION = 1;
const version = field(z.literal(VERSION), {
  code: 'corpo_invalido',
  rule: `${VERSION}, the version of this form`,
});

const exported = z
  .strictObject({
    slug: z.string().optional(),
    name: z.string(),
    interval_sec: z.int().optional(),
    cron: z.string().optional(),
    tz: z.string().optional(),
    grace_sec: z.int().optional(),
    max_duration_sec: z.int().optional(),
    alert_repeat_sec: z.int().optional(),
    alert_after_failures: z.int().optional(),
    alert_channels: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    alert_to: z.string().nullable().optional(),
    alert_url: z.string().optional(),
  })
  .meta({ id: 'MonitorSettings', description: 'What the owner chose; defaults are absent.' });

const exportedChannel = z
  .strictObject({
    name: z.string(),
    url: z.string(),
    ...exportedSending,
    hears: z.array(z.enum(HEARD)).optional(),
    tags: z.array(z.string()).optional(),
    on: z.boolean().optional(),
  })
  .meta({ id: 'ChannelSettings' });

const exportedMaintenance = z
  .strictObject({
    name: z.string(),
    tags: z.array(z.string()).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    cron: z.string().optional(),
    tz: z.string().optional(),
    length_sec: z.int().optional(),
  })
  .meta({ id: 'MaintenanceSettings' });

/** A channel as a file holds it: by its name one knows whether it is there. */
const importedChannel = channelSettingOperations.createChannel.body.json.extend({
  name: nameField,
  ...exportedSecrets,
});

/** A monitor as a file holds it. */
const imported = createMonitorBody.extend({
  slug: field(z.string(), {
    code: 'slug_invalido',
    rule: 'a job name that keeps a letter or digit out of a-z 0-9',
  }).nullish(),
});

const importBody = z.strictObject({
  version: version.optional(),
  monitors: field(z.array(imported).max(LIMITS.importMaxMonitors), {
    code: 'corpo_invalido',
    rule: `a list of up to ${LIMITS.importMaxMonitors} monitors, as exported`,
  }),
  channels: field(z.array(importedChannel).max(LIMITS.channelsMax), {
    code: 'corpo_invalido',
    rule: `a list of up to ${LIMITS.channelsMax} channels, as exported`,
  }).optional(),
  maintenance: field(
    z.array(maintenanceOperations.createMaintenance.body.json).max(LIMITS.maintenanceWindowsMax),
    {
      code: 'corpo_invalido',
      rule: `a list of up to ${LIMITS.maintenanceWindowsMax} windows, as exported`,
    },
  ).optional(),
  next_cursor: z.string().nullish().meta({ description: 'Not looked at.' }),
});

const place = { index: z.int().meta({ description: 'Of the entry in `monitors`, from 0.' }) };
const channelNamed = { index: z.int(), id: z.string(), name: z.string() };
const named = { ...place, id: z.string(), name: z.string(), slug: z.string().optional() };

/** All monitors of an owner as a file, and back. */
export const transferOperations = {
  exportMonitors: {
    area: 'monitors',
    method: 'GET',
    path: '/api/export',
    toolset: 'fleet',
    auth: 'owner',
    status: 200,
    summary:
      'Returns the settings of all your monitors and channels as one file that an import takes; no state, no history.',
    query: z.object({ cursor }),
    output: {
      json: z.strictObject({
        version: z.literal(VERSION),
        monitors: z.array(exported),
        channels: z.array(exportedChannel).optional().meta({
          description:
            'Your channels, where you have any; in the first part. A URL is whole, secrets in it too.',
        }),
        maintenance: z.array(exportedMaintenance).optional().meta({
          description:
            'Your windows of maintenance that are not over, where you have any; in the first part.',
        }),
        next_cursor: z
          .string()
          .optional()
          .meta({
            description: `Present if there are more than ${LIMITS.importMaxMonitors} monitors or 4 MB: send it as \`cursor\`.`,
          }),
      }),
    },
    errors: [],
  },
  importMonitors: {
    area: 'monitors',
    method: 'POST',
    path: '/api/import/json',
    throttle: 'bulk',
    toolset: 'fleet',
    rules: {
      cron_ou_interval: 'An entry has cron or interval_sec;',
      cron_sem_ocorrencia: 'its cron has a run within 366 days;',
      slug_repetido: 'no two have the same name;',
      revividos_demais: '24 deleted names come back at most;',
      destino_invalido: 'a channel has a url;',
      canal_invalido: 'the file has its key and headers.',
    },
    auth: 'owner',
    status: 200,
    summary:
      'Proposes the monitors and channels of an exported file that you do not have; with apply=1 creates them, all or none.',
    query: z.object({
      ...importQuery,
    }),
    body: { json: importBody },
    bodyMaxBytes: LIMITS.importMaxBytes,
    output: {
      json: z.strictObject({
        applied: z.boolean(),
        would_create: z.int(),
        existing: z
          .array(
            z.strictObject({
              ...named,
              differs: z.array(z.string()).meta({
                description: 'Fields in which the monitor differs from the file. An import leaves them.',
              }),
            }),
          )
          .meta({ description: 'Entries whose monitor you have: by slug, without one by name.' }),
        created: z.array(z.strictObject({ ...named, ingest_url: z.string() })).optional(),
        channels: z
          .strictObject({
            would_create: z.int(),
            existing: z.array(z.strictObject({ ...channelNamed, differs: z.array(z.string()) })),
            created: z.array(z.strictObject(channelNamed)).optional(),
          })
          .optional()
          .meta({ description: 'The same of the channels in the file, by name; absent without any.' }),
        maintenance: z
          .strictObject({
            would_create: z.int(),
            existing: z.array(z.strictObject({ ...channelNamed, differs: z.array(z.string()) })),
            over: z.array(z.int()).meta({ description: 'Entries that are already over: not created.' }),
            created: z.array(z.strictObject(channelNamed)).optional(),
          })
          .optional()
          .meta({ description: 'The same of the maintenance in the file, by name; absent without any.' }),
        ...importCosts,
      }),
    },
    charges: { skus: SKUS, times: LIMITS.importMaxMonitors },
    errors: [
      'nome_obrigatorio', 'nome_invalido', 'intervalo_invalido', 'cron_ou_interval', 'cron_invalido', 'tz_invalida',
      'grace_invalido', 'cron_sem_ocorrencia', 'pausa_invalida', 'pausa_longa', 'max_duration_invalida',
      'alert_repeat_invalido', 'alert_after_failures_invalido', 'alert_channels_invalido', 'tags_invalidas', 'alert_to_invalido',
      'alert_url_invalida', 'destino_invalido', 'canal_invalido', 'campo_desconhecido', 'slug_invalido', 'slug_repetido', 'revividos_demais', 'not_found', 'pagamento_necessario', 'limite_monitores', 'muitas_confirmacoes',
      'hears_invalido', 'on_invalido', 'limite_canais', 'manutencao_invalida', 'limite_manutencoes', 'conflito',
    ], // prettier-ignore
  },
} as const satisfies Record<string, Operation>;

export type ExportedMonitor = z.infer<typeof exported>;
export type ExportedChannel = z.infer<typeof exportedChannel>;
export type ImportedMonitor = z.infer<typeof imported>;
export type ExportedMaintenance = z.infer<typeof exportedMaintenance>;
export type ImportedMaintenance = z.infer<typeof maintenanceOperations.createMaintenance.body.json>;
export type ImportedChannel = z.infer<typeof importedChannel>;
