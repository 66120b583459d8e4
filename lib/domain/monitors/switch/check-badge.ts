import type { Instant } from '../../instant.ts';
import type { Monitor } from '../monitor.ts';
import type { CheckFields } from './check-fields.ts';
import { checkStatusOf } from './check-status.ts';

export type BadgeStatus = 'up' | 'late' | 'down';

/** How checks are together, as a badge of Healthchecks says it. */
export interface CountedChecks {
  status: BadgeStatus;
  total: number;
  grace: number;
  down: number;
}

/** One that is down is told before all others, one in its grace only where three states are told. */
export function badgeOf(
  checks: readonly { monitor: Monitor; fields: CheckFields }[],
  now: Instant,
  withLate: boolean,
): CountedChecks {
  const statuses = checks.map(({ monitor, fields }) => checkStatusOf(monitor, fields, now));
  const down = statuses.filter((status) => status === 'down').length;
  const grace = statuses.filter((status) => status === 'grace').length;
  const status = down > 0 ? 'down' : grace > 0 && withLate ? 'late' : 'up';
  return { status, total: checks.length, grace, down };
}
