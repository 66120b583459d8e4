import { expect, it } from 'vitest';
import { factsView } from '../../../../lib/render/machines/device-view.ts';
import { FACTS } from '../../../support/machines/devices.ts';

it('shows what a machine told in the same order each time', () => {
  const shown = ['curl', 'wget'].map((last) =>
    factsView({ ...FACTS, versions: { [last === 'curl' ? 'wget' : 'curl']: '1', [last]: '2' } }),
  );

  expect(shown.map(({ versoes }) => Object.keys(versoes))).toEqual([
    ['curl', 'wget'],
    ['curl', 'wget'],
  ]);
});
