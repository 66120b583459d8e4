import type { Crontab, IgnoredLine, RecognizedLine } from '../../lib/domain/crontab/read-crontab.ts';
import { shownIdOf } from '../../lib/domain/monitor/monitor-id.ts';
import { lineIdentityOf } from '../../lib/domain/crontab/line-identity.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import type { DecidedSettings } from '../../lib/domain/monitor/default-settings.ts';
import { newSettings, type SettingsRules } from '../../lib/domain/monitor/settings.ts';

/** What an import would do. */
export interface Proposal {
  recognized: RecognizedLine[];
  ignored: IgnoredLine[];
  existing: (RecognizedLine & { id: string })[];
  fresh: { line: number; settings: DecidedSettings }[];
}

/**
 * Sorts the lines: those whose monitor exists are listed and not made again. A line is its monitor when name, schedule
 * and zone agree, or did when it was imported; two equal lines are two monitors. A schedule without a run within reach cannot be watched.
 */
export function proposalOf(crontab: Crontab, monitors: readonly Monitor[], rules: SettingsRules): Proposal {
  const proposal: Proposal = { recognized: [], ignored: [...crontab.ignored], existing: [], fresh: [] };
  const unclaimed = Map.groupBy(
    monitors.filter((monitor) => monitor.active),
    (monitor) => monitor.importedAs ?? lineIdentityOf(monitor),
  );
  for (const line of crontab.recognized) {
    const settings = newSettings({ name: line.name, cron: line.cron, tz: line.tz ?? 'UTC' }, rules);
    if (!settings.ok) {
      proposal.ignored.push({
        line: line.line,
        reason: 'cron_invalido',
        text: `${line.cron} ${line.command}`.slice(0, 200),
      });
      continue;
    }
    proposal.recognized.push(line);
    const monitor = unclaimed.get(lineIdentityOf(settings.value))?.shift();
    if (monitor) proposal.existing.push({ ...line, id: shownIdOf(monitor) });
    else proposal.fresh.push({ line: line.line, settings: settings.value });
  }
  proposal.ignored.sort((a, b) => a.line - b.line);
  return proposal;
}
