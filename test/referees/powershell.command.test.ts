import { expect, it } from 'vitest';
import { POWERSHELL_COMMAND } from '../../functions/discovery/command/rollcall.built.ts';
import { powershellErrors } from './powershell.ts';

const { text } = POWERSHELL_COMMAND;

it('the command before a job is read by 5.1 and 7', () => {
  expect(powershellErrors(text)).toEqual([]);
});

it('cut anywhere it is no script, so that nothing of it is run', () => {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const first = text.indexOf('if ($true) {');

  const taken = ends.filter((end) => end > first && end < text.trimEnd().length);
  expect(taken.filter((end) => powershellErrors(text.slice(0, end)).length === 0)).toEqual([]);
});
