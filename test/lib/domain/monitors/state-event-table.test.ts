import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../../lib/domain/instant.ts';
import { check, type AlertDecision } from '../../../../lib/domain/monitors/check.ts';
import { deactivated, newMonitor, withSettings } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal, type Signal } from '../../../../lib/domain/monitors/signal.ts';
import { stateOf } from '../../../../lib/domain/monitors/state.ts';
import { at, monitor, settings, signal } from '../../../support/alerts/monitor-builder.ts';

type Change = (before: Monitor) => Monitor;

/** An hourly monitor with a run limit of 30 minutes, brought into each state by what really leads there. */
const STATES: Record<string, Change[]> = {
  waiting: [],
  'waiting, failure pending': [send('fail', '11:55')],
  ok: [send('ping', '11:30')],
  'late, unseen': [send('ping', '10:30')],
  'late, alerted': [send('ping', '10:30'), checkAt('11:55')],
  'failure pending': [send('ping', '11:30'), send('fail', '11:55')],
  'failure alerted': [send('ping', '11:30'), send('fail', '11:50'), checkAt('11:55')],
  'failure mended, both pending': [send('ping', '11:30'), send('fail', '11:50'), send('ping', '11:55')],
  'recovery pending': [send('ping', '10:30'), checkAt('11:55'), send('ping', '11:58')],
  'run open': [send('ping', '11:30'), send('start', '11:50', 'r1')],
  'run too long, unseen': [send('ping', '11:15'), send('start', '11:20', 'r1')],
  'run too long, alerted': [send('ping', '11:15'), send('start', '11:20', 'r1'), checkAt('11:55')],
  'paused, was ok': [send('ping', '11:30'), pauseAt('11:58', '13:00')],
  'paused, was late and alerted': [send('ping', '10:30'), checkAt('11:55'), pauseAt('11:58', '13:00')],
  'paused, failure pending': [send('ping', '11:30'), send('fail', '11:55'), pauseAt('11:58', '13:00')],
  'paused, run too long': [send('ping', '11:15'), send('start', '11:20', 'r1'), pauseAt('11:58', '13:00')],
  inactive: [send('ping', '11:30'), send('fail', '11:55'), (before) => deactivated(before, at('11:58'))],
};

/** What happens at noon. */
const EVENTS: Record<string, Change> = {
  'nothing yet': (before) => before,
  ping: send('ping', '12:00'),
  'ping r1': send('ping', '12:00', 'r1'),
  start: send('start', '12:00'),
  'start r1': send('start', '12:00', 'r1'),
  fail: send('fail', '12:00'),
  'fail r1': send('fail', '12:00', 'r1'),
  check: checkAt('12:00'),
  'pause to 14:00': pauseAt('12:00', '14:00'),
  resume: pauseAt('12:00', null),
  deactivate: (before) => deactivated(before, at('12:00')),
};

/** Ingest answers 404 before the rules are asked (SPEC.md, row `DELETE`). */
const NEVER_REACHES_INACTIVE = new Set(['ping', 'ping r1', 'start', 'start r1', 'fail', 'fail r1']);

const CELLS = Object.entries(STATES).flatMap(([state, changes]) =>
  Object.entries(EVENTS)
    .filter(([event]) => state !== 'inactive' || !NEVER_REACHES_INACTIVE.has(event))
    .map(([event, change]) => {
      const before = changes.reduce((now, next) => next(now), created());
      return { cell: `${state} × ${event}`, state, event, before, after: change(before) };
    }),
);

describe('every state and every event', () => {
  it('comes to what this table says', () => {
    const lines = CELLS.map(({ event, before, after }) => {
      const now = event === 'check' ? check(before, at('12:00')).decisions : [];
      const told = [...(now.length > 0 ? [`12:00 ${brief(now)}`] : []), ...toldLater(after)].join('; ');
      return `  ${event.padEnd(14)} | ${summary(after).padEnd(66)} | ${told}`;
    });
    const heads = CELLS.map(({ state }, index) => (CELLS[index - 1]?.state === state ? [] : [state]));
    const text = lines
      .flatMap((line, index) => [...(heads[index] ?? []), line])
      .map((line) => line.trimEnd());

    expect(`\n${text.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      waiting
        nothing yet    | waiting, never due                                                 |
        ping           | ok, due 13:00:00.001                                               | 13:05 miss silence 1.1 since 13:00
        ping r1        | ok, due 13:00:00.001                                               | 13:05 miss silence 1.1 since 13:00
        start          | waiting, run -, due 12:30:00.001                                   | 12:35 miss too_long 1.1 since 12:30
        start r1       | waiting, run r1, due 12:30:00.001                                  | 12:35 miss too_long 1.1 since 12:30
        fail           | waiting, fail 12:00 waits, due 12:00                               | 12:05 miss fail 1.1 since 12:00
        fail r1        | waiting, fail 12:00 waits, due 12:00                               | 12:05 miss fail 1.1 since 12:00
        check          | waiting, never due                                                 |
        pause to 14:00 | paused, due 14:00                                                  |
        resume         | waiting, never due                                                 |
        deactivate     | inactive, never due                                                |
      waiting, failure pending
        nothing yet    | waiting, fail 11:55 waits, due 11:55                               | 12:05 miss fail 1.1 since 11:55
        ping           | ok, fail 11:55 then recovery 12:00 waits, due 11:55                | 12:05 miss fail 1.1 since 11:55, recovery fail 1.1 since 11:55; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, fail 11:55 then recovery 12:00 waits, due 11:55                | 12:05 miss fail 1.1 since 11:55, recovery fail 1.1 since 11:55; 13:05 miss silence 2.1 since 13:00
        start          | waiting, fail 11:55 waits, run -, due 11:55                        | 12:05 miss fail 1.1 since 11:55
        start r1       | waiting, fail 11:55 waits, run r1, due 11:55                       | 12:05 miss fail 1.1 since 11:55
        fail           | waiting, fail 11:55 waits, due 11:55                               | 12:05 miss fail 1.1 since 11:55
        fail r1        | waiting, fail 11:55 waits, due 11:55                               | 12:05 miss fail 1.1 since 11:55
        check          | waiting, incident 1 fail, due 03-03 12:00                          | 12:00 miss fail 1.1 since 11:55
        pause to 14:00 | paused, fail 11:55 waits, due 14:00                                | 14:00 miss fail 1.1 since 11:55
        resume         | waiting, fail 11:55 waits, due 11:55                               | 12:05 miss fail 1.1 since 11:55
        deactivate     | inactive, never due                                                |
      ok
        nothing yet    | ok, due 12:30:00.001                                               | 12:35 miss silence 1.1 since 12:30
        ping           | ok, due 12:30:00.001                                               | 13:05 miss silence 1.1 since 13:00
        ping r1        | ok, due 12:30:00.001                                               | 13:05 miss silence 1.1 since 13:00
        start          | ok, run -, due 12:30:00.001                                        | 12:35 miss silence 1.1 since 12:30
        start r1       | ok, run r1, due 12:30:00.001                                       | 12:35 miss silence 1.1 since 12:30
        fail           | ok, fail 12:00 waits, due 12:00                                    | 12:05 miss fail 1.1 since 12:00
        fail r1        | ok, fail 12:00 waits, due 12:00                                    | 12:05 miss fail 1.1 since 12:00
        check          | ok, due 12:30:00.001                                               | 12:35 miss silence 1.1 since 12:30
        pause to 14:00 | paused, due 14:00                                                  | 15:05 miss silence 1.1 since 15:00
        resume         | ok, due 12:30:00.001                                               | 12:35 miss silence 1.1 since 12:30
        deactivate     | inactive, never due                                                |
      late, unseen
        nothing yet    | late, due 11:30:00.001                                             | 12:05 miss silence 1.1 since 11:30
        ping           | ok, 1 missed, due 11:30:00.001                                     | 13:05 miss silence 1.1 since 13:00
        ping r1        | ok, 1 missed, due 11:30:00.001                                     | 13:05 miss silence 1.1 since 13:00
        start          | late, run -, due 11:30                                             | 12:05 miss silence 1.1 since 11:30
        start r1       | late, run r1, due 11:30                                            | 12:05 miss silence 1.1 since 11:30
        fail           | late, fail 12:00 waits, due 11:30                                  | 12:05 miss fail 1.1 since 12:00
        fail r1        | late, fail 12:00 waits, due 11:30                                  | 12:05 miss fail 1.1 since 12:00
        check          | late, 1 missed, incident 1 silence, due 03-03 12:00                | 12:00 miss silence 1.1 since 11:30
        pause to 14:00 | paused, 1 missed, due 14:00                                        | 15:05 miss silence 1.1 since 15:00
        resume         | late, 1 missed, due 11:30:00.001                                   | 12:05 miss silence 1.1 since 11:30
        deactivate     | inactive, never due                                                |
      late, alerted
        nothing yet    | late, 1 missed, incident 1 silence, due 03-03 11:55                |
        ping           | ok, 1 missed, incident 1 silence, recovery 12:00 waits, due 12:00  | 12:05 recovery silence 1.1 since 11:30; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, 1 missed, incident 1 silence, recovery 12:00 waits, due 12:00  | 12:05 recovery silence 1.1 since 11:30; 13:05 miss silence 2.1 since 13:00
        start          | late, 1 missed, incident 1 silence, run -, due 12:30:00.001        |
        start r1       | late, 1 missed, incident 1 silence, run r1, due 12:30:00.001       |
        fail           | late, 1 missed, incident 1 silence, fail 12:00 waits, due 12:00    |
        fail r1        | late, 1 missed, incident 1 silence, fail 12:00 waits, due 12:00    |
        check          | late, 1 missed, incident 1 silence, due 03-03 11:55                |
        pause to 14:00 | paused, 1 missed, incident 1 silence, due 14:00                    |
        resume         | late, 1 missed, incident 1 silence, due 03-03 11:55                |
        deactivate     | inactive, 1 missed, never due                                      |
      failure pending
        nothing yet    | ok, fail 11:55 waits, due 11:55                                    | 12:05 miss fail 1.1 since 11:55
        ping           | ok, fail 11:55 then recovery 12:00 waits, due 11:55                | 12:05 miss fail 1.1 since 11:55, recovery fail 1.1 since 11:55; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, fail 11:55 then recovery 12:00 waits, due 11:55                | 12:05 miss fail 1.1 since 11:55, recovery fail 1.1 since 11:55; 13:05 miss silence 2.1 since 13:00
        start          | ok, fail 11:55 waits, run -, due 11:55                             | 12:05 miss fail 1.1 since 11:55
        start r1       | ok, fail 11:55 waits, run r1, due 11:55                            | 12:05 miss fail 1.1 since 11:55
        fail           | ok, fail 11:55 waits, due 11:55                                    | 12:05 miss fail 1.1 since 11:55
        fail r1        | ok, fail 11:55 waits, due 11:55                                    | 12:05 miss fail 1.1 since 11:55
        check          | ok, incident 1 fail, due 12:30:00.001                              | 12:00 miss fail 1.1 since 11:55
        pause to 14:00 | paused, fail 11:55 waits, due 14:00                                | 14:00 miss fail 1.1 since 11:55
        resume         | ok, fail 11:55 waits, due 11:55                                    | 12:05 miss fail 1.1 since 11:55
        deactivate     | inactive, never due                                                |
      failure alerted
        nothing yet    | ok, incident 1 fail, due 12:30:00.001                              |
        ping           | ok, incident 1 fail, recovery 12:00 waits, due 12:00               | 12:05 recovery fail 1.1 since 11:50; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, incident 1 fail, recovery 12:00 waits, due 12:00               | 12:05 recovery fail 1.1 since 11:50; 13:05 miss silence 2.1 since 13:00
        start          | ok, incident 1 fail, run -, due 12:30:00.001                       |
        start r1       | ok, incident 1 fail, run r1, due 12:30:00.001                      |
        fail           | ok, incident 1 fail, fail 12:00 waits, due 12:00                   |
        fail r1        | ok, incident 1 fail, fail 12:00 waits, due 12:00                   |
        check          | ok, incident 1 fail, due 12:30:00.001                              |
        pause to 14:00 | paused, incident 1 fail, due 14:00                                 |
        resume         | ok, incident 1 fail, due 12:30:00.001                              |
        deactivate     | inactive, never due                                                |
      failure mended, both pending
        nothing yet    | ok, fail 11:50 then recovery 11:55 waits, due 11:50                | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 13:00 miss silence 2.1 since 12:55
        ping           | ok, fail 11:50 then recovery 11:55 waits, due 11:50                | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, fail 11:50 then recovery 11:55 waits, due 11:50                | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 13:05 miss silence 2.1 since 13:00
        start          | ok, fail 11:50 then recovery 11:55 waits, run -, due 11:50         | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 12:35 miss too_long 2.1 since 12:30
        start r1       | ok, fail 11:50 then recovery 11:55 waits, run r1, due 11:50        | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 12:35 miss too_long 2.1 since 12:30
        fail           | ok, fail 11:50 then recovery 11:55 then fail 12:00 waits, due 11:50 | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50, miss fail 2.1 since 12:00
        fail r1        | ok, fail 11:50 then recovery 11:55 then fail 12:00 waits, due 11:50 | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50, miss fail 2.1 since 12:00
        check          | ok, due 12:55:00.001                                               | 12:00 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 13:00 miss silence 2.1 since 12:55
        pause to 14:00 | paused, fail 11:50 then recovery 11:55 waits, due 14:00            | 14:00 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 15:05 miss silence 2.1 since 15:00
        resume         | ok, fail 11:50 then recovery 11:55 waits, due 11:50                | 12:05 miss fail 1.1 since 11:50, recovery fail 1.1 since 11:50; 13:00 miss silence 2.1 since 12:55
        deactivate     | inactive, never due                                                |
      recovery pending
        nothing yet    | ok, 1 missed, incident 1 silence, recovery 11:58 waits, due 11:58  | 12:05 recovery silence 1.1 since 11:30; 13:00 miss silence 2.1 since 12:58
        ping           | ok, 1 missed, incident 1 silence, recovery 11:58 waits, due 11:58  | 12:05 recovery silence 1.1 since 11:30; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, 1 missed, incident 1 silence, recovery 11:58 waits, due 11:58  | 12:05 recovery silence 1.1 since 11:30; 13:05 miss silence 2.1 since 13:00
        start          | ok, 1 missed, incident 1 silence, recovery 11:58 waits, run -, due 11:58 | 12:05 recovery silence 1.1 since 11:30; 12:35 miss too_long 2.1 since 12:30
        start r1       | ok, 1 missed, incident 1 silence, recovery 11:58 waits, run r1, due 11:58 | 12:05 recovery silence 1.1 since 11:30; 12:35 miss too_long 2.1 since 12:30
        fail           | ok, 1 missed, incident 1 silence, recovery 11:58 then fail 12:00 waits, due 11:58 | 12:05 recovery silence 1.1 since 11:30, miss fail 2.1 since 12:00
        fail r1        | ok, 1 missed, incident 1 silence, recovery 11:58 then fail 12:00 waits, due 11:58 | 12:05 recovery silence 1.1 since 11:30, miss fail 2.1 since 12:00
        check          | ok, 1 missed, due 12:58:00.001                                     | 12:00 recovery silence 1.1 since 11:30; 13:00 miss silence 2.1 since 12:58
        pause to 14:00 | paused, 1 missed, incident 1 silence, recovery 11:58 waits, due 14:00 | 14:00 recovery silence 1.1 since 11:30; 15:05 miss silence 2.1 since 15:00
        resume         | ok, 1 missed, incident 1 silence, recovery 11:58 waits, due 11:58  | 12:05 recovery silence 1.1 since 11:30; 13:00 miss silence 2.1 since 12:58
        deactivate     | inactive, 1 missed, never due                                      |
      run open
        nothing yet    | ok, run r1, due 12:20:00.001                                       | 12:25 miss too_long 1.1 since 12:20
        ping           | ok, due 12:20:00.001                                               | 13:05 miss silence 1.1 since 13:00
        ping r1        | ok, due 12:20:00.001                                               | 13:05 miss silence 1.1 since 13:00
        start          | ok, run r1 -, due 12:20:00.001                                     | 12:25 miss too_long 1.1 since 12:20
        start r1       | ok, run r1, due 12:20:00.001                                       | 12:35 miss silence 1.1 since 12:30
        fail           | ok, fail 12:00 waits, due 12:00                                    | 12:05 miss fail 1.1 since 12:00
        fail r1        | ok, fail 12:00 waits, due 12:00                                    | 12:05 miss fail 1.1 since 12:00
        check          | ok, run r1, due 12:20:00.001                                       | 12:25 miss too_long 1.1 since 12:20
        pause to 14:00 | paused, run r1, due 14:00                                          | 14:00 miss too_long 1.1 since 12:20
        resume         | ok, run r1, due 12:20:00.001                                       | 12:25 miss too_long 1.1 since 12:20
        deactivate     | inactive, run r1, never due                                        |
      run too long, unseen
        nothing yet    | ok, run r1, due 11:50:00.001                                       | 12:05 miss too_long 1.1 since 11:50
        ping           | ok, due 11:50:00.001                                               | 13:05 miss silence 1.1 since 13:00
        ping r1        | ok, due 11:50:00.001                                               | 13:05 miss silence 1.1 since 13:00
        start          | ok, run r1 -, due 11:50                                            | 12:05 miss too_long 1.1 since 11:50
        start r1       | ok, run r1, due 11:50:00.001                                       | 12:20 miss silence 1.1 since 12:15
        fail           | ok, fail 12:00 waits, due 11:50:00.001                             | 12:05 miss fail 1.1 since 12:00
        fail r1        | ok, fail 12:00 waits, due 11:50:00.001                             | 12:05 miss fail 1.1 since 12:00
        check          | ok, incident 1 too_long, run r1, due 12:15:00.001                  | 12:00 miss too_long 1.1 since 11:50
        pause to 14:00 | paused, run r1, due 14:00                                          | 14:00 miss too_long 1.1 since 11:50
        resume         | ok, run r1, due 11:50:00.001                                       | 12:05 miss too_long 1.1 since 11:50
        deactivate     | inactive, run r1, never due                                        |
      run too long, alerted
        nothing yet    | ok, incident 1 too_long, run r1, due 12:15:00.001                  |
        ping           | ok, incident 1 too_long, recovery 12:00 waits, due 12:00           | 12:05 recovery too_long 1.1 since 11:50; 13:05 miss silence 2.1 since 13:00
        ping r1        | ok, incident 1 too_long, recovery 12:00 waits, due 12:00           | 12:05 recovery too_long 1.1 since 11:50; 13:05 miss silence 2.1 since 13:00
        start          | ok, incident 1 too_long, run r1 -, due 12:15:00.001                |
        start r1       | ok, incident 1 too_long, run r1, due 12:15:00.001                  |
        fail           | ok, incident 1 too_long, fail 12:00 waits, due 12:00               |
        fail r1        | ok, incident 1 too_long, fail 12:00 waits, due 12:00               |
        check          | ok, incident 1 too_long, run r1, due 12:15:00.001                  |
        pause to 14:00 | paused, incident 1 too_long, run r1, due 14:00                     |
        resume         | ok, incident 1 too_long, run r1, due 12:15:00.001                  |
        deactivate     | inactive, run r1, never due                                        |
      paused, was ok
        nothing yet    | paused, due 13:00                                                  | 14:05 miss silence 1.1 since 14:00
        ping           | paused, due 13:00                                                  | 14:05 miss silence 1.1 since 14:00
        ping r1        | paused, due 13:00                                                  | 14:05 miss silence 1.1 since 14:00
        start          | paused, run -, due 13:00                                           | 13:00 miss too_long 1.1 since 12:30
        start r1       | paused, run r1, due 13:00                                          | 13:00 miss too_long 1.1 since 12:30
        fail           | paused, fail 12:00 waits, due 13:00                                | 13:00 miss fail 1.1 since 12:00
        fail r1        | paused, fail 12:00 waits, due 13:00                                | 13:00 miss fail 1.1 since 12:00
        check          | paused, due 13:00                                                  | 14:05 miss silence 1.1 since 14:00
        pause to 14:00 | paused, due 14:00                                                  | 15:05 miss silence 1.1 since 15:00
        resume         | ok, due 13:00:00.001                                               | 13:05 miss silence 1.1 since 13:00
        deactivate     | inactive, never due                                                |
      paused, was late and alerted
        nothing yet    | paused, 1 missed, incident 1 silence, due 13:00                    |
        ping           | paused, 1 missed, incident 1 silence, recovery 12:00 waits, due 13:00 | 13:00 recovery silence 1.1 since 11:30; 14:05 miss silence 2.1 since 14:00
        ping r1        | paused, 1 missed, incident 1 silence, recovery 12:00 waits, due 13:00 | 13:00 recovery silence 1.1 since 11:30; 14:05 miss silence 2.1 since 14:00
        start          | paused, 1 missed, incident 1 silence, run -, due 13:00             |
        start r1       | paused, 1 missed, incident 1 silence, run r1, due 13:00            |
        fail           | paused, 1 missed, incident 1 silence, fail 12:00 waits, due 13:00  |
        fail r1        | paused, 1 missed, incident 1 silence, fail 12:00 waits, due 13:00  |
        check          | paused, 1 missed, incident 1 silence, due 13:00                    |
        pause to 14:00 | paused, 1 missed, incident 1 silence, due 14:00                    |
        resume         | ok, 1 missed, incident 1 silence, due 13:00:00.001                 |
        deactivate     | inactive, 1 missed, never due                                      |
      paused, failure pending
        nothing yet    | paused, fail 11:55 waits, due 13:00                                | 13:00 miss fail 1.1 since 11:55
        ping           | paused, fail 11:55 then recovery 12:00 waits, due 13:00            | 13:00 miss fail 1.1 since 11:55, recovery fail 1.1 since 11:55; 14:05 miss silence 2.1 since 14:00
        ping r1        | paused, fail 11:55 then recovery 12:00 waits, due 13:00            | 13:00 miss fail 1.1 since 11:55, recovery fail 1.1 since 11:55; 14:05 miss silence 2.1 since 14:00
        start          | paused, fail 11:55 waits, run -, due 13:00                         | 13:00 miss fail 1.1 since 11:55
        start r1       | paused, fail 11:55 waits, run r1, due 13:00                        | 13:00 miss fail 1.1 since 11:55
        fail           | paused, fail 11:55 waits, due 13:00                                | 13:00 miss fail 1.1 since 11:55
        fail r1        | paused, fail 11:55 waits, due 13:00                                | 13:00 miss fail 1.1 since 11:55
        check          | paused, fail 11:55 waits, due 13:00                                | 13:00 miss fail 1.1 since 11:55
        pause to 14:00 | paused, fail 11:55 waits, due 14:00                                | 14:00 miss fail 1.1 since 11:55
        resume         | ok, fail 11:55 waits, due 12:00                                    | 12:05 miss fail 1.1 since 11:55
        deactivate     | inactive, never due                                                |
      paused, run too long
        nothing yet    | paused, run r1, due 13:00                                          | 13:00 miss too_long 1.1 since 11:50
        ping           | paused, due 13:00                                                  | 14:05 miss silence 1.1 since 14:00
        ping r1        | paused, due 13:00                                                  | 14:05 miss silence 1.1 since 14:00
        start          | paused, run r1 -, due 13:00                                        | 13:00 miss too_long 1.1 since 11:50
        start r1       | paused, run r1, due 13:00                                          | 13:00 miss too_long 1.1 since 12:30
        fail           | paused, fail 12:00 waits, due 13:00                                | 13:00 miss fail 1.1 since 12:00
        fail r1        | paused, fail 12:00 waits, due 13:00                                | 13:00 miss fail 1.1 since 12:00
        check          | paused, run r1, due 13:00                                          | 13:00 miss too_long 1.1 since 11:50
        pause to 14:00 | paused, run r1, due 14:00                                          | 14:00 miss too_long 1.1 since 11:50
        resume         | ok, run r1, due 12:00                                              | 12:05 miss too_long 1.1 since 11:50
        deactivate     | inactive, run r1, never due                                        |
      inactive
        nothing yet    | inactive, never due                                                |
        check          | inactive, never due                                                |
        pause to 14:00 | inactive, never due                                                |
        resume         | inactive, never due                                                |
        deactivate     | inactive, never due                                                |
      "
    `);
  });
});

describe('in every cell of that table', () => {
  it.each(CELLS)(
    '$cell: the due time is not later than the first check that has something to do',
    ({ after }) => {
      const firstAt = firstToDoAfter(after, at('12:00'));

      expect(firstAt === null || (after.dueAt !== null && after.dueAt <= firstAt)).toBe(true);
    },
  );

  it.each(CELLS)('$cell: a check before the due time would change nothing', ({ after }) => {
    const dueAt = after.dueAt ?? at('2026-03-06T12:00Z');
    const early = Math.max(at('12:00'), dueAt - 1);

    expect(dueAt <= early || !hasToDo(after, early)).toBe(true);
  });

  it.each(CELLS)('$cell: only a check counts or tells, so an incident changes by nothing else', (given) => {
    const { event, before, after } = given;

    expect(event === 'check' || event === 'deactivate' || after.incident === before.incident).toBe(true);
    expect(event !== 'deactivate' || after.incident === null).toBe(true);
  });

  it.each(CELLS)('$cell: a check repeated at once has nothing left to do', ({ after }) => {
    expect(hasToDo(check(after, at('12:05')).monitor, at('12:05'))).toBe(false);
  });
});

function created(): Monitor {
  const chosen = settings(monitor(), { maxDurationSec: 1_800 });
  return newMonitor({ id: 'm', spaceId: 's', slug: null }, chosen, at('10:00'));
}

function send(kind: Signal['kind'], time: string, rid: string | null = null): Change {
  return (before) => applySignal(before, signal(kind, rid), at(time)).monitor;
}

function checkAt(time: string): Change {
  return (before) => check(before, at(time)).monitor;
}

function pauseAt(time: string, until: string | null): Change {
  return (before) =>
    withSettings(before, settings(before, { pausedUntil: until === null ? null : at(until) }), at(time));
}

/** The first moment in three days, by trying them all, at which a check would tell or count something. */
function firstToDoAfter(after: Monitor, now: Instant): Instant | null {
  for (let minute = 0; minute <= 3 * 1_440; minute += 1) {
    for (const instant of [now + minute * 60_000, now + minute * 60_000 + 1]) {
      if (hasToDo(after, instant)) return instant;
    }
  }
  return null;
}

function hasToDo(given: Monitor, now: Instant): boolean {
  const checked = check(given, now);
  return checked.decisions.length > 0 || checked.monitor.missCount !== given.missCount;
}

/** Such as `ok, 1 missed, fail 11:55 then recovery 11:58 waiting, run r1, due 12:30:00.001`. */
function summary(given: Monitor): string {
  const waiting = given.pending.map((outcome) => `${outcome.kind} ${clock(outcome.at)}`).join(' then ');
  return [
    stateOf(given, at('12:00')),
    given.missCount > 0 && `${given.missCount} missed`,
    given.incident && `incident ${given.incident.number} ${given.incident.reason}`,
    waiting && `${waiting} waits`,
    given.runs.length > 0 && `run ${given.runs.map((run) => run.rid ?? '-').join(' ')}`,
    given.dueAt === null ? 'never due' : `due ${clock(given.dueAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the checks of the next hours tell, one each five minutes. */
function toldLater(given: Monitor): string[] {
  const told: string[] = [];
  let now = at('12:05');
  for (let watched = given; now <= at('15:30'); now += 300_000) {
    const checked = check(watched, now);
    watched = checked.monitor;
    if (checked.decisions.length > 0) told.push(`${clock(now)} ${brief(checked.decisions)}`);
  }
  return told;
}

function brief(decisions: AlertDecision[]): string {
  return decisions
    .map(
      (one) => `${one.kind} ${one.reason} ${one.incident}.${one.alertNumber} since ${clock(one.downSince)}`,
    )
    .join(', ');
}

function clock(instant: Instant): string {
  const [day = '', time = ''] = new Date(instant).toISOString().slice(0, -1).split('T');
  const short = time.replace(/(:00)?\.000$/, '');
  return day === '2026-03-02' ? short : `${day.slice(5)} ${short}`;
}
