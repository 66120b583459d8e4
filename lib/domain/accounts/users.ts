/** Who may use a deployment and how much of it, as it is set (DECISIONS.md "Owners" 10). */
export interface UserSettings {
  /** As `SIGN_UP_RULE` has it. */
  signUp: string;
  /** As `ADMINS_RULE` has it. */
  admins?: string;
  guests: 'on' | 'off';
  /** @default spec, and unlimited in a private copy */
  allowance?: 'spec' | 'unlimited';
  publicPages: 'on' | 'off';
}

/** What holds where nothing is set. */
export const STRANGERS_WELCOME: UserSettings = { signUp: 'open', guests: 'on', publicPages: 'off' };

const PRIVATE_COPY = 'npx cdk deploy -c guests=off -c signUp=closed -c admins=<your address>';

/** Whether all that use a deployment are known to whoever set it up. */
export function isPrivate({ signUp, guests }: UserSettings): boolean {
  return signUp === 'closed' && guests === 'off';
}

/** Nobody pays oneself: a private copy has no limit unless one is set. */
export function allowanceOf(settings: UserSettings): 'spec' | 'unlimited' {
  return settings.allowance ?? (isPrivate(settings) ? 'unlimited' : 'spec');
}

/** Who may use a deployment, in words, and how to change that where strangers may. */
export function usersInWords({ signUp, admins, guests }: UserSettings): string {
  const named = admins === undefined ? '' : ` and ${admins}`;
  if (guests === 'on') return `anyone who finds its address. For a private copy: ${PRIVATE_COPY}`;
  if (signUp === 'open') return `anyone who signs up. For a private copy: ${PRIVATE_COPY}`;
  if (signUp === 'closed')
    return `${admins ?? 'nobody'}, and anyone who already has an account or a guest token`;
  return `anyone with an address at ${signUp}${named}, and anyone who already has an account or a guest token`;
}
