import { hashOf } from '../../lib/adapters/ids.ts';
import { WireError, type WireFault } from '../../lib/adapters/machines/wire.ts';
import { Refusal, type ErrorCode } from '../../lib/contract/errors.ts';
import { COLLECTORS } from '../../lib/domain/machines/collectors/collector.ts';
import type { Mapped } from '../../lib/domain/machines/collectors/snapshot.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { boundedPace, type RateLimit } from '../../lib/runtime/memory/bounded.ts';
import { inputCredentialOf, unknownCredential } from './input-credential.ts';
import { snapshotKeeper } from './keep-snapshot.ts';
import { knownChannels } from './known-collectors.ts';
import type { Shared } from './instance-memory.ts';
import type { Wire } from './wire.ts';

/** Takes a push in one write. Throws 400, 401, 413, 415 or 429 with nothing written. */
export type TakePush = (wire: Wire, call: Call) => Promise<void>;

/** Some hundred bytes each. */
const CHANNELS_MAX = 10_000;
const PACE = { burst: LIMITS.inputBurst, gapMs: LIMITS.inputMinGapSec * 1000, max: CHANNELS_MAX };

const CODES: Readonly<Record<WireFault, ErrorCode>> = {
  too_large: 'corpo_grande',
  malformed: 'envio_invalido',
  unsupported: 'tipo_nao_suportado',
};

export function pushTaker(deps: IntakeDeps, shared: Shared): TakePush {
  const channels = knownChannels(deps);
  const keep = snapshotKeeper(deps, channels);
  const pace = boundedPace(PACE);
  return async (wire, call) => {
    refuseLonger(call.body.byteLength);
    const hash = hashOf(inputCredentialOf(call, wire.credentialIn?.(call)));
    const channel = await channels.of(hash);
    if (COLLECTORS[channel.collector].kind !== wire.kind) throw unknownCredential();
    const at = deps.clock.now();
    takeTurn(pace, hash, at);
    // What a paused channel is sent is thrown away; that its machine lives is true all the same.
    if (!channel.isPaused) await unlessOurs(pace, hash, () => keep(channel, mapped(wire, call, at), at));
    await signOfLife(deps, shared, { deviceId: channel.deviceId, at });
  };
}

function mapped(wire: Wire, call: Call, at: Instant): Mapped {
  try {
    return wire.read(call, Math.floor(at / 1000));
  } catch (error) {
    throw error instanceof WireError ? new Refusal(CODES[error.fault], error.message) : error;
  }
}

/** What was bad in the push takes its turn; what failed here does not. */
async function unlessOurs(pace: RateLimit, key: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) pace.giveBack(key);
    throw error;
  }
}

/** Moves the monitor of a watched device. Never throws: the numbers are kept. */
async function signOfLife(
  { log }: IntakeDeps,
  { devices, after }: Shared,
  { deviceId, at }: { deviceId: string; at: Instant },
): Promise<void> {
  try {
    const monitorId = (await devices.of(deviceId))?.monitorId ?? null;
    if (monitorId !== null) await (await after()).move(monitorId, at);
  } catch (error) {
    log.error('watched_not_moved', error);
  }
}

function takeTurn(pace: RateLimit, key: string, at: Instant): void {
  const waitMs = pace.take(key, at);
  if (waitMs === 0) return;
  const waitSec = Math.ceil(waitMs / 1000);
  const rule = `A channel takes ${LIMITS.inputBurst} pushes at once and one every ${LIMITS.inputMinGapSec} s`;
  throw new Refusal('muitos_envios', `${rule}; wait ${waitSec} s.`, {}, waitSec);
}

function refuseLonger(byteLength: number): void {
  if (byteLength <= LIMITS.inputMaxBytes) return;
  throw new Refusal(
    'corpo_grande',
    `The body must have at most ${LIMITS.inputMaxBytes} bytes; got ${byteLength}.`,
  );
}
