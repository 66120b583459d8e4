import { validityAt, type Validity } from '../../lib/adapters/certificates.ts';
import { isAnswered, type AskedPath } from '../../lib/adapters/ping-path.ts';
import { urlsOf } from '../../lib/config/config.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import { isoOf, type Instant } from '../../lib/domain/instant.ts';
import { originsOf } from '../../lib/flows/monitors/ask-path.ts';
import type { PathDeps } from '../../lib/runtime/deps.ts';

/** How often it looks, in minutes: pings are the canary's work, which come each minute. */
export const LOOK_EVERY_MIN = 5;
const TIMEOUT_MS = 8_000;
/** One lost packet is no outage. */
const TRIES = 2;
/** Long enough to see to it by hand, and shorter than what ACM and others leave when they renew by themselves. */
const ENDING_MS = 14 * DAY_MS;

/** A page of the console, and what functions behind the API say of a status page and a ping URL that are none. */
export const ASKED: readonly AskedPath[] = [
  { path: '/app', status: 200, type: 'text/html' },
  { path: '/s/x.json', status: 404, type: 'application/json' },
  { path: '/in/x', status: 404, type: 'application/json' },
];

/**
 * Looks at what no ping passes: the public URL where something stands before the API, and how long certificates hold. Alarms
 * count the lines that it logs. Never throws.
 */
export async function lookAtFront(deps: PathDeps): Promise<void> {
  if (Math.floor(deps.clock.now() / MINUTE_MS) % LOOK_EVERY_MIN !== 0) return;
  const { base } = urlsOf(deps.config);
  const pinged = originsOf(deps);
  const origins = new Set([base, ...pinged].filter((origin) => origin.startsWith('https:')));
  await Promise.all([
    // Where jobs come by it too the canary has pinged by it.
    ...(pinged.includes(base) ? [] : ASKED.map((asked) => askPublicUrl(deps, base, asked))),
    ...[...origins].map((origin) => lookAtCertificate(deps, origin)),
  ]);
}

async function askPublicUrl({ log }: PathDeps, base: string, asked: AskedPath): Promise<void> {
  for (let left = TRIES; left > 0; left--) if (await isAnswered(base, asked, TIMEOUT_MS)) return;
  log.warn('public_url_not_open', { asked: asked.path });
}

/** A name that shows no certificate at all answers no ping either, which tells. */
async function lookAtCertificate({ clock, log }: PathDeps, origin: string): Promise<void> {
  const validity = await validityAt(origin, TIMEOUT_MS);
  if (validity === null || !isEnding(validity, clock.now())) return;
  log.warn('certificate_ending', { host: new URL(origin).host, ends: isoOf(validity.to) });
}

/** Of one that holds for days only, a fifth of its time. */
function isEnding({ from, to }: Validity, now: Instant): boolean {
  return to - now < Math.min(ENDING_MS, (to - from) / 5);
}
