import { hashOf } from '../../adapters/ids.ts';
import { pingByHttp } from '../../adapters/ping-path.ts';
import { canaryMonitorId } from '../../data/monitors/canary.ts';
import { proofRid, type PathProof } from '../../domain/monitors/outage/proof.ts';
import { required } from '../../config/config.ts';
import type { PathDeps } from '../../runtime/deps.ts';
import type { LogCode } from '../../runtime/report/log.ts';

/** Who asks, how long it waits each time, and how often it tries. */
interface Asking {
  by: PathProof['by'];
  timeoutMs: number;
  tries: number;
  notHeard: LogCode;
}

/** What came of pings of our own by one name. */
export interface PathAnswer {
  /** As proofs have it. */
  name: string;
  /** Of the last answer; null when nothing answered. */
  status: number | null;
  isOpen: boolean;
}

const CANARY: Asking = { by: 'canary', timeoutMs: 20_000, tries: 1, notHeard: 'canary_not_heard' };
/** Six seconds in all: a check must not wait long, and one lost packet is no outage. */
const CHECK: Asking = { by: 'check', timeoutMs: 3_000, tries: 2, notHeard: 'path_not_open' };

/** The canary's minute. */
export function pingAsCanary(deps: PathDeps, monitorId: string): Promise<PathAnswer[]> {
  return askPath(deps, monitorId, CANARY);
}

/** A check asks the path itself before it judges. Without a canary, whose monitor it pings, there is nothing to ask. */
export async function askAsCheck(deps: PathDeps): Promise<PathAnswer[]> {
  try {
    const monitorId = await canaryMonitorId(deps.table);
    return monitorId === undefined ? [] : await askPath(deps, monitorId, CHECK);
  } catch (error) {
    deps.log.error('outage_evidence_failed', error);
    return [];
  }
}

/** Pings the canary's monitor by each name by which jobs reach us, side by side, the way they come. */
function askPath(deps: PathDeps, monitorId: string, asking: Asking): Promise<PathAnswer[]> {
  return Promise.all(
    originsOf(deps).map(async (origin) => {
      let answer: PathAnswer | undefined;
      for (let left = asking.tries; left > 0 && !answer?.isOpen; left--)
        answer = await askOnce(deps, origin, monitorId, asking);
      return answer ?? { name: nameOf(origin), status: null, isOpen: false };
    }),
  );
}

async function askOnce(
  { pingPath = pingByHttp, log }: PathDeps,
  origin: string,
  monitorId: string,
  { by, timeoutMs, notHeard }: Asking,
): Promise<PathAnswer> {
  const name = nameOf(origin);
  const { host } = new URL(origin);
  try {
    const status = await pingPath(`${origin}/in/${monitorId}?rid=${ridOf(by, origin)}`, timeoutMs);
    const isOpen = status >= 200 && status < 300;
    if (!isOpen) log.warn(notHeard, { host, status });
    return { name, status, isOpen };
  } catch (error) {
    log.error(notHeard, error, { host });
    return { name, status: null, isOpen: false };
  }
}

/** How a ping of our own says whose it is and by which name it comes. */
export function ridOf(by: PathProof['by'], origin: string): string {
  return proofRid(by, nameOf(origin));
}

/** The names by which jobs come, as origins. */
export function originsOf({ config }: Pick<PathDeps, 'config'>): readonly string[] {
  return required(config.pingNames, 'by which names jobs reach us').origins;
}

function nameOf(origin: string): string {
  return hashOf(origin).slice(0, 16);
}
