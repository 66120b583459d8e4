import type { MeasuresView } from '../../contract/machines/collection-output.ts';
import { MEASURE_IDS, MEASURES } from '../../domain/machines/measures/catalogue.ts';
import { measureView } from './measure-view.ts';

/** What can be measured, by its id. */
export function measuresView(): MeasuresView {
  return Object.fromEntries(MEASURE_IDS.map((id) => [id, measureView(MEASURES[id])]));
}
