import { it } from 'vitest';
import { isThorough } from '../../bin/long-tests.ts';
import { rounds } from '../support/thorough.ts';
import { testLives } from './run-lives.ts';

/** Far more than the usual time: `FAULT_LIVES` may ask for hours. */
const timeout = 24 * 3_600_000;

/** The table, who hears, and the process: each of them fails once in the usual run. */
const USUAL = ['table', 'receiver', 'kills'];
const FURTHER = [
  'hurry',
  'queue',
  'calm',
  'conflicts',
  'parts',
  'history',
  'shards',
  'mail',
  'limited',
  'busy',
];

it('nothing is lost and nobody falsely woken under each kind of fault alone', { timeout }, async () => {
  await testLives(isThorough() ? [...USUAL, ...FURTHER] : USUAL, rounds(1, 2));
});
