import { expect, it } from 'vitest';
import { standingOfMachine, type MachineFacts } from '../../../../lib/console/words/machine-standing.ts';

const NOW = Date.UTC(2027, 2, 1, 12);
const SENDING: MachineFacts = { estado: 'detected', vigiar: false, areActive: [true], lastAt: NOW - 60_000 };
const LONG_AGO = NOW - 12 * 60_000;

it.each<[string, Partial<MachineFacts>, string]>([
  ['that sends', {}, 'ok Sending'],
  ['that reads slow measures alone', { lastAt: NOW - 11 * 60_000 }, 'ok Sending'],
  ['that told nothing', { estado: 'pending', areActive: [], lastAt: null }, 'waiting Not set up'],
  ['whose hour is over', { estado: 'expired', areActive: [], lastAt: null }, 'inactive Expired'],
  ['of which nothing is read', { areActive: [], lastAt: null }, 'inactive Nothing measured'],
  ['that never sent', { lastAt: null }, 'waiting Waiting'],
  ['of which all is paused', { areActive: [false], lastAt: LONG_AGO }, 'paused Stopped'],
  ['that fell silent', { lastAt: LONG_AGO }, 'inactive Silent'],
  ['that fell silent and is watched', { lastAt: LONG_AGO, vigiar: true }, 'late Silent'],
])('a machine %s', (_, facts, shown) => {
  const { standing, words } = standingOfMachine({ ...SENDING, ...facts }, NOW);
  expect(`${standing} ${words}`).toBe(shown);
});
