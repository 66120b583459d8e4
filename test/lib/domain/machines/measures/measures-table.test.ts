import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measuresTable } from './measures-table.ts';

it('docs/devices.md has the measures as the catalogue has them', () => {
  const page = readFileSync(new URL('../../../../../docs/devices.md', import.meta.url), 'utf8');

  const [, section = ''] = page.split('\n## What can be measured\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));

  expect(rows).toEqual(measuresTable().split('\n'));
});
