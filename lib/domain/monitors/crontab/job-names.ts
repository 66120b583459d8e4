import { LIMITS } from '../../limits.ts';
import type { Monitor } from '../monitor.ts';
import { normalSlug } from '../settings/slug.ts';
import { lineIdentityOf } from './read-crontab.ts';

/** Lines of two machines are two jobs, however equal they are. */
export function nameOnHost(host: string, name: string): string {
  const whole = `${host}: ${name}`;
  if (whole.length <= LIMITS.nameMaxChars) return whole;
  const head = whole.slice(0, LIMITS.nameMaxChars - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${head.trimEnd()}…`;
}

/**
 * Names the jobs of lines, one after the other, for the ingest key: no name is given twice, and one that a monitor has
 * only to the line that this monitor is for.
 */
export function jobNamer(monitors: readonly Monitor[]) {
  const taken = new Map<string, string | null>();
  for (const monitor of monitors)
    if (monitor.active && monitor.slug !== null) taken.set(monitor.slug, lineIdentityOf(monitor));
  return (settings: Parameters<typeof lineIdentityOf>[0]): string => {
    const identity = lineIdentityOf(settings);
    const base = normalSlug(settings.name);
    let slug = base;
    for (let number = 2; taken.has(slug) && taken.get(slug) !== identity; number += 1) {
      const suffix = `-${number}`;
      slug = base.slice(0, LIMITS.slugMaxChars - suffix.length).replace(/-$/, '') + suffix;
    }
    taken.set(slug, null);
    return slug;
  };
}
