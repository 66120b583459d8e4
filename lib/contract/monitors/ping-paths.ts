/** Below it pings are taken and answered as Healthchecks does. */
export const HEALTHCHECKS_PATH = '/in/ping';

/** Where Healthchecks takes pings, as patterns of a front, and what each front puts before such a path. */
export const FOREIGN_PINGS = [
  { pattern: '/ping/*', lead: '/in' },
  // hc-ping.com takes pings at the UUID alone.
  { pattern: '/????????-????-????-????-????????????', lead: HEALTHCHECKS_PATH },
  { pattern: '/????????-????-????-????-????????????/*', lead: HEALTHCHECKS_PATH },
] as const;

const FORMS = FOREIGN_PINGS.map(({ pattern, lead }) => {
  const form = pattern.replaceAll('?', '[^/]').replace('*', '.*');
  return { form: new RegExp(`^${form}$`), lead };
});

/** The path that the functions know for one that a job of Healthchecks calls; any other is returned as it is. */
export function ownPingPath(path: string): string {
  const [bare = ''] = path.split('?', 1);
  const lead = FORMS.find(({ form }) => form.test(bare))?.lead;
  return lead === undefined ? path : lead + path;
}
