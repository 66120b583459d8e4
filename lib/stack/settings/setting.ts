import * as z from 'zod';

/** One thing that can be chosen at deployment. */
export interface Setting<T = unknown> {
  form: z.ZodType<T>;
  /** Ends the sentence `NAME must be …` that refuses a value. */
  rule: string;
  /** What it is for, as docs/deploy.md says it. */
  says: string;
}

/** A setting that has a value in any case. */
export interface WithDefault<T> extends Setting<T> {
  default: T;
}

/** A setting that may be left out. */
export interface Optional<T> extends Setting<T> {
  /** What holds then, in words. */
  unset: string;
}

export function withDefault<T>(setting: WithDefault<T>): WithDefault<T> {
  return setting;
}

export function optionalSetting<T>(setting: Optional<T>): Optional<T> {
  return setting;
}

/** The command line gives text only, so a number may be written as one. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): z.ZodType<number> {
  return z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max));
}

/** True or false, also as text, and as 1 or 0. */
export const flag: z.ZodType<boolean> = z.union([
  z.boolean(),
  z.enum(['true', '1']).transform(() => true),
  z.enum(['false', '0']).transform(() => false),
  z.literal(1).transform(() => true),
  z.literal(0).transform(() => false),
]);

/** `{ form, rule }` of one of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]) {
  return { form: z.enum(words) as unknown as z.ZodType<T>, rule: words.join(' or ') };
}

export const textSetting = (form: RegExp): z.ZodType<string> => z.string().regex(form);

/** What a function can read. */
export const readBy = (read: (value: string) => unknown): z.ZodType<string> =>
  textSetting(/\S/).refine((value) => read(value) !== undefined);

/** `{ form, rule }` of a secret that exists already: without its last six characters a policy would hold for any name that goes on so. */
export const secretArn = {
  form: textSetting(/^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/),
  rule: 'the whole ARN of a Secrets Manager secret, its last six characters included',
};
