import type { CollectionView, EquipmentView } from '../../contract/machines/collection-output.ts';
import { commandsOf } from '../../domain/machines/collections/collection-commands.ts';
import type { DeviceCommands } from '../../domain/machines/collections/commands.ts';
import { deviceCommandsOf } from '../../domain/machines/collections/device-commands.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import { collectionsOf, type KnownCollection } from '../../domain/machines/collections/collections-of.ts';
import { MEASURES } from '../../domain/machines/measures/catalogue.ts';
import { isoOf } from '../../domain/instant.ts';
import { factsView } from './device-view.ts';

/** One measure that is collected of a device, as its owner sees it. */
export function collectionView(
  device: Device,
  collection: KnownCollection,
  ingestOrigin: string,
): CollectionView {
  const { facts } = device;
  return {
    id: collection.id,
    nome: collection.name,
    grupo: collection.group,
    medida: collection.measure,
    ativa: collection.isActive,
    criado_em: isoOf(collection.createdAt),
    ambiente_id: device.id,
    ambiente: facts && factsView(facts),
    comandos:
      facts &&
      commandsOf({ symbol: collection.id, ingestOrigin, facts, measure: MEASURES[collection.measure] }),
  };
}

/** A device with all that is collected of it. */
export function equipmentView(device: Device, ingestOrigin: string): EquipmentView {
  const collections = collectionsOf(device);
  return {
    ambiente_id: device.id,
    nome: device.name,
    grupo: device.group,
    ambiente: device.facts && factsView(device.facts),
    medidas: collections.map(({ measure }) => measure),
    comandos: lineCommandsOf(device, collections, ingestOrigin),
  };
}

/**
 * The commands of the one line that sends these measures of a device: those that are stopped too, so that they resume
 * without another line.
 */
export function lineCommandsOf(
  { symbol, facts }: Pick<Device, 'symbol' | 'facts'>,
  collections: readonly KnownCollection[],
  ingestOrigin: string,
): DeviceCommands | null {
  const measures = collections.map(({ measure }) => MEASURES[measure]);
  return facts && deviceCommandsOf({ symbol, ingestOrigin, facts, measures });
}
