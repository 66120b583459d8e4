import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../lib/domain/monitors/settings/default-settings.ts';
import { settingsView } from '../../lib/render/monitors/settings-view.ts';

/**
 * The monitor of each entry without a slug: one of its name that has no slug either, and each monitor once. Where
 * several have the name, those that are just as an entry says are its before others are anybody's. A threshold is nobody's:
 * a job that was taken for one would be watched by nothing.
 */
export function nameMatches(
  entries: ReadonlyMap<number, { name: string; settings: DecidedSettings | null }>,
  monitors: readonly Monitor[],
): Map<number, Monitor> {
  const nameless = monitors.filter(
    ({ active, slug, threshold }) => active && slug === null && threshold === undefined,
  );
  const byChoice = Map.groupBy(nameless, choiceOf);
  const matches = new Map<number, Monitor>();
  for (const [index, { settings }] of entries) {
    const monitor = settings && byChoice.get(choiceOf({ ...settings, slug: null }))?.shift();
    if (monitor) matches.set(index, monitor);
  }
  const taken = new Set(matches.values());
  const byName = Map.groupBy(
    nameless.filter((monitor) => !taken.has(monitor)),
    ({ name }) => name,
  );
  for (const [index, { name }] of entries) {
    const monitor = matches.has(index) ? undefined : byName.get(name)?.shift();
    if (monitor) matches.set(index, monitor);
  }
  return matches;
}

function choiceOf(settings: Parameters<typeof settingsView>[0]): string {
  return JSON.stringify(settingsView(settings));
}
