import type { MeasuresView } from '../../contract/machines/collection-output.ts';
import { MEASURE_IDS, MEASURES } from '../../domain/machines/measures/catalogue.ts';
import type { Measure } from '../../domain/machines/measures/measure.ts';
import { fieldView } from './field-view.ts';

/** What can be measured, by its id. */
export function measuresView(): MeasuresView {
  return Object.fromEntries(MEASURE_IDS.map((id) => [id, measureView(MEASURES[id])]));
}

/** A measure of the catalogue as programs get it (SPEC.md "Collection"). */
export function measureView({ label, description, fields, charted }: Measure) {
  return { rotulo: label, desc: description, painel: fields.map(fieldView), serie: [...charted] };
}
