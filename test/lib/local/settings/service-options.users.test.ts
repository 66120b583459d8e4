import { describe, expect, it } from 'vitest';
import { configFromEnv } from '../../../../lib/config/config.ts';
import { defaultSettings } from '../../../../lib/config/settings/all-settings.ts';
import { environmentBy } from '../../../../lib/config/settings/group-texts.ts';
import { STRANGERS_WELCOME, type UserSettings } from '../../../../lib/domain/accounts/users.ts';
import { serviceOptions } from '../../../../lib/local/settings/service-options.ts';
import { StartError } from '../../../../lib/local/start-error.ts';

const usersOf = (...args: string[]) => serviceOptions(args).users;

/** What functions are told. */
const toldOf = (users: UserSettings) =>
  configFromEnv({ TABLE_NAME: 't', ...environmentBy({ ...defaultSettings, ...users }) });

describe('the options that say who may use the service', () => {
  it('are strangers where nothing is said', () => {
    expect(usersOf()).toEqual(STRANGERS_WELCOME);
  });

  it('are those of a private copy, whose allowance is unlimited', () => {
    const users = usersOf(
      '--guests',
      'off',
      '--sign-up',
      'closed',
      '--admins',
      'ana@example.com, ben@example.com',
    );

    expect(toldOf(users)).toMatchObject({
      access: { signUp: 'closed', admins: ['ana@example.com', 'ben@example.com'] },
      guests: { areMade: false },
      allowance: { isUnlimited: true },
      publicPages: { areShown: false },
    });
  });

  it('take domains, a limit and pages', () => {
    const users = usersOf(
      '--sign-up',
      'example.com,example.org',
      '--allowance',
      'spec',
      '--public-pages',
      'on',
    );

    expect(toldOf(users)).toMatchObject({
      access: { signUp: { domains: ['example.com', 'example.org'] }, admins: [] },
      allowance: { isUnlimited: false },
      publicPages: { areShown: true },
    });
  });

  it.each([
    [
      ['--sign-up', 'some'],
      '--sign-up must be open, closed, or e-mail domains such as example.com,example.org; got some.',
    ],
    [
      ['--admins', 'ana'],
      '--admins must be e-mail addresses such as ana@example.com,ben@example.com; got ana.',
    ],
    [['--guests', 'no'], '--guests must be on or off; got no.'],
    [['--allowance', '5'], '--allowance must be spec or unlimited; got 5.'],
    [['--public-pages', ''], '--public-pages must be on or off; got "".'],
    [['--guests', 'off', '--seed'], '--seed makes a guest, and --guests off makes none; give one of them.'],
    [
      ['--guests', 'off', '--sign-up', 'closed'],
      '--guests off and --sign-up closed leave nobody who could begin: set --admins to the addresses that may sign in.',
    ],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => usersOf(...args)).toThrow(new StartError(sentence));
  });
});
