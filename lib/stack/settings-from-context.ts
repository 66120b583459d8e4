import { awsSettings } from '../config/settings/read.ts';
import { awsRows, type AwsSettings } from '../config/settings/all-settings.ts';
import type { Instant } from '../domain/instant.ts';

const NAMES: ReadonlySet<string> = new Set(awsRows.map(([name]) => name));

/**
 * Reads the settings from the whole CDK context (`-c name=value`, cdk.context.json, or `context` in cdk.json).
 * Throws one plain sentence for an unknown name, a value that breaks its rule, or settings that contradict each other;
 * `now` is the time of the synthesis.
 */
export function settingsFrom(context: Readonly<Record<string, unknown>>, now: Instant): AwsSettings {
  const unknown = Object.keys(context).find((name) => !NAMES.has(name) && !isOfCdk(name));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not a setting: docs/deploy.md lists them, and case matters.`);
  // An empty value is an absent one, so that a script can pass on a variable that nobody set.
  const given = Object.entries(context).filter(([, value]) => value !== '');
  return awsSettings(Object.fromEntries(given), now);
}

/** CDK keeps its own notes in the context: feature flags, results of lookups, what the command line passes on. */
function isOfCdk(name: string): boolean {
  return /^(@[\w-]+\/|aws:|aws-cdk:|aws-cdk-lib[/:]|cdk-migrate$|cli-telemetry$|acknowledged-issue-numbers$|[a-z-]+:[\w-]+=)/.test(
    name,
  );
}
