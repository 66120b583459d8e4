import { randomUUID } from 'node:crypto';
import { newSymbol } from '../../lib/adapters/symbols.ts';
import { changedDeviceItem, getDevice, newDeviceItems, removedDeviceItems } from '../../lib/data/devices.ts';
import { newSymbolItem, removedSymbolItem } from '../../lib/data/symbols.ts';
import { transact } from '../../lib/data/table.ts';
import type { Collection, Device } from '../../lib/domain/device/device.ts';
import type { Facts } from '../../lib/domain/device/facts.ts';
import { allPrinted } from '../lib/domain/measure/transcripts.ts';
import type { TestService } from './service.ts';

/** What a small Linux server tells of itself. */
const FACTS: Facts = {
  system: 'linux',
  version: '6.1.0-28-amd64',
  architecture: 'x86_64',
  distribution: 'debian',
  distributionVersion: '12',
  shell: 'dash',
  context: 'vm',
  transport: 'curl',
  capabilities: [
    'proc', 'proc_loadavg', 'proc_meminfo', 'proc_stat', 'proc_diskstats', 'proc_net_dev', 'proc_uptime', 'df', 'apt_get',
  ],
  versions: {},
}; // prettier-ignore

/** The measures of the complete profile. */
export const COMPLETE = [
  'loadavg',
  'memoria',
  'disco',
  'cpu',
  'disco_io',
  'rede',
  'uptime',
  'processos',
] as const;

/** A machine that can send, put into the table as the API puts it there. */
export interface Machine {
  device: Device;
  /** By which it sends one measure alone. */
  symbolOf(measure: string): string;
  /** Stops or resumes measures. */
  switch(isActive: boolean, ...measures: string[]): Promise<void>;
  add(measure: string): Promise<string>;
  remove(measure: string): Promise<void>;
  /** Takes the whole device away. */
  end(): Promise<void>;
}

export async function newMachine(
  service: TestService,
  measures: readonly string[] = COMPLETE,
  fields: Partial<Device> = {},
): Promise<Machine> {
  const { table, clock, config } = service.core;
  const secret = config.secret && 'text' in config.secret ? config.secret.text : '';
  const createdAt = clock.now();
  const collectionOf = (measure: string): Collection => ({
    id: newSymbol(secret),
    measure,
    name: measure,
    group: null,
    isActive: true,
    createdAt,
  });
  const device: Device = {
    id: randomUUID(),
    spaceId: 'space',
    name: 'web 1',
    group: null,
    createdAt,
    expiresAt: createdAt + 3_600_000,
    detectedAt: createdAt,
    facts: FACTS,
    reportHash: 'report',
    symbol: newSymbol(secret),
    collections: Object.fromEntries(measures.map((measure) => [measure, collectionOf(measure)])),
    monitorId: null,
    rev: 1,
    ...fields,
  };
  const { id: deviceId } = device;
  const symbolItem = ({ id: symbol, measure }: Collection) =>
    newSymbolItem(table, { symbol, deviceId, measure });
  await transact(table, [
    ...newDeviceItems(table, device),
    newSymbolItem(table, { symbol: device.symbol, deviceId, measure: null }),
    ...Object.values(device.collections).map(symbolItem),
  ]);

  const now = async () => {
    const found = await getDevice(table, deviceId);
    if (!found) throw new Error('The device is gone.');
    return found;
  };
  const change = async (collections: Device['collections'], ...besides: Parameters<typeof transact>[1]) => {
    const before = await now();
    await transact(table, [changedDeviceItem(table, before, { ...before, collections }), ...besides]);
  };
  return {
    device,
    symbolOf: (measure) => device.collections[measure]?.id ?? '',
    switch: async (isActive, ...switched) => {
      const { collections } = await now();
      const changed = Object.entries(collections).map(([measure, each]) => [
        measure,
        switched.includes(measure) ? { ...each, isActive } : each,
      ]);
      await change(Object.fromEntries(changed));
    },
    add: async (measure) => {
      const added = collectionOf(measure);
      await change({ ...(await now()).collections, [measure]: added }, symbolItem(added));
      return added.id;
    },
    remove: async (measure) => {
      const { [measure]: removed, ...rest } = (await now()).collections;
      await change(rest, removedSymbolItem(table, removed?.id ?? ''));
    },
    end: async () => {
      const last = await now();
      const symbols = [last.symbol, ...Object.values(last.collections).map(({ id }) => id)];
      await transact(table, [
        ...removedDeviceItems(table, last, clock.now()),
        ...symbols.map((symbol) => removedSymbolItem(table, symbol)),
      ]);
    },
  };
}

const { first, second } = allPrinted('linux');

/** What such a machine prints of all that it can be asked. */
export const READING = ['@1', ...first, '@2', ...second, ''].join('\n');
