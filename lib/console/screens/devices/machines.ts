import type { Output } from '../../api/operations.ts';
import { measureText } from '../../words/measure-text.ts';

export type Device = Output<'listDevices'>['ambientes'][number];
export type Collections = Output<'listCollections'>;
export type Series = Output<'listSeries'>['coletas'];
export type Channel = Collections['inputs'][number];

/** A live number in words. */
interface Live {
  label: string;
  words: string;
}

/** A machine with what else is known of it. */
export interface Machine {
  device: Device;
  /** Whether each of its collections is read, and each of its collectors. */
  areActive: boolean[];
  /** When it was last heard of, in milliseconds; null for never. */
  lastAt: number | null;
  /** Few, for one glance. */
  live: Live[];
}

/** What stands in a list of machines, by the field that says it. */
const GLANCE = [
  ['cpu', 'uso'],
  ['memoria', 'pct'],
  ['disco', 'pct'],
  ['loadavg', 'm1'],
] as const;

/** The same of a collector. */
const GLANCE_LIVE = [
  ['host', 'cpuPct', 'CPU', 'pct'],
  ['host', 'memoryPct', 'Memory', 'pct'],
  ['disk', 'usedPct', 'Disk', 'pct'],
  ['host', 'load1', 'Load', 'num'],
] as const;

/** Everything of each machine, in the order of the list. What of it did not come yet is left out. */
export function machinesOf(
  devices: readonly Device[],
  collections: Pick<Collections, 'coletas' | 'inputs' | 'medidas'> | null,
  series: Series | null,
): Machine[] {
  return devices.map((device) => {
    const own = collections?.coletas.filter(({ ambiente_id: id }) => id === device.id) ?? [];
    const ids = new Set(own.map(({ id }) => id));
    const read = series?.filter(({ id }) => ids.has(id)) ?? [];
    const channels = collections?.inputs.filter(({ deviceRef }) => deviceRef === device.id) ?? [];
    const live = collections ? liveOfSeries(read, collections.medidas) : [];
    return {
      device,
      areActive: activeOf(own, channels),
      lastAt: lastAtOf(read, channels),
      live: live.length > 0 ? live : liveOfChannels(channels),
    };
  });
}

/** Whether each of these is read. */
export function activeOf(
  own: readonly { ativa: boolean }[],
  channels: readonly Pick<Channel, 'paused'>[],
): boolean[] {
  return [...own.map(({ ativa }) => ativa), ...channels.map(({ paused }) => !paused)];
}

/** When a machine was last heard of by what it sends, in milliseconds; null for never. */
export function lastAtOf(series: Series, channels: readonly Channel[]): number | null {
  const times = [
    ...series.flatMap(({ leituras }) => leituras?.[0]?.t ?? []),
    ...channels.flatMap(({ lastSeenAt }) => lastSeenAt ?? []),
  ];
  return times.length === 0 ? null : Math.max(...times.map((time) => Date.parse(time)));
}

function liveOfSeries(series: Series, measures: Collections['medidas']): Live[] {
  return GLANCE.flatMap(([measure, field]) => {
    const value = series.find(({ medida }) => medida === measure)?.leituras?.[0]?.[field];
    const known = measures[measure];
    const format = known?.painel.find(({ c }) => c === field)?.f;
    return value === undefined || !known ? [] : [{ label: known.rotulo, words: measureText(value, format) }];
  });
}

function liveOfChannels(channels: readonly Channel[]): Live[] {
  return GLANCE_LIVE.flatMap(([group, field, label, format]) => {
    const value = channels.map(({ live }) => live[group]?.[field]).find((each) => each !== undefined);
    return value === undefined ? [] : [{ label, words: measureText(value, format) }];
  });
}
