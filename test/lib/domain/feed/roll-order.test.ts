import { expect, it } from 'vitest';
import { inRollOrder } from '../../../../lib/domain/feed/roll-order.ts';
import { FAILING, feedMonitor, MINUTE, NOW, rollOf, rowIdOf } from './sample-feed.ts';

it('failures come first, then who waits, who is paused, who is ok, who is inactive', () => {
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

it('a job on time and failing stands behind the late ones and before all others, wherever the feed is listed', () => {
  const failing = feedMonitor({ name: 'failing', incident: FAILING, rowId: rowIdOf(8) });
  const tooLong = feedMonitor({
    name: 'too long',
    incident: { ...FAILING, reason: 'too_long' },
    rowId: rowIdOf(9),
  });

  const order = inRollOrder([...rollOf(['ok', 'waiting', 'late']), tooLong, failing]);

  expect(order.map(({ name }) => name)).toEqual(['job 3', 'failing', 'too long', 'job 2', 'job 1']);
});

it('among late and among failing ones the newest trouble stands first, whatever the names', () => {
  const since = [30, 5, 90];
  const late = since.map((minutes) =>
    feedMonitor({ state: 'late', name: `late ${minutes}`, stateSince: NOW - minutes * MINUTE }),
  );
  const failing = since.map((minutes) =>
    feedMonitor({ name: `failing ${minutes}`, incident: { ...FAILING, since: NOW - minutes * MINUTE } }),
  );

  expect(inRollOrder([...failing, ...late]).map(({ name }) => name)).toEqual([
    'late 5',
    'late 30',
    'late 90',
    'failing 5',
    'failing 30',
    'failing 90',
  ]);
});
