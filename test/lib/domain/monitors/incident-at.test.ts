import { expect, it } from 'vitest';
import { check, incidentAt } from '../../../../lib/domain/monitors/check.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, signal } from '../../../support/alerts/monitor-builder.ts';

const after = (given: Monitor, kind: 'ping' | 'fail' | 'start', time: string): Monitor =>
  applySignal(given, signal(kind), at(time)).monitor;
const failed = after(monitor(), 'fail', '12:10');
const told = check(failed, at('12:15')).monitor;
const paused: Partial<Monitor> = { pausedUntil: at('20:00') };

it.each<[string, Monitor, string, object | null]>([
  ['a job that is well', monitor(), '12:30', null],
  ['a failure before its check', failed, '12:10', { number: 1, reason: 'fail', downSince: at('12:10') }],
  ['a failure after its check', told, '12:20', { number: 1, reason: 'fail', downSince: at('12:10') }],
  ['a failure that a success followed', after(failed, 'ping', '12:11'), '12:11', null],
  ['an incident that a success ended, before its check', after(told, 'ping', '12:20'), '12:20', null],
  [
    'an incident, a success and a failure in a row',
    after(after(told, 'ping', '12:20'), 'fail', '12:21'),
    '12:22',
    { number: 2, reason: 'fail', downSince: at('12:21') },
  ],
  ['a silence', monitor(), '13:01', { number: 1, reason: 'silence', downSince: at('13:00') }],
  [
    'a run over its limit',
    after(monitor({ maxDurationSec: 600 }), 'start', '12:20'),
    '12:31',
    { number: 1, reason: 'too_long', downSince: at('12:30') },
  ],
  ['a failure in a pause', { ...failed, ...paused }, '12:30', null],
  ['an incident in a pause', { ...told, ...paused }, '12:30', { number: 1, reason: 'fail' }],
  ['an incident that ended in a pause', after({ ...told, ...paused }, 'ping', '12:20'), '12:30', null],
  ['a deactivated monitor', monitor({ active: false }), '15:00', null],
])('%s', (_what, given, now, expected) => {
  const incident = incidentAt(given, at(now));

  if (expected === null) expect(incident).toBeNull();
  else expect(incident).toMatchObject(expected);
});
