import { ADMINS_RULE, adminsOf, SIGN_UP_RULE, signUpOf } from '../../domain/accounts/access.ts';
import { nobodyLeft, STRANGERS_WELCOME, type UserSettings } from '../../domain/accounts/users.ts';
import { StartError } from '../start-error.ts';

/** The options of the command line that say who may use the service; the settings of a deployment have the same names. */
export const USER_OPTIONS = {
  'sign-up': { type: 'string' },
  admins: { type: 'string' },
  guests: { type: 'string' },
  allowance: { type: 'string' },
  'public-pages': { type: 'string' },
} as const;

type Given = { readonly [N in keyof typeof USER_OPTIONS]?: string | undefined };

/** Reads them. Throws a `StartError` with one sentence for a value that breaks its rule, or values that contradict. */
export function userOptions(given: Given): UserSettings {
  const { 'sign-up': signUp = STRANGERS_WELCOME.signUp, admins } = given;
  if (signUpOf(signUp) === undefined) throw refused('sign-up', SIGN_UP_RULE, signUp);
  if (admins !== undefined && adminsOf(admins) === undefined) throw refused('admins', ADMINS_RULE, admins);
  const allowance =
    given.allowance === undefined ? undefined : oneOf('allowance', ['spec', 'unlimited'], given);
  const settings: UserSettings = {
    signUp,
    ...(admins !== undefined && { admins }),
    guests: oneOf('guests', ['on', 'off'], given),
    ...(allowance && { allowance }),
    publicPages: oneOf('public-pages', ['off', 'on'], given),
  };
  const contradiction = nobodyLeft(settings);
  if (contradiction !== undefined) throw new StartError(contradiction);
  return settings;
}

/** One of two words, the first where nothing is given. */
function oneOf<T extends string>(name: keyof Given, [usual, other]: readonly [T, T], given: Given): T {
  const { [name]: word = usual } = given;
  if (word === usual) return usual;
  if (word === other) return other;
  throw refused(name, `${usual} or ${other}`, word);
}

function refused(name: string, rule: string, got: string): StartError {
  return new StartError(`--${name} must be ${rule}; got ${got}.`);
}
