import { expect, it } from 'vitest';
import { runLives, seedsWithin } from './run-lives.ts';

const SECOND = 1000;
/** Far more than the usual time: `FAULT_LIVES` may ask for hours. */
const timeout = 24 * 3600 * SECOND;

it('nothing is lost and nobody falsely woken under each kind of fault alone', { timeout }, async () => {
  const { lives, calls } = await runLives(
    ['calm', 'table', 'queue', 'mail', 'receiver', 'kills'],
    seedsWithin(25 * SECOND),
  );

  console.log(`${lives} lives, ${calls} calls to the table`);
  expect(lives).toBeGreaterThan(0);
});
