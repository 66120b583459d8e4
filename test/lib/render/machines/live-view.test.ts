import { expect, it } from 'vitest';
import { GROUPS } from '../../../../lib/domain/machines/collectors/collector.ts';
import { liveFieldsView } from '../../../../lib/render/machines/live-view.ts';

it('names the live numbers of every group as the fields of a measure are', () => {
  const view = liveFieldsView();

  expect(Object.keys(view)).toEqual([...GROUPS]);
  expect(view.network).toEqual([
    { c: 'in', r: 'In', f: 'mbps' },
    { c: 'out', r: 'Out', f: 'mbps' },
  ]);
});
