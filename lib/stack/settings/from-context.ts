import type { Instant } from '../../domain/instant.ts';
import { contradictionIn } from './contradictions.ts';
import type { Setting } from './setting.ts';
import { settingRows, settingTable, type Settings } from './table.ts';

/**
 * Reads the settings from the whole CDK context (`-c name=value`, cdk.context.json, or `context` in cdk.json).
 * Throws one plain sentence for an unknown name, a value that breaks its rule, or settings that contradict each other;
 * `now` is the time of the synthesis.
 */
export function settingsFrom(context: Readonly<Record<string, unknown>>, now: Instant): Settings {
  const unknown = Object.keys(context).find((name) => !Object.hasOwn(settingTable, name) && !isOfCdk(name));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not a setting: docs/deploy.md lists them, and case matters.`);
  const values = settingRows.map(([name, setting]) => [name, valueOf(name, setting, context[name])]);
  const settings = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Settings;
  const contradiction = contradictionIn(settings, now);
  if (contradiction !== undefined) throw new Error(contradiction);
  return settings;
}

/** An empty value is an absent one, so that a script can pass on a variable that nobody set. */
function valueOf(name: string, setting: Setting & { default?: unknown }, given: unknown): unknown {
  if (given === undefined || given === '') return setting.default;
  const parsed = setting.form.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`${name} must be ${setting.rule}, not ${JSON.stringify(given)}.`);
}

/** CDK keeps its own notes in the context: feature flags, results of lookups, what the command line passes on. */
function isOfCdk(name: string): boolean {
  return /^(@[\w-]+\/|aws:|aws-cdk:|aws-cdk-lib[/:]|cdk-migrate$|cli-telemetry$|acknowledged-issue-numbers$|[a-z-]+:[\w-]+=)/.test(
    name,
  );
}
