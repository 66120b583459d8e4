import { expect, it } from 'vitest';
import { alertsFor } from '../../../functions/checker/alerts-for.ts';
import type { AlertDecision } from '../../../lib/domain/monitors/check.ts';
import { at, monitor } from '../../support/alerts/monitor-builder.ts';

it('a recovery told with a new silence says nothing of why that may be', () => {
  const told = { reason: 'silence', alertNumber: 1, runId: null } as const;
  const decisions: AlertDecision[] = [
    { ...told, kind: 'recovery', incident: 1, downSince: at('13:00'), recoveredAt: at('13:10') },
    { ...told, kind: 'miss', incident: 2, downSince: at('14:10'), recoveredAt: null },
  ];
  const extras = { hint: 'The zone may be wrong.', notHeard: { from: at('14:00'), to: at('14:30') } };

  const alerts = alertsFor(monitor(), decisions, extras, at('14:35'));

  expect(alerts.map(({ content: { kind, hint, notHeard } }) => ({ kind, hint, notHeard }))).toEqual([
    { kind: 'recovery', hint: null, notHeard: null },
    { kind: 'miss', ...extras },
  ]);
});
