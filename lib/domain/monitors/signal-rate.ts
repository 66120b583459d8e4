import { MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { KeptLately, Monitor } from './monitor.ts';
import type { Signal } from './signal.ts';

/** What of a signal is kept besides what it changes, and the count with it; undefined where there is nothing to count. */
export interface KeptOfSignal {
  event: boolean;
  output: boolean;
  lately: KeptLately | undefined;
}

type Rated = Pick<Monitor, 'keptLately' | 'lastEventAt' | 'incident' | 'failing' | 'failedRuns' | 'pending'>;

const SLOTS_A_MINUTE = 6;
const SLOT_MS = MINUTE_MS / SLOTS_A_MINUTE;

/**
 * What is kept of a signal (decisions/053): the state is always right, while events and outputs of one monitor have a bound.
 * A signal with which a monitor turns has room of its own, and the first event of each ten seconds is always kept, so that
 * a flood hides neither a failure nor its end.
 */
export function keptOf(
  monitor: Rated,
  { kind, hasOutput }: Pick<Signal, 'kind'> & { hasOutput: boolean },
  now: Instant,
): KeptOfSignal {
  const slot = Math.floor(now / SLOT_MS);
  const { events, outputs } = keptBefore(monitor.keptLately, slot);
  const room = isTurn(monitor, kind) ? 2 : 1;
  const event = monitor.keptLately?.slot !== slot || events < room * LIMITS.eventsPerMin;
  const outputsMax = kind === 'fail' ? room * LIMITS.failureOutputsPerMin : LIMITS.outputsPerMin;
  const output = hasOutput && event && outputs < outputsMax;
  const lately = { slot, events: events + Number(event), outputs: outputs + Number(output) };
  return { event, output, lately: isCounted(monitor, kind, now) || output ? lately : undefined };
}

function keptBefore(before: KeptLately | undefined, slot: number): Pick<KeptLately, 'events' | 'outputs'> {
  const minuteOf = (of: number) => Math.floor(of / SLOTS_A_MINUTE);
  return before && minuteOf(before.slot) === minuteOf(slot) ? before : { events: 0, outputs: 0 };
}

/** Whether it is a failure of a job that was well, or the success that ends that. */
function isTurn({ failing, failedRuns, incident, pending }: Rated, kind: Signal['kind']): boolean {
  const isIll = failing || failedRuns !== null || incident !== null || pending.length > 0;
  return kind === 'fail' ? !failing : kind === 'ping' && isIll;
}

/** A success that comes a minute or more after the one before begins no count: then there is none to be stored. */
function isCounted({ lastEventAt }: Rated, kind: Signal['kind'], now: Instant): boolean {
  return kind !== 'ping' || (lastEventAt !== null && now - lastEventAt < MINUTE_MS);
}

/** A monitor of which so much was kept lately. */
export function withKept<M extends Rated>(monitor: M, lately: KeptLately | undefined): M {
  const { keptLately: _before, ...rest } = monitor;
  return { ...rest, ...(lately && { keptLately: lately }) } as M;
}
