import type { TestContext } from 'vitest';
import { hasNpmChromium } from './browser/npm-chromium.ts';
import { isProgram, programPath } from './machines/programs.ts';

/** Where cron jobs find it too: their PATH is short. */
export const CURL = '/usr/bin/curl';

/** Skips a test where curl is missing, with the reason that closes `npm test`. */
export function needsCurl(test: TestContext): void {
  test.skip(!isProgram(CURL), `it needs ${CURL}: sudo apt-get install curl`);
}

/** A cron daemon needs root and reads the machine's own tables, so it runs only where that was asked for. */
export function needsCron(test: TestContext): string {
  const cron = programPath('cron');
  const asked = process.env['REAL_CRON'] === '1' && process.getuid?.() === 0;
  test.skip(
    cron === null || !asked,
    'it needs a cron daemon and root: sudo apt-get install cron, then REAL_CRON=1 npm test as root',
  );
  return cron ?? '';
}

/** Skips a test where npm has no Chromium for this machine. */
export function needsNpmChromium(test: TestContext): void {
  test.skip(!hasNpmChromium, 'the Chromium of npm is for Linux x64');
}

/** Skips a test where a program is missing. */
export function needsProgram(test: TestContext, program: string, debianPackage = program): void {
  test.skip(programPath(program) === null, `it needs ${program}: sudo apt-get install ${debianPackage}`);
}
