/**
 * The tools of agents (MCP) in groups, since whoever is shown tools pays for each with attention. An operation stands in
 * the group of its tag or area unless it names another one.
 */
export const TOOLSETS = {
  monitors: 'Guests, monitors, incidents and alerts: what an agent needs that watches jobs.',
  history: 'Runs, changes of settings and statistics.',
  fleet: 'Many monitors at once: by job name, by ingest key, from a crontab or a file.',
  secrets: 'Other tokens, ids and secrets in the place of those that may have leaked.',
  ingest: 'The signals of a job, for an agent that is one.',
  feed: 'The status feed.',
  billing: 'Prices, what is used and what was paid.',
  discovery: 'Whether the service is well.',
} as const satisfies Record<string, string>;

/** What an agent is shown that asks for none. */
export const DEFAULT_TOOLSET = 'monitors';

/** Asks for all of them. */
export const ALL_TOOLSETS = 'all';
