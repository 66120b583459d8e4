import { it } from 'vitest';
import { rounds } from '../support/thorough.ts';
import { testLives } from './run-lives.ts';

/** Far more than the usual time: `FAULT_LIVES` may ask for hours. */
const timeout = 24 * 3_600_000;

it(
  'nothing is lost and nobody falsely woken in hours of trouble and under all faults together',
  { timeout },
  async () => {
    await testLives(
      [
        'absent',
        'unheard',
        'deaf',
        'ages',
        'capped',
        'strangers',
        'chats',
        'hanging',
        'paused',
        'rooms',
        'topics',
        'everything',
        'together',
      ],
      rounds(1, 2),
    );
  },
);
