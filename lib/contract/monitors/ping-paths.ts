/** Below it pings are taken and answered as Healthchecks does. */
export const HEALTHCHECKS_PATH = '/in/ping';

/** Below it those of Dead Man's Snitch, whose paths are a token alone. */
export const SNITCH_PATH = '/in/snitch';

/** Where Healthchecks, Cronitor and Uptime Kuma take pings, as patterns of a front, and what each front puts before such a path. */
export const FOREIGN_PINGS = [
  { pattern: '/ping/*', lead: '/in' },
  { pattern: '/p/*', lead: '/in' },
  { pattern: '/api/push/*', lead: '/in' },
  // hc-ping.com takes pings at the UUID alone.
  { pattern: '/????????-????-????-????-????????????', lead: HEALTHCHECKS_PATH },
  { pattern: '/????????-????-????-????-????????????/*', lead: HEALTHCHECKS_PATH },
] as const;

/** Ten hex digits. A pattern knows no digits: it takes any ten characters, and so comes after all others. */
export const SNITCH_PINGS = { pattern: '/??????????', lead: SNITCH_PATH } as const;

const FORMS = [
  ...FOREIGN_PINGS.map(({ pattern, lead }) => {
    const form = pattern.replaceAll('?', '[^/]').replace('*', '.*');
    return { form: new RegExp(`^${form}$`), lead };
  }),
  { form: /^\/[0-9a-f]{10}\/?$/, lead: SNITCH_PATH },
];

/** The path that the functions know for one that a job of another service calls; any other is returned as it is. */
export function ownPingPath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const lead = FORMS.find(({ form }) => form.test(bare))?.lead;
  return lead === undefined ? path : lead + path;
}
