import { expect, it } from 'vitest';
import { chromiumPath } from './chromium.ts';

it('without any Chromium the tests fail with one sentence that says how to get it', () => {
  expect(() => chromiumPath(undefined, ['/nowhere/chromium'])).toThrow(
    'No Chromium was found: run `sudo apt-get install chromium`, or point CHROMIUM_PATH at a Chromium or Chrome.',
  );
});

it('the configured path goes before the known ones, when it exists', () => {
  expect(chromiumPath(process.execPath, ['/bin/sh'])).toBe(process.execPath);
  expect(chromiumPath('/nowhere/chromium', ['/bin/sh'])).toBe('/bin/sh');
});
