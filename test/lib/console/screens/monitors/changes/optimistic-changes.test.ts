import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import {
  showAhead,
  shownAhead,
} from '../../../../../../lib/console/screens/monitors/changes/optimistic-changes.ts';
import type { Monitor } from '../../../../../../lib/console/screens/monitors/monitor.ts';

const known = ['one', 'two', 'three'].map((id) => ({ id, state: 'ok' }) as unknown as Monitor);
const shown = () => known.flatMap((each) => shownAhead(each) ?? []).map(({ id, state }) => `${id} ${state}`);

it('a change that ends leaves what another one shows', () => {
  const pause = showAhead([
    ['one', { state: 'paused' }],
    ['two', { state: 'paused' }],
  ]);
  const deletion = showAhead([['one', null]]);
  expect(shown()).toEqual(['two paused', 'three ok']);

  pause.end();
  expect(shown()).toEqual(['two ok', 'three ok']);
  deletion.end();
  expect(shown()).toEqual(['one ok', 'two ok', 'three ok']);
});

it('the change that was made last is the one that is shown', () => {
  const pause = showAhead([['one', { state: 'paused' }]]);
  const end = showAhead([['one', { state: 'ok' }]]);
  expect(shown()[0]).toBe('one ok');

  end.set('one', {});
  expect(shown()[0]).toBe('one paused');
  pause.end();
  end.end();
});

it('what is done stays shown while the list cannot be read', async () => {
  const error = signal<string | null>('Cannot reach the service.');
  showAhead([['one', null]]).endWithout(error);
  expect(shown()).toEqual(['two ok', 'three ok']);

  error.value = null;
  expect(shown()).toEqual(['one ok', 'two ok', 'three ok']);
});
