import type { MachineFacts } from '../devices/facts.ts';
import { accepted, refused, type Decision } from '../../decision.ts';
import { PROFILES, type MeasureId, type MeasureProfile, measuresOf } from '../measures/catalogue.ts';

/** What is to be collected: one measure, or a profile, which goes before it. */
export interface AskedMeasure {
  measure: MeasureId;
  profile: MeasureProfile | null;
}

/**
 * What of that a machine can tell, in the order of the catalogue. Refused where it can tell none of it: such a stream would
 * stay empty.
 */
export function askedMeasures(
  { measure, profile }: AskedMeasure,
  facts: Pick<MachineFacts, 'system' | 'capabilities' | 'transport'>,
): Decision<MeasureId[], 'medida_incompativel'> {
  const asked = profile === null ? [measure] : PROFILES[profile];
  const told = measuresOf(facts).filter((id) => asked.includes(id));
  if (told.length > 0) return accepted(told);
  const what = profile === null ? `measure ${measure}` : `profile ${profile}`;
  const able = measuresOf(facts).join(', ') || 'none';
  return refused('medida_incompativel', `The device cannot measure ${what}; its measures are: ${able}.`);
}
