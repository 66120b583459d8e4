import { accepted, refused, shown, type Decision } from '../../decision.ts';
import type { Instant } from '../../instant.ts';
import { isMeasureId, MEASURES, type MeasureId } from '../measures/catalogue.ts';
import type { MeasureField, Values } from '../measures/measure.ts';

/** What readings of a machine are held against: `disco` `pct` above 90. */
export interface ThresholdRule {
  measure: MeasureId;
  /** A number of the measure, by its id. */
  field: string;
  side: 'above' | 'below';
  value: number;
}

/** What makes a monitor one of a number, and not of signs of life. */
export interface Threshold extends ThresholdRule {
  deviceId: string;
  /** When the reading came that moved it last: what came before that moves it no more. Absent before the first. */
  judgedAt?: Instant;
}

/** Of a rule that is asked for. */
type Asked = Omit<ThresholdRule, 'measure'> & { measure: string };

/** In the unit of the field; a temperature and the offset of a clock may be below zero. */
const VALUE_MAX = 1e12;
/** Nearer to zero is none of a machine, and from 1e-130 on nothing that a table holds. */
const VALUE_LEAST = 1e-9;
/** A share ends two points within, or a tenth of what is left up to where there is no more; other numbers a twentieth. */
const POINTS = 2;
const SHARE_LEFT = 0.1;
const SHARE = 0.05;

/**
 * A rule that readings can be held against: by a number that each reading says of itself. What is the average since the
 * reading before is none of these.
 */
export function thresholdRule({
  measure,
  field,
  side,
  value,
}: Asked): Decision<ThresholdRule, 'aviso_invalido'> {
  if (!isMeasureId(measure)) return refused('aviso_invalido', `There is no measure ${shown(measure)}.`);
  const able = thresholdFields(measure);
  const known = able.find(({ id }) => id === field);
  if (!known) {
    const fields = able.map(({ id }) => id).join(', ') || 'none';
    return refused(
      'aviso_invalido',
      `campo must be a number of ${measure} (${fields}); got ${shown(field)}.`,
    );
  }
  const most = known.format === 'pct' ? 100 : VALUE_MAX;
  const least = known.format === 'pct' ? 0 : -VALUE_MAX;
  if (value < least || value > most)
    return refused('aviso_invalido', `The value of ${field} must be from ${least} to ${most}; got ${value}.`);
  if (known.format === 'pct' && value === (side === 'above' ? most : least))
    return refused(
      'aviso_invalido',
      `The value of ${field} must be one that a share can pass; none is ${side} ${value}.`,
    );
  if (value !== 0 && Math.abs(value) < VALUE_LEAST)
    return refused(
      'aviso_invalido',
      `The value of ${field} must be 0 or at least ${VALUE_LEAST} away from it; got ${value}.`,
    );
  return accepted({ measure, field, side, value });
}

/** The numbers of a measure that a threshold can be on. */
export function thresholdFields(measure: MeasureId): readonly MeasureField[] {
  const { fields, shown: isOfTwo } = MEASURES[measure];
  return isOfTwo ? [] : fields.filter(({ format }) => format !== undefined);
}

export function thresholdField({ measure, field }: Pick<ThresholdRule, 'measure' | 'field'>): MeasureField {
  return MEASURES[measure].fields.find(({ id }) => id === field) ?? { id: field, label: field };
}

/** What a threshold is called by itself, behind the name of its machine: `Disk`, `Disk used`. */
export function thresholdLabel(rule: Pick<ThresholdRule, 'measure' | 'field'>): string {
  const { label, charted } = MEASURES[rule.measure];
  const isTheOne = charted.length === 1 && charted[0] === rule.field;
  return isTheOne ? label : `${label} ${thresholdField(rule).label.toLowerCase()}`;
}

/** What a reading says of the number; undefined where it says nothing. */
export function numberIn({ field }: Pick<ThresholdRule, 'field'>, values: Values): number | undefined {
  const value = values[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** How a number stands to a rule: beyond it, well within it, or so near that what was goes on. */
export type Level = 'beyond' | 'near' | 'within';

export function levelOf(rule: ThresholdRule, value: number): Level {
  const sign = rule.side === 'above' ? 1 : -1;
  if (sign * (value - rule.value) > 0) return 'beyond';
  return sign * (value - endOf(rule)) > 0 ? 'near' : 'within';
}

/** The number at which it is over: a little within, so that one that wavers around the value is one incident. */
export function endOf(rule: ThresholdRule): number {
  const sign = rule.side === 'above' ? 1 : -1;
  // By so much that 90 less two is 88 and not 87.99999999999999.
  return Number((rule.value - sign * marginOf(rule)).toPrecision(12));
}

function marginOf(rule: ThresholdRule): number {
  const { format } = thresholdField(rule);
  const { side, value } = rule;
  if (format === 'pct') return Math.min(POINTS, SHARE_LEFT * (side === 'above' ? value : 100 - value));
  const margin = SHARE * Math.abs(value);
  return format === 'int' ? Math.floor(margin) : margin;
}
