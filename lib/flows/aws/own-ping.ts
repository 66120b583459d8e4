import type * as z from 'zod';
import { hashOf } from '../../adapters/ids.ts';
import { ownPing } from '../../contract/aws/own-ping.ts';
import { Refusal } from '../../contract/errors.ts';
import { scopeOfToken } from '../../data/accounts/space-tokens.ts';
import { isStaged } from '../../data/monitors/monitor-blocks.ts';
import { monitorShownAs } from '../../data/monitors/public-monitor-id.ts';
import { shown } from '../../domain/decision.ts';
import { normalSlug, type SentName } from '../../domain/monitors/settings/slug.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { parsed } from '../../runtime/input.ts';
import type { SentSignal } from '../monitors/arrival.ts';
import { isNameable } from '../monitors/brought-id.ts';
import type { FirstPing } from '../monitors/first-ping.ts';
import { foundOrMade, type FoundMonitor } from '../monitors/found-or-made.ts';
import { keptEnd } from '../monitors/output-end.ts';

/** A monitor by its id, or by the name of its job, whose first ping makes one where it says how often it comes. */
export type OwnPingTarget =
  | { by: 'id'; id: string }
  | ({ by: 'slug' } & SentName & Pick<FirstPing, 'intervals' | 'schedule'>);

/** A ping by identity, understood. */
export interface OwnPing extends SentSignal {
  target: OwnPingTarget;
}

/** Reads one; throws 400 with a sentence that names field, rule and value. */
export function readOwnPing(sent: unknown): OwnPing {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new Refusal('corpo_invalido', `A ping must be a JSON object; got ${shown(sent)}.`);
  const said = parsed(ownPing, sent) as z.infer<typeof ownPing>;
  const { exit_code: exitCode = null, rid = null, output = '', status = null, latency_ms = null } = said;
  return {
    target: targetOf(said),
    signal: { kind: kindOf(said), rid, status, latencyMs: latency_ms },
    exitCode,
    output: output.trim() === '' ? null : keptEnd(output.toWellFormed()),
    source: 'post',
  };
}

type Said = z.infer<typeof ownPing>;

function targetOf({ slug, id, interval, cron, tz }: Said): OwnPingTarget {
  const timing = interval ?? cron ?? tz;
  if ((slug === undefined) === (id === undefined))
    throw new Refusal(
      'valor_invalido',
      `A ping must have either slug or id; got ${slug === undefined ? 'neither' : 'both'}.`,
    );
  if (id !== undefined) {
    if (timing === undefined) return { by: 'id', id };
    throw new Refusal(
      'valor_invalido',
      'interval, cron and tz are for a slug, whose first ping creates a monitor.',
    );
  }
  const name = {
    slug: normalSlug(slug ?? ''),
    sentAs: (slug ?? '').slice(0, LIMITS.nameMaxChars).toWellFormed(),
  };
  if (name.slug === '')
    throw new Refusal(
      'slug_invalido',
      `slug must keep a letter or digit out of a-z 0-9; got ${shown(slug)}.`,
    );
  if (tz !== undefined && cron === undefined)
    throw new Refusal('tz_invalida', `tz must come with cron; got ${shown(tz)} alone.`);
  return {
    by: 'slug',
    ...name,
    intervals: interval === undefined ? [] : [String(interval)],
    ...(cron !== undefined && { schedule: { cron, tz } }),
  };
}

/** What an exit code says by itself, and may not say otherwise. */
function kindOf({ kind, exit_code: exitCode }: Said): SentSignal['signal']['kind'] {
  const said = kind === 'success' ? 'ping' : kind;
  if (exitCode === undefined) return said ?? 'ping';
  const ended = exitCode === 0 ? 'ping' : 'fail';
  if (said === undefined || said === ended) return ended;
  throw new Refusal(
    'valor_invalido',
    `kind must agree with exit_code: 0 is success, all else fail; got ${shown(kind)} and ${exitCode}.`,
  );
}

/** Whether a name that there is not gets a monitor. */
export const saysHowOften = ({ intervals, schedule }: Pick<FirstPing, 'intervals' | 'schedule'>): boolean =>
  intervals.length > 0 || schedule !== undefined;

/**
 * The monitor that a ping is for, of whoever has the ingest key. A name alone makes none: what nobody knows is a typo as well as
 * a new job. Throws 404 where there is none, 402 where one is not to be made.
 */
export async function monitorOfOwnPing(
  deps: CoreDeps,
  key: string,
  target: OwnPingTarget,
): Promise<FoundMonitor> {
  if (target.by === 'id') return { monitor: await monitorById(deps, key, target.id), created: false };
  const { slug, sentAs, intervals, schedule } = target;
  const knownOnly = !saysHowOften(target);
  try {
    return await foundOrMade(deps, {
      key,
      slug,
      sentAs,
      intervals,
      schedule,
      ...(knownOnly && { knownOnly }),
    });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    throw new Refusal(
      'not_found',
      `No active monitor has the slug ${shown(slug)}; a ping with interval or cron creates it.`,
    );
  }
}

async function monitorById({ table }: CoreDeps, key: string, id: string): Promise<FoundMonitor['monitor']> {
  const [scope, monitor] = await Promise.all([
    scopeOfToken(table, 'ingest', hashOf(key)),
    monitorShownAs(table, id),
  ]);
  const isOwn = monitor?.active && scope && (await isNameable(table, scope.spaceId, monitor));
  if (!isOwn || (await isStaged(table, monitor)))
    throw new Refusal('not_found', 'The owner has no active monitor with this id.');
  return monitor;
}

/** Whom a ping is for, to be shown: of an id, by which anybody pings, its beginning. */
export function shownTarget(sent: unknown): string {
  const { slug, id } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  if (typeof slug === 'string') return slug.slice(0, 80).toWellFormed();
  return typeof id === 'string' ? `${id.slice(0, 6).toWellFormed()}…` : '';
}
