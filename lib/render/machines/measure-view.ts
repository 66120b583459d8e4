import type { Measure } from '../../domain/machines/measures/measure.ts';
import { fieldView } from './field-view.ts';

/** A measure of the catalogue as programs get it (SPEC.md "Collection"). */
export function measureView({ label, description, fields, charted }: Measure) {
  return { rotulo: label, desc: description, painel: fields.map(fieldView), serie: [...charted] };
}
