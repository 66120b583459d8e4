import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  COLLECTORS,
  GROUPS,
  type CollectorId,
} from '../../../../../lib/domain/machines/collectors/collector.ts';
import { LIVE_FIELDS } from '../../../../../lib/domain/machines/collectors/live.ts';

const PAGE = await readFile(new URL('../../../../../docs/collectors.md', import.meta.url), 'utf8');
/** The rows of a table by their first cell, which is a name in code. */
const rows = (heading: string) =>
  [
    ...(PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \| (.*) \|$/gm),
  ].map(([, name = '', cells = '']) => [name, cells.split(' | ')] as const);

it('the page says of each collector what it can collect', () => {
  const told = rows('Which collectors, and which of them we have run').map(([name, cells]) => [
    name,
    GROUPS.filter((_group, at) => cells[at] === 'yes'),
  ]);

  const known = Object.keys(COLLECTORS).map((id) => [id, [...COLLECTORS[id as CollectorId].collects]]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known));
});

it('the page names each number', () => {
  const told = rows('The numbers').map(([name, [cell = '']]) => [
    name,
    [...cell.matchAll(/`(\w+)`/g)].flatMap(([, field = '']) => (field === 'df' ? [] : [field])),
  ]);

  const known = Object.entries(LIVE_FIELDS).map(([group, fields]) => [group, fields.map(({ id }) => id)]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known));
});
