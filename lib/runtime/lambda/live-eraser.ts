import { openPeople } from '../../adapters/accounts/people.ts';
import type { EraserDeps } from '../deps.ts';
import { liveCore } from './live-core.ts';

/** The live dependencies of the eraser, built once per cold start. */
export function liveEraser(): EraserDeps {
  const core = liveCore();
  return { ...core, people: openPeople(core.config) };
}
