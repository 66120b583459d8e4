import { expect, it } from 'vitest';
import { mailtosOf } from '../../../../../lib/console/screens/import/mailtos.ts';

it('each job has the first address of the MAILTO above it', () => {
  const crontab = [
    '0 1 * * * before',
    'MAILTO=ops@example.com',
    '0 2 * * * one',
    '# MAILTO=comment@example.com',
    '@daily two',
    'MAILTO=""',
    '0 3 * * * nobody',
    `MAILTO = 'root, db@example.com,web@example.com'`,
    '0 4 * * * three',
    'MAILTO=root',
    '0 5 * * * on the machine alone',
  ];
  const expected = [
    [3, 'ops@example.com'],
    [5, 'ops@example.com'],
    [9, 'db@example.com'],
  ];
  for (const end of ['\n', '\r\n']) expect([...mailtosOf(crontab.join(end))]).toEqual(expected);
  expect([...mailtosOf('')]).toEqual([]);
});
