import { IssuerUnavailable } from '../../../lib/adapters/accounts/issuer-answer.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** Does what needs the issuer and the table. Throws a 503 page where that does not work; no cookie changes then. */
export async function orUnavailable<T>({ log }: Pick<Ctx, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isIssuer = error instanceof IssuerUnavailable;
    log.error(isIssuer ? 'issuer_unavailable' : 'sign_in_failed', isIssuer ? (error.cause ?? error) : error);
    throw new Refusal('auth_unavailable', 'Signing in does not work for a moment; try again.');
  }
}
