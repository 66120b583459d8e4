import * as z from 'zod';
import {
  COLLECTORS,
  GROUPS,
  MONITORED,
  type CollectorId,
} from '../../domain/machines/collectors/collector.ts';

const COLLECTOR_IDS = Object.keys(COLLECTORS) as [CollectorId, ...CollectorId[]];
const KINDS = ['prometheus', 'influx', 'otlp', 'nrdp', 'collectd', 'snmp'] as const;
const instant = z.iso.datetime();

export const collectorId = z.enum(COLLECTOR_IDS);

/** SPEC.md "Collector channel". */
export const input = z
  .strictObject({
    deviceRef: z.string().meta({ description: 'The id of the device.' }),
    deviceName: z.string(),
    deviceGroup: z.string().nullable(),
    id: z.string().meta({ description: 'Stays the same as long as the channel exists; not a secret.' }),
    collector: collectorId,
    inputKind: z.enum(KINDS).meta({ description: 'The wire that the collector speaks.' }),
    monitoring: z.array(z.enum(MONITORED)),
    notMeasured: z.array(z.enum(GROUPS)).meta({ description: 'What of that the collector cannot measure.' }),
    state: z.enum(['waiting', 'connected', 'silent', 'paused']),
    paused: z.boolean().meta({ description: 'While true, pushes are answered as usual and discarded.' }),
    updatedAt: instant,
    connectedAt: instant
      .nullable()
      .meta({ description: 'When the credential was first sent with; null before that.' }),
    lastSeenAt: instant.nullable(),
    connected: z.boolean().meta({ description: 'Whether it sent within five minutes.' }),
    live: z
      .partialRecord(z.enum(GROUPS), z.record(z.string(), z.number()))
      .meta({ description: 'The last numbers by group; none that is older than ten minutes.' }),
  })
  .meta({ id: 'Canal' });

const connection = z.strictObject({
  kind: z.enum(KINDS),
  endpoint: z.string(),
  scheme: z.enum(['bearer', 'token', 'form']).meta({
    description: 'How the credential is sent: as Bearer or Token in Authorization, or as token of a form.',
  }),
  credential: z
    .string()
    .meta({ description: 'Shown once; valid until it is rotated or the channel is removed.' }),
});

const known = z.string().nullable();

const file = z.strictObject({
  name: z.string(),
  path: known,
  owner: known,
  group: known,
  mode: known.meta({ description: 'Octal.' }),
  content: z.string(),
  put: known.meta({ description: 'The command that writes it, to be run as root.' }),
});

const steps = z
  .strictObject({
    system: z.string(),
    family: z.enum(['debian', 'rhel', 'other']),
    packages: z.array(z.string()).nullable(),
    fresh: known.meta({ description: 'Installs the packages.' }),
    start: known,
    foreground: known,
    verify: known,
    note: z.string(),
  })
  .meta({ description: 'Commands to run as root; null if unknown for this system.' });

/** SPEC.md `setup`. */
export const setup = z
  .strictObject({
    connection,
    configuration: z.string().meta({ description: 'The first of the files.' }),
    companions: z.array(z.strictObject({ title: z.string(), note: z.string(), content: z.string() })),
    files: z.array(file),
    steps,
    installation: z.strictObject({ oneLine: z.string() }).nullable(),
  })
  .meta({ id: 'Instalacao' });

export type InputView = z.input<typeof input>;
export type SetupView = z.input<typeof setup>;
