import { hashOf } from '../../adapters/ids.ts';
import { keptText } from '../../adapters/secrets.ts';
import { required } from '../../config/config.ts';
import { scopeOfToken } from '../../data/accounts/space-tokens.ts';
import {
  getIdentityPings,
  replaceIdentityPings,
  type IdentityPings,
} from '../../data/monitors/identity-pings.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/calendar.ts';
import { unknownAt, withUnknown, type UnknownPing } from '../../domain/aws/unknown-pings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { AwsDeps } from '../../runtime/deps.ts';
import { remembered } from '../../runtime/memory/remembered.ts';

/** A key that was rotated is read anew after so long. */
const KEY_KNOWN_MS = 5 * MINUTE_MS;
/** What is noted as unknown in an hour of one instance: a name, or a fault, that is new each time makes no flood. */
const UNKNOWN_PER_HOUR = 200;

/** Whose the events of AWS are: an ingest key, and its space. */
export interface ReachedSpace {
  key: string;
  spaceId: string;
}

/**
 * Reads whose events they are, as `awsEvents` says. Throws where the key is none: without its owner nothing is ignored. Once a
 * day it is noted that they reach the space, by which its owner is shown how to ping so.
 */
export function reachedSpace(deps: AwsDeps): () => Promise<ReachedSpace> {
  const { clock, config, log, table } = deps;
  const keys = remembered<string>(clock, 1, () => KEY_KNOWN_MS);
  const noted = remembered<void>(clock, 10, () => HOUR_MS);
  return async () => {
    const { key: kept } = required(config.awsEvents, 'whose events of AWS it takes in');
    const key = await keys.of(JSON.stringify(kept), async () => (await keptText(kept, config)).trim());
    const scope = await scopeOfToken(table, 'ingest', hashOf(key));
    if (!scope) throw new Error('The ingest key of awsEvents is none.');
    const { spaceId } = scope;
    await noted
      .of(spaceId, () => noteReached(deps, spaceId))
      .catch((error: unknown) => log.error('identity_pings_not_noted', error));
    return { key, spaceId };
  };
}

function noteReached(deps: AwsDeps, spaceId: string): Promise<void> {
  return change(deps, spaceId, ({ unknown, reachedAt }, now) =>
    reachedAt !== null && Math.abs(now - reachedAt) < DAY_MS ? unknown : unknownAt(unknown, now),
  );
}

/** Replaces what is known as unknown; the same as before is not written. */
async function change(
  { table, clock }: AwsDeps,
  spaceId: string,
  unknownAfter: (before: IdentityPings, now: Instant) => IdentityPings['unknown'],
): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getIdentityPings(table, spaceId);
    const now = clock.now();
    const unknown = unknownAfter(before, now);
    if (unknown !== before.unknown) await replaceIdentityPings(table, before, { unknown, reachedAt: now });
  });
}

interface Hour {
  from: Instant;
  noted: Set<string>;
  isTold: boolean;
}

/** Keeps what met no monitor for its owner to see: so many names and reasons an hour, the rest told once. */
export function unknownNoter(deps: AwsDeps) {
  let hour: Hour = { from: 0, noted: new Set(), isTold: false };
  return async (spaceId: string, ping: Pick<UnknownPing, 'name' | 'account' | 'detail'>): Promise<void> => {
    const now = deps.clock.now();
    if (Math.abs(now - hour.from) >= HOUR_MS) hour = { from: now, noted: new Set(), isTold: false };
    const what = JSON.stringify([spaceId, ping.account, ping.name, ping.detail]);
    if (!hour.noted.has(what) && hour.noted.size >= UNKNOWN_PER_HOUR) {
      if (!hour.isTold) deps.log.error('unknown_pings_bounded', new Error('Too many unknown pings.'));
      hour.isTold = true;
      return;
    }
    hour.noted.add(what);
    await change(deps, spaceId, (before, at) => withUnknown(before.unknown, ping, at));
  };
}
