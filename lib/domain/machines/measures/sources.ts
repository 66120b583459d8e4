import type { MachineFacts } from '../devices/facts.ts';
import { MEASURE_IDS, MEASURES, type MeasureId } from './catalogue.ts';
import type { Measure, Source } from './measure.ts';

/** Where a machine has a measure: the first source of its system whose needs are met. */
export function sourceOf(
  measure: Measure,
  { system, capabilities }: Pick<MachineFacts, 'system' | 'capabilities'>,
): Source | null {
  const isMet = (source: Source) =>
    source.system === system && source.needs.every((need) => capabilities.includes(need));
  return measure.sources.find(isMet) ?? null;
}

/** What a machine can read and send (SPEC.md Ambiente `medidas`): nothing without a program to send with. */
export function measuresOf(facts: Pick<MachineFacts, 'system' | 'capabilities' | 'transport'>): MeasureId[] {
  if (facts.transport === null) return [];
  return MEASURE_IDS.filter((id) => sourceOf(MEASURES[id], facts) !== null);
}
