import { Refusal } from '../../lib/contract/errors.ts';
import { HOUR_MS } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import type { FirstPing } from '../../lib/flows/monitors/first-ping.ts';
import { foundOrMade } from '../../lib/flows/monitors/found-or-made.ts';
import type { AwsDeps } from '../../lib/runtime/deps.ts';

/** New jobs an hour of one instance of the function, of which there are two at most: a name that is drawn anew each run makes no flood. */
const NEW_NAMES_PER_HOUR = 200;
/** Names of which it is known that there is no room for them. */
const REFUSED_MAX = 10_000;

/** The monitor of a job, made at its first sign; undefined where it gets none. */
export type MakeMonitor = (ping: FirstPing) => Promise<Monitor | undefined>;

interface Hour {
  from: Instant;
  made: number;
  isTold: boolean;
  refused: Set<string>;
}

/** Makes the monitors of jobs within the allowance, and so many an hour. What is refused is told once an hour and not made in it. */
export function monitorMaker(deps: AwsDeps): MakeMonitor {
  let hour: Hour = { from: 0, made: 0, isTold: false, refused: new Set() };
  return async (ping) => {
    const now = deps.clock.now();
    if (Math.abs(now - hour.from) >= HOUR_MS)
      hour = { from: now, made: 0, isTold: false, refused: new Set() };
    // By somebody's hand there may be one by now.
    const known = await knownMonitor(deps, ping);
    if (known) return known;
    const name = `${ping.key} ${ping.slug}`;
    if (hour.refused.has(name)) return undefined;
    if (hour.made >= NEW_NAMES_PER_HOUR) {
      if (!hour.isTold) deps.log.error('aws_names_bounded', new Error('Too many new jobs of AWS.'));
      hour.isTold = true;
      return undefined;
    }
    const monitor = await newMonitor(deps, ping);
    hour.made += 1;
    if (!monitor && hour.refused.size < REFUSED_MAX) hour.refused.add(name);
    return monitor;
  };
}

async function knownMonitor(deps: AwsDeps, ping: FirstPing): Promise<Monitor | undefined> {
  try {
    return (await foundOrMade(deps, { ...ping, knownOnly: true })).monitor;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function newMonitor(deps: AwsDeps, ping: FirstPing): Promise<Monitor | undefined> {
  try {
    return (await foundOrMade(deps, ping)).monitor;
  } catch (error) {
    const isNoRoom = error instanceof Refusal && NO_ROOM.has(error.code);
    if (!isNoRoom) throw error;
    deps.log.warn('aws_name_refused');
    return undefined;
  }
}

const NO_ROOM: ReadonlySet<string> = new Set(['pagamento_necessario', 'limite_monitores']);
