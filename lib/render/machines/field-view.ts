import type { MeasureField } from '../../domain/machines/measures/measure.ts';

/** A number, or word, and how it is shown, as programs get it (SPEC.md `painel`). */
export function fieldView({ id, label, format }: MeasureField) {
  return { c: id, r: label, ...(format && { f: format }) };
}
