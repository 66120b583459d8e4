import { getSnapshot } from '../../../lib/data/machines/snapshots.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import type { CollectorChannel } from '../../../lib/domain/machines/collectors/collector-channel.ts';
import type { CollectorId } from '../../../lib/domain/machines/collectors/collector.ts';
import type { Snapshot } from '../../../lib/domain/machines/collectors/snapshot.ts';
import { hashOf, newToken } from '../../../lib/adapters/ids.ts';
import { changedChannelItems, removedChannelItems } from '../../../lib/data/machines/collector-channels.ts';
import { transact } from '../../../lib/data/table.ts';
import { newChannel } from './channels.ts';
import { detectedDevice } from './devices.ts';
import type { Person, Reply, TestService } from '../service/service.ts';
import { float, inner, message, snappyStored, words } from './wire-bodies.ts';

/** A push as an agent sends it: one number, 4.5. */
interface Pushed {
  path: string;
  type: string;
  body: string | Buffer;
  /** What the agent takes for success. */
  status: number;
  /** What its number is kept as. */
  says: string;
}

/** `WriteRequest` of one series, `node_load1`, with one sample. */
const LOAD = message(
  inner(
    1,
    message(
      inner(1, message(words(1, '__name__'), words(2, 'node_load1'))),
      inner(2, message(float(1, 4.5))),
    ),
  ),
);

const CHECK_RESULTS = `<?xml version='1.0'?><checkresults><checkresult type='service'><hostname>dev</hostname>
<servicename>memory</servicename><state>0</state><output>OK: fine | 'percent'=4.5%;;;</output></checkresult></checkresults>`;

export const PUSHES = {
  alloy: {
    path: '/i/prom/api/v1/write',
    type: 'application/x-protobuf',
    body: snappyStored(LOAD),
    status: 204,
    says: 'host.load1',
  },
  telegraf: {
    path: '/i/influx/api/v2/write',
    type: 'text/plain',
    body: 'system load1=4.5\n',
    status: 204,
    says: 'host.load1',
  },
  opentelemetry: {
    path: '/i/otlp/v1/metrics',
    type: 'application/json',
    body: JSON.stringify({
      resourceMetrics: [
        {
          scopeMetrics: [
            { metrics: [{ name: 'system.cpu.load_average.1m', gauge: { dataPoints: [{ asDouble: 4.5 }] } }] },
          ],
        },
      ],
    }),
    status: 200,
    says: 'host.load1',
  },
  ncpa: {
    path: '/i/nrdp/',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ cmd: 'submitcheck', XMLDATA: CHECK_RESULTS }).toString(),
    status: 200,
    says: 'host.memoryPct',
  },
  collectd: {
    path: '/i/collectd',
    type: 'application/json',
    body: JSON.stringify([
      { values: [4.5, 3, 2], dsnames: ['shortterm', 'midterm', 'longterm'], plugin: 'load', type: 'load' },
    ]),
    status: 200,
    says: 'host.load1',
  },
  snmp: {
    path: '/i/snmp',
    type: 'application/x-www-form-urlencoded',
    body: '.1.3.6.1.4.1.2021.10.1.3.1 4.5\n',
    status: 200,
    says: 'host.load1',
  },
} as const satisfies Record<CollectorId, Pushed>;

export const COLLECTOR_IDS = Object.keys(PUSHES) as CollectorId[];

/** What a test sends otherwise than the agent would. */
export interface Sent {
  path?: string;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A collector that has a channel, and what its owner sees of it. */
export interface Collector {
  device: Device;
  channel: CollectorChannel;
  credential: string;
  /** Sends with the credential as Bearer, at first what the agent would. */
  push: (sent?: Sent) => Promise<Reply>;
  /** Rotates the credential, and returns the new one. */
  rotate: () => Promise<string>;
  /** Removes the channel. */
  remove: () => Promise<void>;
  snapshot: () => Promise<Snapshot | undefined>;
  /** The numbers that are kept, by field. */
  numbers: () => Promise<Record<string, number>>;
}

export async function newCollector(
  service: TestService,
  collector: CollectorId,
  { owner, device, ...fields }: Partial<CollectorChannel> & { owner?: Person; device?: Partial<Device> } = {},
): Promise<Collector> {
  const its = await detectedDevice(service, owner ?? (await service.guest()), device);
  const { channel, credential } = await newChannel(service, its.id, { collector, ...fields });
  const usual: Pushed = PUSHES[collector];
  const snapshot = () => getSnapshot(service.core.table, channel);
  return {
    device: its,
    channel,
    credential,
    push: ({ path = usual.path, type = usual.type, body = usual.body, headers } = {}) =>
      service.call('POST', path, {
        body,
        headers: { 'content-type': type, authorization: `Bearer ${credential}`, ...headers },
      }),
    rotate: async () => {
      const next = newToken('hpc_');
      const after = { ...channel, credentialHash: hashOf(next), version: channel.version + 1 };
      await transact(service.core.table, changedChannelItems(service.core.table, channel, after));
      return next;
    },
    remove: () => transact(service.core.table, removedChannelItems(service.core.table, channel)),
    snapshot,
    numbers: async () =>
      Object.fromEntries(
        Object.entries((await snapshot())?.values ?? {}).map(([field, [value]]) => [field, value]),
      ),
  };
}
