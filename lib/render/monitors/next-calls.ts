import { HOUR_MS } from '../../domain/calendar.ts';
import type { NextCall } from '../../contract/monitors/incident-packet.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import { LIMITS } from '../../domain/limits.ts';
import { isPaused } from '../../domain/monitors/deadline.ts';
import type { KnownIncident } from './known-incident.ts';

/** So many others with one tag are likelier a common cause than chance. */
const TOGETHER = 2;

/** What to call next about an incident, the likeliest first: to learn more, to be heard, to mend it, to have quiet. */
export function nextCalls(known: KnownIncident): NextCall[] {
  if (known.closed) return toLearn(known);
  return [...toLearn(known), ...toBeHeard(known), ...toMend(known), ...toHaveQuiet(known)];
}

function toLearn({ monitor, output, changes }: KnownIncident): NextCall[] {
  const path = `/api/endpoints/${shownIdOf(monitor)}`;
  const calls: NextCall[] = [];
  if (output)
    calls.push({
      method: 'GET',
      path: `${path}/events/${output.event}/body`,
      why: 'The full output of the job.',
    });
  if (changes.length > 0)
    calls.push({
      method: 'GET',
      path: `${path}/changes`,
      why: 'Its settings have changed since its last success.',
    });
  calls.push({
    method: 'GET',
    path: `${path}/runs`,
    why: 'How its earlier runs ended, and how long they took.',
  });
  return calls;
}

function toBeHeard({ monitor, deliveries, isOpened }: KnownIncident): NextCall[] {
  const path = `/api/endpoints/${shownIdOf(monitor)}`;
  const given = deliveries.find(({ alert }) => alert.state === 'failed');
  if (given)
    return [
      {
        method: 'POST',
        path: `${path}/alerts/${given.id}/resend`,
        why: `Its ${given.alert.channel} did not deliver this alert.`,
      },
      { method: 'POST', path: `${path}/test-alert`, why: 'Shows whether the channels work now.' },
    ];
  const isUnheard = deliveries.length > 0 && deliveries.every(({ alert }) => alert.state === 'undeliverable');
  if (!isOpened || !isUnheard) return [];
  return [
    {
      method: 'PATCH',
      path,
      why: 'It alerts nobody: set an alert_to and have it confirmed, or set an alert_url.',
    },
  ];
}

function toMend({ monitor, incident, hint }: KnownIncident): NextCall[] {
  const path = `/api/endpoints/${shownIdOf(monitor)}`;
  const calls: NextCall[] = [];
  if (hint) calls.push({ method: 'PATCH', path, body: { ...hint.patch }, why: hint.detail });
  if (incident.reason === 'too_long' && monitor.maxDurationSec !== null)
    calls.push({
      method: 'PATCH',
      path,
      body: { max_duration_sec: Math.min(2 * monitor.maxDurationSec, LIMITS.maxDurationMaxSec) },
      why: 'If its runs may now take longer.',
    });
  return calls;
}

function toHaveQuiet({ monitor, others, now }: KnownIncident): NextCall[] {
  if (isPaused(monitor, now)) return [];
  const until = new Date(now + HOUR_MS).toISOString();
  const tag = monitor.tags.find(
    (each) => others.filter((other) => other.monitor.tags.includes(each)).length >= TOGETHER,
  );
  const quiet: NextCall = {
    method: 'PATCH',
    path: `/api/endpoints/${shownIdOf(monitor)}`,
    body: { paused_until: until },
    why: 'No alerts for an hour, while you fix it.',
  };
  if (tag === undefined) return [quiet];
  const why = `Several monitors with the tag ${tag} went down together: silences all of them for an hour.`;
  return [{ method: 'POST', path: '/api/pause', body: { tag, until }, why }, quiet];
}
