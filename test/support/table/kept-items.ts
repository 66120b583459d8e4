import type { TestService } from '../service/service.ts';
import { wholeTable } from './whole-table.ts';

/** An item as it was when its end was last set. */
export interface KeptItem {
  item: Record<string, unknown>;
  /** When that was, by the clock of the service. */
  at: number;
}

/** Does what is to be kept, and notes what is in the table after each act. */
export async function keptBy(
  service: TestService,
  acts: readonly (() => Promise<unknown>)[],
): Promise<KeptItem[]> {
  const kept = new Map<string, KeptItem>();
  for (const act of acts) {
    await act();
    const at = service.clock.now();
    for (const item of await wholeTable(service)) {
      const name = `${item['pk']} ${item['sk']}`;
      const before = kept.get(name);
      const isSame = before !== undefined && before.item['ttl'] === item['ttl'];
      kept.set(name, { item, at: isSame ? before.at : at });
    }
  }
  return [...kept.values()];
}
