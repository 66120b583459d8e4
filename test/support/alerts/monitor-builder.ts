import type { Instant } from '../../../lib/domain/instant.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import type { DecidedSettings } from '../../../lib/domain/monitors/settings/default-settings.ts';
import type { Signal } from '../../../lib/domain/monitors/signal.ts';

/** An hourly monitor that pinged at noon on Monday 2 March 2026; a test names only what it is about. */
export function monitor(given: Partial<Monitor> = {}): Monitor {
  return {
    id: '01j9m0n1t0r00000000000000x',
    idTail: null,
    spaceId: 'space-1',
    slug: null,
    name: 'Nightly backup',
    intervalSec: 3_600,
    cron: null,
    tz: null,
    graceSec: null,
    alertTo: 'alice@example.com',
    alertToOwn: false,
    alertUrl: null,
    maxDurationSec: null,
    alertRepeatSec: null,
    alertAfterFailures: 1,
    usesChannels: true,
    tags: [],
    pausedUntil: null,
    active: true,
    countsAsFast: false,
    createdAt: at('00:00'),
    nextExpectedAt: null,
    unscheduledSec: null,
    lastEventAt: at('12:00'),
    lastStatus: null,
    lastLatencyMs: null,
    lastDurationMs: null,
    recent: [],
    runs: [],
    pending: [],
    incident: null,
    incidents: 0,
    failing: false,
    failedRuns: null,
    missCount: 0,
    missCounted: false,
    alertedAt: null,
    resumedAt: null,
    pausedAt: null,
    healthySince: null,
    extendedUntil: null,
    deactivatedAt: null,
    tokenVersion: 1,
    webhookSecretVersion: 1,
    webhookSecretRotatedAt: null,
    rev: 7,
    dueAt: null,
    ...given,
  };
}

/** A monitor that follows a schedule: at every full hour, with the default grace of 90 s. */
export function scheduled(given: Partial<Monitor> = {}): Monitor {
  return monitor({ cron: '0 * * * *', tz: 'UTC', graceSec: 90, nextExpectedAt: at('13:00'), ...given });
}

/** What a job sends. */
export function signal(kind: Signal['kind'], rid: string | null = null): Signal {
  return { kind, rid, status: null, latencyMs: null };
}

/** A monitor's settings as a patch that changes some of them would decide them. */
export function settings(of: Monitor, changed: Partial<DecidedSettings> = {}): DecidedSettings {
  return {
    name: of.name,
    intervalSec: of.intervalSec,
    cron: of.cron,
    tz: of.tz,
    graceSec: of.graceSec,
    alertTo: of.alertTo,
    alertToOwn: of.alertToOwn,
    alertUrl: of.alertUrl,
    maxDurationSec: of.maxDurationSec,
    alertRepeatSec: of.alertRepeatSec,
    alertAfterFailures: of.alertAfterFailures,
    usesChannels: of.usesChannels,
    tags: of.tags,
    pausedUntil: of.pausedUntil,
    nextExpectedAt: of.nextExpectedAt,
    unscheduledSec: of.unscheduledSec,
    ...changed,
  };
}

/** The instant of a literal: `2026-03-29T01:00Z`, or on 2 March 2026 `12:00`, `12:00:30`, `12:00:00.001`. */
export function at(text: string): Instant {
  const instant = Date.parse(/^\d\d:/.test(text) ? `2026-03-02T${text}Z` : text);
  if (Number.isNaN(instant)) throw new Error(`No instant: ${text}`);
  return instant;
}
