import { PARTITIONS, type Partition } from '../data/partitions.ts';
import type { AreaDeclaration, TableAction } from './declaration.ts';

/** Actions that are allowed on items whose partition key fits one of the patterns (`*` stands for any text). */
export interface ItemRight {
  actions: TableAction[];
  leadingKeys: string[];
}

/**
 * A declaration's rights on items, ready for a policy. All partitions of an action stand in one right, since every key of
 * a batch must fit the same one.
 */
export function itemRightsOf({ items }: Pick<AreaDeclaration, 'items'>): ItemRight[] {
  const partitionsOf = new Map<TableAction, string[]>();
  for (const [partition, actions] of Object.entries(items) as [Partition, readonly TableAction[]][])
    for (const action of actions)
      partitionsOf.set(action, [...(partitionsOf.get(action) ?? []), patternOf(partition)]);
  const rights = new Map<string, ItemRight>();
  for (const [action, leadingKeys] of partitionsOf) {
    const right = rights.get(leadingKeys.join()) ?? { actions: [], leadingKeys };
    right.actions.push(action);
    rights.set(leadingKeys.join(), right);
  }
  return [...rights.values()];
}

function patternOf(partition: Partition): string {
  const prefix = PARTITIONS[partition];
  return prefix.endsWith('#') ? `${prefix}*` : prefix;
}
