import { CREDIT_ENTRY_PREFIX } from '../../../lib/data/keys.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import type { Item } from '../../../lib/data/table.ts';

const sum = (items: readonly Item[], name: string) =>
  items.reduce((total, item) => total + Number(item[name] ?? 0), 0);

/** What is wrong with the ledger of a credit. */
function ledgerFaults(credit: Item, ledger: readonly Item[]): string[] {
  let left = 0;
  const faults: string[] = [];
  for (const [index, { number, kind, micros, balanceMicros }] of ledger.entries()) {
    left += kind === 'purchase' ? Number(micros) : -Number(micros);
    if (left < 0) faults.push(`entry ${index + 1} leaves ${left}`);
    if (balanceMicros !== left) faults.push(`entry ${index + 1} says ${String(balanceMicros)}, not ${left}`);
    if (number !== index + 1) faults.push(`entry ${index + 1} has number ${String(number)}`);
  }
  const of = (kind: string) =>
    sum(
      ledger.filter((entry) => entry['kind'] === kind),
      'micros',
    );
  const is = [credit['balanceMicros'], credit['boughtMicros'], credit['spentMicros'], credit['entries']];
  const says = [left, of('purchase'), of('debit'), ledger.length];
  if (String(is) !== String(says)) faults.push(`the credit says ${String(is)}, its ledger ${String(says)}`);
  return faults;
}

/** What all credits of a table come to, in millionths of a dollar, and what is wrong with their ledgers. */
export function creditBooks(items: readonly Item[]) {
  const ofCredit = items.filter(({ pk }) => String(pk).startsWith(PARTITIONS.credit));
  const isEntry = ({ sk }: Item) => String(sk).startsWith(CREDIT_ENTRY_PREFIX);
  const credits = ofCredit.filter((item) => !isEntry(item));
  const inOrder = ofCredit.filter(isEntry).sort((a, b) => (String(a['sk']) < String(b['sk']) ? -1 : 1));
  const owners = items.filter(({ sk }) => sk === 'OWNER');
  return {
    faults: credits.flatMap((credit) =>
      ledgerFaults(
        credit,
        inOrder.filter(({ pk }) => pk === credit['pk']),
      ),
    ),
    bought: sum(credits, 'boughtMicros'),
    spent: sum(credits, 'spentMicros'),
    /** By the purchases of owners. */
    charged: sum(
      items.filter(({ by, sk }) => by === 'credit' && String(sk).startsWith('PURCHASE#')),
      'totalMicros',
    ),
    granted: 100_000 * sum(owners, 'monitorSlots') + 50_000 * sum(owners, 'fastSlots'),
  };
}
