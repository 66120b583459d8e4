import type { Instant } from '../../domain/instant.ts';
import { redactAddresses } from '../../domain/redact/addresses.ts';
import { contradictionIn } from './rules.ts';
import type { Setting } from './setting.ts';
import { awsRows, type AwsSettings } from './all-settings.ts';

/** The values of rows where something was given, and the defaults of others. `refused` makes an error of a value that breaks its rule. */
export function valuesOf<N extends string, S extends Setting>(
  rows: readonly (readonly [N, S])[],
  given: Readonly<Partial<Record<N, unknown>>>,
  refused: (name: N, setting: S, value: unknown) => Error,
): Partial<Record<N, unknown>> {
  const values = rows.map(([name, setting]) => {
    const { [name]: text = setting.default } = given;
    const value = text === undefined ? undefined : setting.form(text);
    if (value === undefined && text !== undefined) throw refused(name, setting, text);
    return [name, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<Record<N, unknown>>;
}

/**
 * The settings of a deployment. Throws one plain sentence for a value that breaks its rule, or settings that contradict each
 * other; `now` is the time of the synthesis.
 */
export function awsSettings(given: Readonly<Record<string, unknown>>, now: Instant): AwsSettings {
  const settings = valuesOf(
    awsRows,
    given,
    (name, { rule, isGuarded }, value) =>
      new Error(
        `${name} must be ${rule}${isGuarded ? '' : `, not ${redactAddresses(JSON.stringify(value))}`}.`,
      ),
  ) as AwsSettings;
  const contradiction = contradictionIn(settings, {
    where: 'aws',
    spelled: (name, value) => (value === undefined ? name : `${name}=${value}`),
    given,
    now,
  });
  if (contradiction !== undefined) throw new Error(contradiction);
  return settings;
}
