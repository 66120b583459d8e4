import { accepted } from '../../../lib/domain/decision.ts';
import { CALLS_ALREADY, type CallPlace } from '../../../lib/domain/monitors/crontab/call-places.ts';
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
  /** Where the service is pinged. */
  origins: readonly string[];
};

type ShownLine = Omit<RecognizedLine, 'calls' | 'runs'>;

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
 * Sorts the lines: those whose monitor exists are listed and not made again. A line is the monitor that it calls or runs as,
 * or else the one whose name, schedule and zone agree, or did when it was imported; two equal lines are two monitors. A
 * schedule without a run within reach cannot be watched. A name that `rollcall run` has said nothing of yet gets its monitor by
 * its first run: one that was made here would never be pinged.
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
  const active = monitors.filter((each) => each.active);
  const told = monitorsTold(crontab.recognized, active);
  const spoken = new Set(told.values());
  const unclaimed = Map.groupBy(
    active.filter((each) => !spoken.has(each)),
    (monitor) => monitor.importedAs ?? lineIdentityOf(monitor),
  );
  const { host } = crontab;
  const jobName = jobNamer(monitors);
  for (const { calls: _calls, runs, ...read } of crontab.recognized) {
    const known = told.get(read.line);
    if (runs !== undefined && known === undefined) {
      const note = `left out: its first run as ${runs} makes its monitor`;
      proposal.ignored.push({ line: read.line, reason: 'nao_reconhecida', text: shown(read), note });
      continue;
    }
    const line = host === undefined ? read : { ...read, name: nameOnHost(host, read.name) };
    const settings = settingsOf(line, crontab.graceSec, rules);
    if (!settings.ok) {
      proposal.ignored.push({ line: line.line, reason: 'cron_invalido', text: shown(line) });
      continue;
    }
    const graceSec = settings.value.graceSec ?? LIMITS.graceDefaultSec;
    const named = host !== undefined && { slug: jobName(settings.value) };
    proposal.recognized.push({ ...line, grace_sec: graceSec, ...named });
    const monitor = known ?? unclaimed.get(lineIdentityOf(settings.value))?.shift();
    if (monitor) proposal.existing.push({ ...line, id: shownIdOf(monitor) });
    else proposal.fresh.push({ line: line.line, settings: settings.value });
  }
  proposal.calls = callsOf(crontab, proposal.recognized, told);
  proposal.ignored.sort((a, b) => a.line - b.line);
  return proposal;
}

/** The monitors that lines tell of their jobs, by the number of the line. */
function monitorsTold(lines: readonly RecognizedLine[], monitors: readonly Monitor[]): Map<number, Monitor> {
  const byId = new Map(monitors.map((each) => [each.id, each]));
  const bySlug = new Map(monitors.flatMap((each) => (each.slug === null ? [] : [[each.slug, each]])));
  const told = lines.map(
    ({ line, calls = '', runs = '' }) => [line, byId.get(calls) ?? bySlug.get(runs)] as const,
  );
  return new Map(told.flatMap(([line, monitor]) => (monitor ? [[line, monitor]] : [])));
}

/** Where calls go. A line that tells its monitor of its job gets none, unless it tells another service that it came from. */
function callsOf(
  { calls, origins }: ReadCrontab,
  recognized: readonly ShownLine[],
  told: ReadonlyMap<number, Monitor>,
): CallPlace[] {
  const commands = new Map(recognized.map(({ line, command }) => [line, command]));
  return calls.flatMap((place): CallPlace[] => {
    const command = commands.get(place.line);
    if (command === undefined) return [];
    const tellsUs = told.has(place.line) && origins.some((origin) => command.includes(`${origin}/`));
    return [tellsUs ? { line: place.line, why: CALLS_ALREADY } : place];
  });
}

const shown = ({ cron, command }: ShownLine) => `${cron} ${command}`.slice(0, 200);

function settingsOf({ name, cron, tz: zone }: ShownLine, asked: number | undefined, rules: ImportRules) {
  const tz = zone ?? 'UTC';
  const settings = newSettings({ name, cron, tz, graceSec: asked }, rules);
  if (!settings.ok || asked !== undefined) return settings;
  return accepted({ ...settings.value, graceSec: rules.graceOf({ cron, tz }, rules.now) });
}
