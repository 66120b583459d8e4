import type { Measure } from '../../domain/measure/measure.ts';

/** A measure of the catalogue as programs get it (SPEC.md "Collection"). */
export function measureView({ label, description, fields, charted }: Measure) {
  return {
    rotulo: label,
    desc: description,
    painel: fields.map(({ id, label: name, format }) => ({ c: id, r: name, ...(format && { f: format }) })),
    serie: [...charted],
  };
}
