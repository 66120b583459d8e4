import type { ProvenPerson } from '../../lib/adapters/accounts/issuer-answer.ts';
import type { SecondFactors } from '../../lib/adapters/accounts/factor-port.ts';
import type { Login } from '../../lib/data/accounts/logins.ts';
import { begunAgoMs } from '../../lib/domain/accounts/login.ts';
import { mayAskRecord, showedSecondFactor } from '../../lib/domain/accounts/second-factor.ts';
import type { Ctx } from '../../lib/runtime/context.ts';

/**
 * Whether a person showed a second factor: the token says so, or says nothing of how and the issuer's record of the person
 * leaves no other way. What cannot be asked did not happen, and the sign-in goes on.
 */
export async function hasSecondFactor(
  { config, log, now }: Pick<Ctx, 'config' | 'log' | 'now'>,
  factors: SecondFactors,
  { login, person }: { login: Login; person: ProvenPerson },
): Promise<boolean> {
  if (showedSecondFactor(person, config.identity?.secondFactor ?? { acr: [], amr: [] })) return true;
  if (!mayAskRecord(person, begunAgoMs(login, now))) return false;
  try {
    return await factors.areShownBy(person.subject);
  } catch (error) {
    log.error('second_factor_unknown', error);
    return false;
  }
}
