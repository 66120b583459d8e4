import { expect, it } from 'vitest';
import { EVENT_SOURCE } from '../../../../lib/domain/alerts/sending/aws-target.ts';
import { readEvent } from '../../../../lib/domain/aws/event.ts';
import { JOB_ROWS } from '../../../../lib/domain/aws/job-rows.ts';
import { signalOf } from '../../../../lib/domain/aws/job-signal.ts';
import { recordedEvents } from '../../../support/aws/recorded-events.ts';

const NOW = Date.parse('2027-03-31T02:30:10Z');
const home = { account: '123456789012', region: 'us-east-1', aliases: {} };

it('an alert of ours that a bus brings back is no sign of a job, whatever it says', () => {
  expect(JOB_ROWS.map(({ source }) => source)).not.toContain(EVENT_SOURCE);
  const all = Object.values(recordedEvents);
  expect(all.length).toBeGreaterThan(10);
  for (const { event } of all) {
    const ours = readEvent({ ...event, source: EVENT_SOURCE, time: new Date(NOW).toISOString() });
    expect(ours && signalOf(ours, { home, now: NOW })).toEqual({ is: 'ignored', why: 'unknown' });
  }
});
