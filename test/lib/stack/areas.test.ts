import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import { functionAreaOf, functionAreas } from '../../../lib/stack/areas.ts';

describe('functionAreaOf', () => {
  it('knows every area of the catalogue and every function an event wakes', () => {
    const named = [...new Set(operations.map(([, { area }]) => area)), 'checker', 'notifier', 'canary'];

    expect(named.map(functionAreaOf)).toEqual(named);
    expect(functionAreas).toEqual(expect.arrayContaining(named));
  });

  it('refuses a folder that nobody said what it may touch', () => {
    expect(() => functionAreaOf('mystery')).toThrow(
      'functions/mystery has no row in lib/stack/areas.ts, so nobody said what it may touch.',
    );
  });
});
