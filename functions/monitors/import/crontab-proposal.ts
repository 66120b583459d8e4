import { accepted } from '../../../lib/domain/decision.ts';
import type { CallPlace } from '../../../lib/domain/monitors/crontab/call-places.ts';
import {
  type Crontab,
  type IgnoredLine,
  type RecognizedLine,
  lineIdentityOf,
} from '../../../lib/domain/monitors/crontab/read-crontab.ts';
import { jobNamer, nameOnHost } from '../../../lib/domain/monitors/crontab/job-names.ts';
import { shownIdOf } from '../../../lib/domain/monitors/monitor-id.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import { newSettings, type SettingsRules } from '../../../lib/domain/monitors/settings/settings.ts';
import type { defaultGraceSec } from '../../../lib/domain/schedule/default-grace.ts';

/** What a crontab says, where its lines can make a call, and what is asked for: a grace, and names of a machine's jobs. */
export type ReadCrontab = Crontab & {
  calls: CallPlace[];
  graceSec: number | undefined;
  host: string | undefined;
};

type ShownLine = Omit<RecognizedLine, 'calls'>;

/** What an import judges settings by, and the grace that a schedule gets by itself. */
export interface ImportRules extends SettingsRules {
  graceOf: typeof defaultGraceSec;
}

/** What an import would do. */
export interface CrontabProposal {
  recognized: (ShownLine & { grace_sec: number; slug?: string })[];
  ignored: IgnoredLine[];
  existing: (ShownLine & { id: string })[];
  /** Of the lines that are recognized. */
  calls: CallPlace[];
  fresh: { line: number; settings: DecidedSettings }[];
}

/**
 * Sorts the lines: those whose monitor exists are listed and not made again. A line is the monitor that it calls, or else
 * the one whose name, schedule and zone agree, or did when it was imported; two equal lines are two monitors. A schedule
 * without a run within reach cannot be watched.
 */
export function crontabProposalOf(
  crontab: ReadCrontab,
  monitors: readonly Monitor[],
  rules: ImportRules,
): CrontabProposal {
  const proposal: CrontabProposal = {
    recognized: [],
    ignored: [...crontab.ignored],
    existing: [],
    calls: [],
    fresh: [],
  };
  const active = new Map(monitors.filter((each) => each.active).map((each) => [each.id, each]));
  const called = new Set(crontab.recognized.map(({ calls }) => calls));
  const unclaimed = Map.groupBy(
    [...active.values()].filter(({ id }) => !called.has(id)),
    (monitor) => monitor.importedAs ?? lineIdentityOf(monitor),
  );
  const { host } = crontab;
  const jobName = jobNamer(monitors);
  for (const { calls = '', ...read } of crontab.recognized) {
    const line = host === undefined ? read : { ...read, name: nameOnHost(host, read.name) };
    const settings = settingsOf(line, crontab.graceSec, rules);
    if (!settings.ok) {
      proposal.ignored.push({
        line: line.line,
        reason: 'cron_invalido',
        text: `${line.cron} ${line.command}`.slice(0, 200),
      });
      continue;
    }
    const graceSec = settings.value.graceSec ?? LIMITS.graceDefaultSec;
    const named = host !== undefined && { slug: jobName(settings.value) };
    proposal.recognized.push({ ...line, grace_sec: graceSec, ...named });
    const monitor = active.get(calls) ?? unclaimed.get(lineIdentityOf(settings.value))?.shift();
    if (monitor) proposal.existing.push({ ...line, id: shownIdOf(monitor) });
    else proposal.fresh.push({ line: line.line, settings: settings.value });
  }
  const recognized = new Set(proposal.recognized.map(({ line }) => line));
  proposal.calls = crontab.calls.filter(({ line }) => recognized.has(line));
  proposal.ignored.sort((a, b) => a.line - b.line);
  return proposal;
}

function settingsOf({ name, cron, tz: zone }: ShownLine, asked: number | undefined, rules: ImportRules) {
  const tz = zone ?? 'UTC';
  const settings = newSettings({ name, cron, tz, graceSec: asked }, rules);
  if (!settings.ok || asked !== undefined) return settings;
  return accepted({ ...settings.value, graceSec: rules.graceOf({ cron, tz }, rules.now) });
}
