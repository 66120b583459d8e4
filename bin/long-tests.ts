/** What `npm test` leaves to a thorough run: attacks, crowds, lives of hours, and each setting's own template. */
export const LONG_TESTS = ['test/attacks/**', 'test/**/*.long.test.ts'];

/** With THOROUGH=1, as on CI. */
export const isThorough = (): boolean => process.env['THOROUGH'] === '1';
