import type { Output } from '../../api/operations.ts';
import type { Remote } from '../../api/remote.ts';
import type { Channel, Collections, Series } from '../devices/machines.ts';

export type Collection = Collections['coletas'][number];
export type ShownDevice = Output<'getDevice'>['ambiente'];
export type Equipment = Collections['equipamentos'][number];
export type Measures = Collections['medidas'];

/** A machine that told what it is, as its page has it. */
export interface Detected {
  device: ShownDevice;
  /** What is collected of it, and was not just deleted. */
  own: readonly Collection[];
  /** Its collectors, but those that were just removed. */
  channels: readonly Channel[];
  /** The newest readings of what is collected of it; null before they came. */
  series: Series | null;
  /** The lines to paste; null where nothing is collected, or it has nothing to send with. */
  lines: Equipment['comandos'];
  collections: Collections;
  remote: Remote<Collections>;
}

/** A collector as it was just connected, with its setup. */
export type Made = Output<'createInput'>;

type Answer = Output<'listSeries'>;

/** Put together of what the service says of all machines of the owner. */
export function detectedOf(
  device: ShownDevice,
  {
    collections,
    remote,
    series,
    leaving,
  }: {
    collections: Collections;
    remote: Remote<Collections>;
    series: Answer | null;
    leaving: ReadonlySet<string>;
  },
): Detected {
  const own = collections.coletas.filter(({ id, ambiente_id: of }) => of === device.id && !leaving.has(id));
  const ids = new Set(own.map(({ id }) => id));
  return {
    device,
    own,
    channels: collections.inputs.filter(({ id, deviceRef }) => deviceRef === device.id && !leaving.has(id)),
    series: series?.coletas.filter(({ id }) => ids.has(id)) ?? null,
    lines: collections.equipamentos.find(({ ambiente_id: of }) => of === device.id)?.comandos ?? null,
    collections,
    remote,
  };
}
