/**
 * The tools of agents (MCP) in groups, since whoever is shown tools pays for each with attention. An operation stands in
 * the group of its tag or area unless it names another one.
 */
export const TOOLSETS = {
  monitors: 'Guests, monitors, incidents and alerts: what an agent needs to monitor jobs.',
  history: 'Runs and what they suggest, changes of settings and statistics.',
  fleet: 'Many monitors at once: by job name, by ingest key, from a crontab or a file.',
  secrets: 'New tokens, ids and secrets in place of leaked ones.',
  ingest: 'The signals of a job, for an agent that is one.',
  feed: 'The status feed.',
  billing: 'Prices, usage and payments.',
  discovery: 'Whether the service is healthy.',
  devices: 'Machines, and what is measured of them.',
  contact: 'A message to whoever runs the service; it costs something.',
} as const satisfies Record<string, string>;

/** What an agent is shown that asks for none. */
export const DEFAULT_TOOLSET = 'monitors';

/** Asks for all of them but those that have nothing to do with jobs. */
export const ALL_TOOLSETS = 'all';
export const BESIDE_ALL: ReadonlySet<string> = new Set<keyof typeof TOOLSETS>(['devices', 'contact']);

/** Whether what was asked for holds a group. */
export function holdsToolset(asked: ReadonlySet<string>, toolset: string): boolean {
  return asked.has(toolset) || (asked.has(ALL_TOOLSETS) && !BESIDE_ALL.has(toolset));
}
