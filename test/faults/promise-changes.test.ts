import { expect, it } from 'vitest';
import type { Item } from '../../lib/data/table.ts';
import { holdingsOf } from './ledger.ts';
import { changesTold } from './promise-changes.ts';

const NOW = Date.UTC(2027, 2, 1);
const MONITOR = { pk: 'MON#m', sk: 'MON', name: 'job', active: true, createdAt: NOW };

/** A change log of one instant, with what it does to the name. */
function faultsOf(monitor: Item, kinds: readonly string[]): string[] {
  const entries = kinds.map((kind, rev) => ({
    pk: 'MON#m',
    sk: `CHG#${NOW}-${String(rev).padStart(10, '0')}`,
    at: NOW,
    kind,
    settings: kind === 'revived' ? [{ name: 'name', from: 'other', to: 'job' }] : [],
  }));
  return changesTold(holdingsOf([monitor, ...entries]));
}

it('a job may be revived, deleted and revived in one instant', () => {
  expect(faultsOf(MONITOR, ['deleted', 'revived', 'deleted', 'revived'])).toEqual([]);
  expect(faultsOf({ ...MONITOR, active: false }, ['revived', 'deleted', 'revived', 'deleted'])).toEqual([]);
});

it('a deletion between two beginnings is missed', () => {
  expect(faultsOf(MONITOR, ['revived', 'revived'])).toEqual([
    'job: its change log has 2 beginnings among 2 entries',
  ]);
});

it('a deletion at the end is missed', () => {
  expect(faultsOf({ ...MONITOR, active: false }, ['revived', 'deleted', 'revived'])).toEqual([
    'job: its change log ends with revived',
  ]);
});

it('a log without its beginning is missed', () => {
  expect(faultsOf(MONITOR, ['deleted', 'changed'])).toEqual([
    'job: its change log has 0 beginnings among 1 entries',
  ]);
});
