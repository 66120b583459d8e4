import { expect, it } from 'vitest';
import { settingPages } from './pages.ts';

it.each(settingPages())(
  '$page says of every setting what its row says: `npm run settings-pages` renews it',
  ({ is, shouldBe }) => {
    expect(is).toBe(shouldBe);
  },
);
