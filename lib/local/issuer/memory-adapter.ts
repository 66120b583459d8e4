import { systemClock } from '../../adapters/clock.ts';

/** What the issuer keeps of a session, a code or a sign-in that is under way. */
interface Kept {
  payload: Record<string, unknown>;
  expiresAt: number;
}

/** Where the issuer of one machine keeps what it hands out: in memory, so all of it ends with the service. */
export function memoryAdapter(): (kind: string) => object {
  const kept = new Map<string, Kept>();
  const live = (key: string) => {
    const found = kept.get(key);
    return found && found.expiresAt > systemClock.now() ? found.payload : undefined;
  };
  const foundBy = (kind: string, field: string, value: string) => {
    const keys = [...kept.keys()].filter((key) => key.startsWith(`${kind}:`));
    return keys.map(live).find((payload) => payload?.[field] === value);
  };
  return (kind) => ({
    upsert: async (id: string, payload: Kept['payload'], expiresInSec: number) => {
      for (const [key, { expiresAt }] of kept) if (expiresAt <= systemClock.now()) kept.delete(key);
      kept.set(`${kind}:${id}`, { payload, expiresAt: systemClock.now() + expiresInSec * 1000 });
    },
    find: async (id: string) => live(`${kind}:${id}`),
    findByUid: async (uid: string) => foundBy(kind, 'uid', uid),
    findByUserCode: async () => undefined,
    consume: async (id: string) => {
      const payload = live(`${kind}:${id}`);
      if (payload) payload['consumed'] = Math.floor(systemClock.now() / 1000);
    },
    destroy: async (id: string) => void kept.delete(`${kind}:${id}`),
    revokeByGrantId: async (grantId: string) => {
      for (const [key, { payload }] of kept)
        if (key.startsWith(`${kind}:`) && payload['grantId'] === grantId) kept.delete(key);
    },
  });
}
