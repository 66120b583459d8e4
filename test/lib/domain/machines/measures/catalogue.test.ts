import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEASURE_IDS, MEASURES, PROFILES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { Measure, RawReading, Values } from '../../../../../lib/domain/machines/measures/measure.ts';
import { rounds } from '../../../../support/thorough.ts';
import { allPrinted, commandOf, printed, printedBeside } from './transcripts.ts';

const sources = MEASURE_IDS.flatMap((id) =>
  MEASURES[id].sources.map((source) => ({
    name: `${id} on ${source.system}`,
    measure: MEASURES[id],
    source,
  })),
);

describe('the catalogue of measures', () => {
  it('names each measure by its key and by two letters of its own', () => {
    for (const id of MEASURE_IDS) expect(MEASURES[id].id).toBe(id);
    const codes = MEASURE_IDS.map((id) => MEASURES[id].code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z]{2}$/);
    expect(codes).not.toEqual(expect.arrayContaining(['pk', 'sk']));
  });

  it('draws numbers that the measure has', () => {
    for (const id of MEASURE_IDS) {
      const { charted, fields } = MEASURES[id];
      const numbers = fields.filter(({ format }) => format !== undefined).map((field) => field.id);
      expect(charted.length, id).toBeGreaterThan(0);
      expect(numbers, id).toEqual(expect.arrayContaining([...charted]));
    }
  });

  it('adds at most eight measures at once, the essential ones among them', () => {
    expect(PROFILES.essentials.length).toBeLessThanOrEqual(4);
    expect(PROFILES.completo.length).toBeLessThanOrEqual(8);
    expect(PROFILES.completo).toEqual(expect.arrayContaining([...PROFILES.essentials]));
  });

  it('reads by what a line of a crontab can hold', () => {
    for (const { name, source } of sources)
      for (const read of source.reads) {
        expect(commandOf(read), name).not.toMatch(/[%!'\n]/);
        expect(commandOf(read), name).toMatch(/^[\x20-\x7E]+$/);
      }
  });
});

describe.each(sources)('$name', ({ measure, source }) => {
  const own = () => source.parse(printed(source.system, source.reads));

  it('finds values of its fields in what its commands print', () => {
    expect(Object.keys(own() ?? {})).not.toHaveLength(0);
    expectSane(own(), measure);
  });

  it('finds the same among all that its system prints, in any order and after garbage', () => {
    const all = allPrinted(source.system);
    expect(source.parse(all)).toEqual(own());
    expect(source.parse(noisy(allPrinted(source.system, 'backwards')))).toEqual(own());
  });

  it('finds nothing in what others print', () => {
    expect(source.parse(printedBeside(source.system, source.reads))).toBeNull();
  });

  it('takes nothing from nothing', () => {
    expect(source.parse({ first: [], second: [] })).toBeNull();
    expect(source.parse({ first: NOISE, second: NOISE })).toBeNull();
  });

  it('throws at no text and finds no impossible number in it', () => {
    const { first, second } = printed(source.system, source.reads);
    fc.assert(
      fc.property(damaged(first), damaged(second), (...[once, again]) =>
        expectSane(source.parse({ first: once, second: again }), measure),
      ),
      { numRuns: rounds(100, 2_000) },
    );
  });
});

const NOISE = ['', ' ', '-', ':', '=', '{', '}', 'sh: 1: nothing: not found', '{ }', '$ whoami', '@1'];
const noisy = ({ first, second }: RawReading) => ({
  first: [...NOISE, ...first],
  second: [...NOISE, ...second],
});
const HOSTILE = [
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  'Infinity',
  '0x10',
  '1,5',
  '1.5',
  '',
  '18446744073709551615',
];

/** Some lines of a text, in which some words were replaced. */
function damaged(lines: readonly string[]) {
  const word = fc.constantFrom(...HOSTILE);
  const damage = fc.record({ line: fc.nat(), word: fc.nat(), by: word });
  return fc.array(damage, { maxLength: 40 }).map((all) => {
    const out = [...lines];
    for (const each of all) {
      if (out.length === 0) break;
      const at = each.line % out.length;
      const words = (out[at] ?? '').split(/(\s+|[=,:])/);
      words[each.word % words.length] = each.by;
      out[at] = words.join('');
    }
    return out;
  });
}

/** No value but of its fields, each of the kind of its field. */
function expectSane(values: Values | null, measure: Measure): void {
  const kinds = new Map(
    measure.fields.map(({ id, format }) => [id, format === undefined ? 'string' : 'number']),
  );
  for (const id of measure.kept ?? []) kinds.set(id, 'number');
  for (const [id, value] of Object.entries(values ?? {})) {
    expect(typeof value, id).toBe(kinds.get(id));
    if (typeof value === 'string') expect(value, id).toMatch(/^[A-Za-z0-9._:/,@-]{1,32}$/);
    if (typeof value !== 'number') continue;
    expect(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER, `${id}: ${value}`).toBe(
      true,
    );
    const format = measure.fields.find((field) => field.id === id)?.format;
    if (format !== 'num') expect(value, id).toBeGreaterThanOrEqual(0);
    if (format === 'pct') expect(value, id).toBeLessThanOrEqual(100);
    if (format === 'int') expect(Number.isInteger(value), `${id}: ${value}`).toBe(true);
  }
}
