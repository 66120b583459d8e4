import { it } from 'vitest';
import { rounds } from '../support/thorough.ts';
import { testLives } from './run-lives.ts';

/** Far more than the usual time: `FAULT_LIVES` may ask for hours. */
const timeout = 24 * 3_600_000;

it('nothing is lost and nobody falsely woken under each kind of fault alone', { timeout }, async () => {
  await testLives(
    [
      'calm',
      'table',
      'conflicts',
      'parts',
      'history',
      'shards',
      'hurry',
      'queue',
      'mail',
      'receiver',
      'limited',
      'kills',
      'busy',
    ],
    rounds(1, 2),
  );
});
