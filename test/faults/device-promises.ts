import { SPACE_DEVICE_PREFIX } from '../../lib/data/keys.ts';
import type { Owner } from '../../lib/data/owners.ts';
import { PARTITIONS } from '../../lib/data/partitions.ts';
import type { Item } from '../../lib/data/table.ts';
import type { Collection } from '../../lib/domain/machines/devices/device.ts';

const idIn = (item: Item, prefix: string) => String(item['pk']).slice(prefix.length);
const collectionsOf = ({ collections = {} }: Item) =>
  Object.values(collections as Record<string, Collection>);
const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

/** Everything about devices that is not as it must be: their lists, their owners' counters, what machines send by. */
export function brokenDevices(items: readonly Item[], owners: readonly Owner[]): string[] {
  const devices = items.filter(({ sk, goneAt }) => sk === 'DEVICE' && goneAt === undefined);
  return [
    ...differing(
      'the lists name',
      items.flatMap((item) => {
        const sk = String(item['sk']);
        const isPointer =
          String(item['pk']).startsWith(PARTITIONS.space) && sk.startsWith(SPACE_DEVICE_PREFIX);
        return isPointer ? [`${idIn(item, PARTITIONS.space)} ${sk.slice(SPACE_DEVICE_PREFIX.length)}`] : [];
      }),
      devices.map((device) => `${String(device['spaceId'])} ${idIn(device, PARTITIONS.device)}`),
    ),
    ...differing(
      'machines send by',
      items.flatMap((item) => (item['sk'] === 'SYMBOL' ? [idIn(item, PARTITIONS.symbol)] : [])),
      devices.flatMap((device) => [String(device['symbol']), ...collectionsOf(device).map(({ id }) => id)]),
    ),
    ...owners.flatMap((owner) => {
      const own = devices.filter(({ spaceId }) => owner.spaces.includes(String(spaceId)));
      const had = [own.length, sum(own.map((device) => collectionsOf(device).length))];
      const counted = [owner.devices, owner.collections];
      return counted.join() === had.join()
        ? []
        : [`${owner.id} counts ${counted.join()} of devices, has ${had.join()}`];
    }),
  ];
}

function differing(what: string, found: string[], expected: string[]): string[] {
  const [one, other] = [found, expected].map((texts) => texts.toSorted().join());
  return one === other ? [] : [`${what} ${one}, and there are ${other}`];
}
