import { getItem, newItem } from '../items.ts';
import { symbolKey } from '../keys.ts';
import { PARTITIONS } from '../partitions.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** What a machine may send by a symbol: one measure of a device, or all of them. */
export interface SymbolOf {
  symbol: string;
  deviceId: string;
  /** Null: all that are collected. */
  measure: string | null;
}

const symbols = recordKind<SymbolOf, 'symbol'>({
  key: ({ symbol }) => symbolKey(symbol),
  inKey: { symbol: ({ pk }) => pk.slice(PARTITIONS.symbol.length) },
  fields: { deviceId: always, measure: null },
});

/** A new symbol, as part of the transaction that makes what it is known by. */
export function newSymbolItem(table: Table, symbol: SymbolOf): TransactItem {
  return newItem(table, symbols.toItem(symbol));
}

/** Ends a symbol, as part of the transaction that ends what it is known by. */
export function removedSymbolItem(table: Table, symbol: string): TransactItem {
  return { Delete: { TableName: table.name, Key: { ...symbolKey(symbol) } } };
}

/** What a symbol stands for, as it was a moment ago: it never changes, it only ends. One that is not there may be new. */
export async function getSymbol(
  table: Table,
  symbol: string,
  options: { consistent: boolean } = { consistent: false },
): Promise<SymbolOf | undefined> {
  const item = await getItem(table, symbolKey(symbol), options);
  return item && symbols.fromItem(item);
}
