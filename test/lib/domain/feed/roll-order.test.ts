import { expect, it } from 'vitest';
import { inRollOrder } from '../../../../lib/domain/feed/roll-order.ts';
import { feedMonitor, rollOf, rowIdOf } from './sample-feed.ts';

it('failures come first, then who waits, who is paused, who answered, who is off the roll', () => {
  const order = inRollOrder(rollOf(['inactive', 'ok', 'paused', 'waiting', 'late']));

  expect(order.map((monitor) => monitor.state)).toEqual(['late', 'waiting', 'paused', 'ok', 'inactive']);
});

it('names with numbers stand in the order people count in, whatever their case and accents', () => {
  const names = ['job 10', 'zebra', 'Job 9', 'job 1', 'Étage', 'job 007'];
  const monitors = names.map((name, index) => feedMonitor({ name, rowId: rowIdOf(index) }));

  const order = inRollOrder(monitors).map((monitor) => monitor.name);

  expect(order).toEqual(['Étage', 'job 1', 'job 007', 'Job 9', 'job 10', 'zebra']);
});

it('monitors of one name keep one order', () => {
  const twins = [feedMonitor({ rowId: rowIdOf(2) }), feedMonitor({ rowId: rowIdOf(1) })];

  expect(inRollOrder(twins).map((monitor) => monitor.rowId)).toEqual([rowIdOf(1), rowIdOf(2)]);
  expect(twins[0]?.rowId).toBe(rowIdOf(2));
});
