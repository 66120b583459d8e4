import { ADMINS_RULE, adminsOf, SIGN_UP_RULE, signUpOf } from '../../domain/accounts/access.ts';
import { STRANGERS_WELCOME } from '../../domain/accounts/users.ts';
import { oneOf, textReadBy, type AwsSetting } from './setting.ts';

/** Who may use the deployment, and how much of it. */
export const userSettings = {
  signUp: {
    form: textReadBy(signUpOf),
    rule: SIGN_UP_RULE,
    default: STRANGERS_WELCOME.signUp,
    says: 'who may make an account: anybody (`open`), nobody new (`closed`), or who has an address of these domains (`example.com,example.org`)',
    here: { takes: 'open|closed|DOMAINS' },
  },
  admins: {
    form: textReadBy(adminsOf),
    rule: ADMINS_RULE,
    says: 'addresses that may make an account whatever `signUp` says, with commas between them',
    here: { takes: 'ADDRESSES' },
  },
  guests: {
    ...oneOf('on', 'off'),
    default: STRANGERS_WELCOME.guests,
    says: '`off` makes no new guests; those that there are go on',
    here: { takes: 'on|off' },
  },
  allowance: {
    ...oneOf('spec', 'unlimited'),
    unset: '`spec`; `unlimited` in a private copy',
    says: '`unlimited` lets every owner have as much as it likes at no cost',
    here: { takes: 'spec|unlimited' },
  },
  publicPages: {
    ...oneOf('on', 'off'),
    default: STRANGERS_WELCOME.publicPages,
    says: '`on` shows pages for strangers (contact, statistics, partners); off, nothing is at their paths',
    here: { takes: 'on|off' },
  },
} satisfies Record<string, AwsSetting>;
