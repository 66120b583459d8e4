import type { Operation } from './operation.ts';

/**
 * Whether a call may pay for what it asks: where something costs and its owner calls. A job's first ping costs too, and
 * cannot be paid on the spot.
 */
export function takesPayment({ auth, errors }: Pick<Operation, 'auth' | 'errors'>): boolean {
  return auth === 'owner' && errors.includes('pagamento_necessario');
}
