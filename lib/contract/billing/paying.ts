import type { Operation } from '../operation.ts';

/** Whether a call may pay for what it asks: where something costs, as a job's first ping may. */
export function takesPayment({ errors }: Pick<Operation, 'errors'>): boolean {
  return errors.includes('pagamento_necessario');
}
