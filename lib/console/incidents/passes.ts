import { LIMITS } from '../../domain/limits.ts';
import type { Output } from '../api/operations.ts';

export type Incident = Output<'listIncidents'>['incidents'][number];

/** Incidents that one check opened. */
export interface Pass {
  /** When the last of them was opened. */
  at: number;
  incidents: Incident[];
}

/** As on the page of an incident: what opened within the period of a check is of the same. */
const TOGETHER_MS = LIMITS.checkEverySec * 1000;

export const keyOf = ({ endpoint_id: id, number }: Incident): string => `${id}#${number}`;
export const isOpen = ({ state }: Incident): boolean => state === 'open';

/** Incidents by the check that opened them: those with open ones first, then the newest first. */
export function passesOf(incidents: readonly Incident[]): Pass[] {
  const passes: Pass[] = [];
  const openedAt = ({ opened_at: at }: Incident) => Date.parse(at);
  for (const each of incidents.toSorted((one, other) => openedAt(other) - openedAt(one))) {
    const pass = passes.at(-1);
    if (pass && pass.at - openedAt(each) < TOGETHER_MS) pass.incidents.push(each);
    else passes.push({ at: openedAt(each), incidents: [each] });
  }
  const hasOpen = (pass: Pass) => Number(pass.incidents.some(isOpen));
  return passes.toSorted((one, other) => hasOpen(other) - hasOpen(one));
}

/** Of how many monitors some incidents are. */
export const monitorsIn = (incidents: readonly Incident[]): number =>
  new Set(incidents.map(({ endpoint_id: id }) => id)).size;
