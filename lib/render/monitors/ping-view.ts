import type { PingView } from '../../contract/monitors/monitor-output.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';

/** A signal as it was recorded. */
export interface Recorded {
  id: string;
  at: Instant;
  kind: PingView['kind'];
  rid: string | null;
  durationMs: number | null;
  exitCode: number | null;
  status: number | null;
  latencyMs: number | null;
  source: PingView['source'];
  hasOutput: boolean;
}

/** A signal as its owner sees it (SPEC.md "Ping"). */
export function pingView(event: Recorded): PingView {
  return {
    id: event.id,
    kind: event.kind,
    rid: event.rid,
    duration_ms: event.durationMs,
    exit_code: event.exitCode,
    at: isoOf(event.at),
    status: event.status,
    latency_ms: event.latencyMs,
    source: event.source,
    has_body: event.hasOutput,
  };
}
