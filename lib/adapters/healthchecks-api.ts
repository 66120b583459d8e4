import { performance } from 'node:perf_hooks';
import { getGuarded, type Fetched } from './guarded-get.ts';
import type { Resolve } from './guarded-lookup.ts';

/** What is asked of a Healthchecks, and by which key of a project of it. */
export interface HealthchecksAt {
  /** Its address, with the path under which it stands, if any. */
  url: string;
  apiKey: string;
  /** Only on one machine, as of webhooks. */
  allowLoopback: boolean;
  resolve?: Resolve;
}

/** For all that is asked, so that whoever waits is answered and what was found can still be written. */
const ALL_MS = 10_000;
const MAX_BYTES = 8_000_000;
const VERSIONS = ['v3', 'v2', 'v1'] as const;

/** What a Healthchecks lists, or why the checks could not be read. Channels are null where they could not. */
export type Listed =
  | { kind: 'listed'; checks: unknown; channels: unknown }
  | Extract<Fetched, { kind: 'not_fetched' }>;

/**
 * Asks a Healthchecks for its checks by the newest version that it has, and for its channels. It is whoever the caller says: public
 * addresses, no redirect, an end in time and size (`getGuarded`).
 */
export async function listHealthchecks({ url, apiKey, ...how }: HealthchecksAt): Promise<Listed> {
  const end = performance.now() + ALL_MS;
  const ask = (version: string, list: string) =>
    getGuarded({
      ...how,
      url: `${url.replace(/\/+$/, '')}/api/${version}/${list}/`,
      headers: { 'x-api-key': apiKey, 'user-agent': 'Rollcall/1 (+import)' },
      timeoutMs: Math.max(1, end - performance.now()),
      maxBytes: MAX_BYTES,
    });
  let checks: Fetched = { kind: 'not_fetched', why: 'status', status: 404 };
  for (const version of VERSIONS) {
    checks = await ask(version, 'checks');
    if (checks.kind === 'fetched') {
      const channels = await ask(version, 'channels');
      return {
        kind: 'listed',
        checks: checks.json,
        channels: channels.kind === 'fetched' ? channels.json : null,
      };
    }
    if (checks.status !== 404) return checks;
  }
  return checks;
}
