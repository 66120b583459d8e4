import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { getSnapshot, putSnapshot } from '../../lib/data/machines/snapshots.ts';
import { WriteConflict } from '../../lib/data/table.ts';
import { type CollectorChannel, askedFor } from '../../lib/domain/machines/collectors/collector-channel.ts';
import { nextSnapshot } from '../../lib/domain/machines/collectors/next-snapshot.ts';
import type { Mapped, Snapshot } from '../../lib/domain/machines/collectors/snapshot.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import type { KnownChannels } from './known-collectors.ts';

const ATTEMPTS = 3;
/** After a lost race: the others are done by then. */
const AGAIN_SEC = 2;
/** A push without a number of ours says that the collector lives, as descriptions of metrics do; once a minute is enough. */
const LIVES_MS = MINUTE_MS;

/** Puts the numbers of a push over those before. Throws 401 where the channel has another credential by now, or is gone. */
export type KeepSnapshot = (channel: CollectorChannel, mapped: Mapped, now: Instant) => Promise<void>;

/** One read and one write for a push, which is conditional on what was read; who loses reads again. */
export function snapshotKeeper({ table }: Pick<IntakeDeps, 'table'>, channels: KnownChannels): KeepSnapshot {
  return async (channel, pushed, now) => {
    const { credentialHash } = channel;
    const mapped = askedFor(pushed, channel);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await getSnapshot(table, channel);
      if (before && before.credentialHash !== credentialHash) await channels.anew(credentialHash);
      else if (before && isEmpty(mapped) && now - before.at < LIVES_MS) return;
      const after = nextSnapshot(mapped, before, { at: instantAfter(before, now), credentialHash });
      try {
        return await putSnapshot(table, channel, { before, after });
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        await channels.anew(credentialHash);
      }
    }
    throw new Refusal('muitos_envios', 'Too many pushes at once; send again.', {}, AGAIN_SEC);
  };
}

/** The write is conditional on the instant before, so no two are the same. */
function instantAfter(before: Snapshot | undefined, now: Instant): Instant {
  return Math.max(now, (before?.at ?? 0) + 1);
}

function isEmpty({ values, counters }: Mapped): boolean {
  return Object.keys(values).length === 0 && Object.keys(counters).length === 0;
}
