import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deviceCommandsOf } from '../../../../../lib/domain/machines/collections/device-commands.ts';
import { MEASURES, PROFILES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import { machine } from './machine.ts';

const page = readFileSync(new URL('../../../../../docs/devices.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('\n## What the lines do\n');

/** What a table of the section explains, piece by piece, as it is pasted. */
function explained(table: string): string[] {
  const [, rows = ''] = section.split(`| ${table} | Does |\n|---|---|\n`);
  return [...(rows.split('\n\n')[0] ?? '').matchAll(/^\| `(.*?)` \|/gm)].map(([, piece = '']) =>
    piece.replaceAll('\\|', '|'),
  );
}

/** Expects all pieces in a text, in their order; `…` is anything. */
function expectPieces(text: string, pieces: readonly string[]): void {
  let rest = text;
  for (const piece of pieces) {
    for (const part of piece.split('…')) {
      expect(rest).toContain(part);
      rest = rest.slice(rest.indexOf(part));
    }
  }
}

it('docs/devices.md explains the pieces of the lines, in their order', () => {
  const { instalar, agenda } = deviceCommandsOf({
    symbol: 'SYMBOL',
    ingestOrigin: 'http://localhost:8787',
    facts: machine(),
    measures: PROFILES.completo.map((id) => MEASURES[id]),
  });
  const [whole = '', ...pieces] = explained('Of the crontab line');

  expect(explained('Of `instalar`').length).toBeGreaterThan(5);
  expectPieces(String(instalar), explained('Of `instalar`'));
  expect(pieces.length).toBeGreaterThan(7);
  expectPieces(String(agenda), pieces);
  expectPieces(String(agenda), [whole]);
});
