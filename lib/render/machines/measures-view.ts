import type { MeasuresView, ReadingView } from '../../contract/machines/collection-output.ts';
import { MEASURE_IDS, MEASURES } from '../../domain/machines/measures/catalogue.ts';
import type { Measure, MeasureField, TimedValues } from '../../domain/machines/measures/measure.ts';
import { isoOf } from '../../domain/instant.ts';

/** What can be measured, by its id. */
export function measuresView(): MeasuresView {
  return Object.fromEntries(MEASURE_IDS.map((id) => [id, measureView(MEASURES[id])]));
}

/** A measure of the catalogue as programs get it (SPEC.md "Collection"). */
export function measureView({ label, description, fields, charted }: Measure) {
  return { rotulo: label, desc: description, painel: fields.map(fieldView), serie: [...charted] };
}

/** A number, or word, and how it is shown, as programs get it (SPEC.md `painel`). */
export function fieldView({ id, label, format }: MeasureField) {
  return { c: id, r: label, ...(format && { f: format }) };
}

/** Writes readings as their owner sees them (SPEC.md `leituras`). The measures of a device share their seconds. */
export function readingWriter(): (readings: readonly TimedValues[]) => ReadingView[] {
  const written = new Map<number, string>();
  const textOf = (atSec: number): string => {
    const known = written.get(atSec);
    if (known !== undefined) return known;
    const text = isoOf(atSec * 1000);
    written.set(atSec, text);
    return text;
  };
  return (readings) => readings.map(({ atSec, values }) => ({ t: textOf(atSec), ...values }));
}
