import { expect, it } from 'vitest';
import { MEASURE_IDS, MEASURES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import { commandOf } from './transcripts.ts';

const sources = MEASURE_IDS.flatMap((id) => {
  const source = MEASURES[id].sources.find(({ system }) => system === 'windows');
  return source ? [{ id, script: source.reads.map(commandOf).join('; ') }] : [];
});

it.each(sources)('asks for $id by variables that it sets itself', ({ script }) => {
  const set = [...script.matchAll(/\$(\w+) ?=/g)].map(([, name]) => name);
  const used = [...script.matchAll(/\$(\w+)\./g)].map(([, name]) => name);
  expect([...set, '_']).toEqual(expect.arrayContaining(used));
});
