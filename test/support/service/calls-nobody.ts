import type { Invoke } from '../../../lib/adapters/invoke.ts';

/** For what calls no other function. */
export const callsNobody: Invoke = (area) => Promise.reject(new Error(`${area} is not to be called here.`));
