import { createHash } from 'node:crypto';
import { readShownId } from '../../domain/monitors/monitor-id.ts';

/** Of a resource that made no monitor: nothing goes with it. */
export const NOTHING = 'nothing-was-made';

/** Which monitor a resource is: a slug in a space. The id of the monitor is the secret of its ping URL, and shown nowhere. */
export interface ResourceIdentity {
  slug: string;
  /** Of the space and the slug; null where the service was asked for the monitor and its answer never came. */
  mark: string | null;
  /** The monitor was there before the resource. */
  wasThere: boolean;
  /** As which monitor the resource was known before it was this one: rolled back, it is that one again. */
  earlier?: Omit<ResourceIdentity, 'earlier'>;
}

const SPELLED = /^([a-z0-9-]+)@([0-9a-f]{12}|unsure)(\+was-there)?(?:\/(.+))?$/;

function spelledIdentity({ slug, mark, wasThere, earlier }: ResourceIdentity): string {
  const own = `${slug}@${mark ?? 'unsure'}${wasThere ? '+was-there' : ''}`;
  return earlier ? `${own}/${spelledIdentity(earlier)}` : own;
}

/** Reads what `spelledIdentity` wrote; undefined of anything else, as CloudFormation names what never answered. */
export function readIdentity(text: string): ResourceIdentity | undefined {
  const [, slug, mark, there, before] = SPELLED.exec(text) ?? [];
  if (slug === undefined || mark === undefined) return undefined;
  const earlier = before === undefined ? undefined : readIdentity(before);
  const own = { slug, mark: mark === 'unsure' ? null : mark, wasThere: there !== undefined };
  return { ...own, ...(earlier && { earlier }) };
}

/**
 * How a resource is known that was known as `before`, once it is `made`. It stays as it was where it is the same monitor, and
 * where it is the one before that again: then a deployment is rolled back, and has found what is its own.
 */
export function identityAfter(before: string | undefined, made: ResourceIdentity): string {
  const known = before === undefined ? undefined : readIdentity(before);
  if (before === undefined || known === undefined) return spelledIdentity(made);
  const isMade = ({ slug, mark }: ResourceIdentity) => slug === made.slug && mark === made.mark;
  if (isMade(known)) return before;
  const { earlier, ...last } = known;
  return spelledIdentity({ ...(earlier && isMade(earlier) ? earlier : made), earlier: last });
}

/** The same for one slug in one space, whatever is rotated, deleted and made again. */
export function spaceMarkOf(monitorId: string): string {
  const lasting = readShownId(monitorId)?.id ?? monitorId;
  return createHash('sha256').update(lasting).digest('hex').slice(0, 12);
}
