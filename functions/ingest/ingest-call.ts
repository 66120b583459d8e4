import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Refusal } from '../../lib/contract/errors.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { isMonitorId } from '../../lib/domain/monitor/monitor-id.ts';
import type { Signal } from '../../lib/domain/monitor/signal.ts';
import { readingsOf } from './readings.ts';

/** A request to `/in/*`, understood. */
export interface IngestCall {
  monitorId: string;
  signal: Signal;
  exitCode: number | null;
  source: 'get' | 'post';
  /** Whether the answer names the kind: every path but the plain ping. */
  named: boolean;
}

const RID = new RegExp(`^[A-Za-z0-9._-]{1,${LIMITS.ridMaxChars}}$`);

/** Throws 404 for what cannot be a monitor, 400 for an exit code out of range, 413 for a body past the limit. */
export function callOf(event: APIGatewayProxyEventV2): IngestCall {
  const [monitorId = '', action, ...more] = event.rawPath
    .split('/')
    .slice(2)
    .filter((part, at) => part !== '' || at === 0);
  if (more.length > 0 || !isMonitorId(monitorId)) throw noSuchMonitor();
  const { kind, exitCode } = meaningOf(action);
  const query = new URLSearchParams(event.rawQueryString);
  const rid = query.get('rid');
  return {
    monitorId,
    signal: { kind, rid: rid !== null && RID.test(rid) ? rid : null, ...readingsOf(event, query) },
    exitCode,
    source: event.requestContext.http.method === 'POST' ? 'post' : 'get',
    named: action !== undefined,
  };
}

function meaningOf(action: string | undefined): { kind: Signal['kind']; exitCode: number | null } {
  if (action === undefined) return { kind: 'ping', exitCode: null };
  if (action === 'start' || action === 'fail') return { kind: action, exitCode: null };
  if (!/^[+-]?\d+(\.\d+)?$/.test(action)) throw noSuchMonitor();
  const exitCode = /^\d{1,3}$/.test(action) ? Number(action) : Number.NaN;
  if (!(exitCode <= LIMITS.exitCodeMax)) {
    const rule = `exit_code must be a whole number from 0 to ${LIMITS.exitCodeMax}`;
    throw new Refusal('exit_code_fora_da_faixa', `${rule}; got ${action.slice(0, 40)}.`);
  }
  return { kind: exitCode === 0 ? 'ping' : 'fail', exitCode };
}

export function noSuchMonitor(): Refusal {
  return new Refusal('not_found', 'No active monitor takes pings at this URL.');
}
