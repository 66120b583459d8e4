/** Reads a value as it is given, which is text on a command line and may be more in a file; undefined where it breaks the rule. */
export type Form<T> = (given: unknown) => T | undefined;

/** One thing that can be chosen by whoever runs a service. */
export interface Setting<T = unknown> {
  form: Form<T>;
  /** Ends the sentence `NAME must be …` that refuses a value. */
  rule: string;
  /** Is not repeated where it is refused: somebody may have put the secret itself there. */
  isGuarded?: true;
  /** What holds where it is left out, as it would be given. */
  default?: T | string;
  /** The same in words, where there is no value or nobody would write it; `none` where neither is said. */
  unset?: string;
  /** What it is for, as docs/deploy.md and docs/options.md say it. */
  says: string;
}

/** A setting as the command line of one machine takes it. */
export interface MachineSetting<T = unknown> extends Setting<T> {
  /** What stands behind its option; nothing behind a switch. There is no option where this is left out. */
  takes?: string;
  /** Is read from the environment, which no other program of the machine sees, and repeated nowhere. */
  secret?: true;
}

/** A setting of a deployment, and what is different about it where the command line of one machine takes it too. */
export interface AwsSetting<T = unknown> extends Setting<T> {
  here?: { takes: string } & Partial<Pick<Setting<T>, 'form' | 'rule' | 'unset' | 'says'>>;
}

type ValueOf<S> = S extends { form: Form<infer T> } ? T : never;

/** The values of the settings of a table. What has no default and was not set is not there. */
export type ValuesOf<Table> = {
  [N in keyof Table as Table[N] extends { default: unknown } ? N : never]: ValueOf<Table[N]>;
} & {
  [N in keyof Table as Table[N] extends { default: unknown } ? never : N]?: ValueOf<Table[N]>;
};

/** A text for which something holds. */
export const textThat =
  (holds: (text: string) => boolean): Form<string> =>
  (given) =>
    typeof given === 'string' && holds(given) ? given : undefined;

export const anyText = textThat(() => true);

export const textLike = (form: RegExp): Form<string> => textThat((text) => form.test(text));

/** What a function can read. */
export const textReadBy = (read: (text: string) => unknown): Form<string> =>
  textThat((text) => read(text) !== undefined);

/** `{ form, rule }` of a number; a command line gives text only, so it may be written as one. */
export function wholeNumber(min: number, max: number) {
  const form: Form<number> = (given) => {
    const value = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : undefined;
  };
  return { form, rule: `a whole number from ${min} to ${max}` };
}

/** `{ form, rule }` of true or false, also as text, and as 1 or 0. */
export const flag = {
  form: (given: unknown): boolean | undefined => {
    const word = typeof given === 'object' ? '' : String(given);
    return ['true', '1'].includes(word) ? true : ['false', '0'].includes(word) ? false : undefined;
  },
  rule: 'true or false',
};

/** `{ form, rule }` of one of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]) {
  const form: Form<T> = (given) => words.find((word) => word === given);
  return { form, rule: words.join(' or ') };
}

/** `{ form, rule, isGuarded }` of a secret that exists already: without its last six characters a policy would hold for any name that goes on so. */
export const secretArn = {
  form: textLike(/^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/),
  rule: 'the whole ARN of a Secrets Manager secret, its last six characters included',
  isGuarded: true,
} as const;
