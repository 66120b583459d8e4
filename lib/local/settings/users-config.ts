import { adminsOf, signUpOf } from '../../domain/accounts/access.ts';
import { allowanceOf, type UserSettings } from '../../domain/accounts/users.ts';
import type { Config } from '../../config/config.ts';

/** What functions are told of who may use the service. Takes settings that were checked. */
export function usersConfig(
  settings: UserSettings,
): Pick<Config, 'access' | 'guests' | 'allowance' | 'publicPages'> {
  const { signUp, admins, guests, publicPages } = settings;
  return {
    access: { signUp: signUpOf(signUp) ?? 'closed', admins: adminsOf(admins ?? '') ?? [] },
    guests: { areMade: guests === 'on' },
    allowance: { isUnlimited: allowanceOf(settings) === 'unlimited' },
    publicPages: { areShown: publicPages === 'on' },
  };
}
