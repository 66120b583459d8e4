import { describe, expect, it } from 'vitest';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { keptOf, withKept } from '../../../../lib/domain/monitors/signal-rate.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

type Kind = Parameters<typeof keptOf>[1]['kind'];

/** What is kept of signals that come one after the other, `gapMs` apart from noon on. */
function flood(kind: Kind, count: number, { gapMs = 0, hasOutput = false, of = monitor() } = {}) {
  const kept = { events: 0, outputs: 0 };
  let now: Monitor = of;
  for (let turn = 0; turn < count; turn++) {
    const { event, output, lately } = keptOf(now, { kind, hasOutput }, at('12:00') + turn * gapMs);
    kept.events += Number(event);
    kept.outputs += Number(output);
    now = withKept(now, lately);
  }
  return { ...kept, after: now };
}

const failing = monitor({ failing: true });

describe('what is kept of the signals of one monitor', () => {
  it.each<[Kind, Monitor]>([
    ['ping', monitor()],
    ['start', monitor()],
    ['log', monitor()],
    ['fail', failing],
  ])('is 60 events of kind %s at once, however many come', (kind, of) => {
    expect(flood(kind, 1_000, { of }).events).toBe(60);
  });

  it('is everything of a job that keeps below one a second', () => {
    expect(flood('fail', 300, { gapMs: 1_000, of: failing }).events).toBe(300);
  });

  it('is at least the first event of each ten seconds, so that none is older in a flood', () => {
    const { events } = flood('fail', 6_000, { gapMs: 10, of: failing });

    expect(events).toBe(60 + 5);
  });

  it('is one output in ten seconds on the average', () => {
    expect(flood('log', 600, { gapMs: 100, hasOutput: true })).toMatchObject({ events: 65, outputs: 6 });
  });

  it('is no output of a signal whose event is not kept', () => {
    const { after } = flood('log', 1_000);

    expect(keptOf(after, { kind: 'log', hasOutput: true }, at('12:00:01'))).toMatchObject({
      event: false,
      output: false,
    });
  });

  it('is the outputs of twelve failures more, and of those with which the job turns twice as many', () => {
    const { after } = flood('log', 20, { hasOutput: true });

    expect(flood('fail', 40, { hasOutput: true, of: { ...after, failing: true } }).outputs).toBe(12);
    expect(flood('fail', 40, { hasOutput: true, of: after }).outputs).toBe(30);
  });

  it.each<[string, Kind, Partial<Monitor>]>([
    ['the failure of a job that is well', 'fail', {}],
    ['the success that ends a failure', 'ping', { failing: true }],
    ['the success that ends an incident', 'ping', { incident: {} as Monitor['incident'] }],
    ['the success behind failures that are counted', 'ping', { failedRuns: {} as Monitor['failedRuns'] }],
  ])('is %s, behind a flood that filled the bound', (_what, kind, state) => {
    const { after } = flood('log', 1_000);

    expect(keptOf({ ...after, ...state }, { kind, hasOutput: false }, at('12:00:01')).event).toBe(true);
  });

  it('ends also for a job that turns at each signal', () => {
    expect(flood('fail', 1_000).events).toBe(120);
  });

  it('begins anew with the next minute, and where the clock was put back', () => {
    const { after } = flood('log', 1_000);
    const isKept = (text: string) => keptOf(after, { kind: 'log', hasOutput: false }, at(text)).event;

    expect([isKept('12:00:09.999'), isKept('12:01'), isKept('11:59')]).toEqual([false, true, true]);
  });

  it('leaves no count in a monitor whose successes come a minute apart', () => {
    const of = monitor({ lastEventAt: at('11:59'), keptLately: { slot: 1, events: 9, outputs: 1 } });

    expect(flood('ping', 1, { of }).after).not.toHaveProperty('keptLately');
    expect(flood('ping', 1, { of: { ...of, lastEventAt: at('11:59:01') } }).after.keptLately).toBeDefined();
  });
});
