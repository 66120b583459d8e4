import type { AlertContent } from '../alerts/alert-content.ts';
import { recipientOf } from '../alerts/channel.ts';
import { isOwnerChannelId } from '../alerts/owner-channel.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { AlertChannel, Incident, Monitor, OpenRun } from './monitor.ts';
import { lowerDue, nextLookAt } from './due-time.ts';
import { alertRepeatSecOf } from './state.ts';

/** Which alert of which incident, and the check that decided it. */
type DecidedAlert = Pick<AlertContent, 'incident' | 'alertNumber' | 'decidedAt' | 'downSince'>;

/**
 * A monitor whose alert reached nobody, its last try given up on at `now`: an hour later the incident is told again, for
 * a day after its first alert; then its repeat gap holds (DECISIONS.md "Incidents" 2). So is a run told by that alert,
 * also when its incident is over. The same monitor when something newer was told since, or there is nothing to repeat.
 */
export function unheard(monitor: Monitor, alert: DecidedAlert, now: Instant): Monitor {
  const incident = lastAlertOf(monitor, alert);
  const until = (incident?.openedAt ?? alert.downSince) + LIMITS.realertHourlyForSec * 1000;
  const soon = now + LIMITS.realertEverySec * 1000;
  const laterAt = soon <= until ? soon : alert.decidedAt + alertRepeatSecOf(monitor) * 1000;
  // What was due for one channel is due for all.
  const realertAt = incident?.realertBy ? Math.min(laterAt, incident.realertAt ?? laterAt) : laterAt;
  return withRealert(monitor, { alert, realertAt }, now);
}

/** A monitor whose alert was told after all: its repeat gap holds again. */
export function heard(monitor: Monitor, alert: DecidedAlert, now: Instant): Monitor {
  if (lastAlertOf(monitor, alert)?.realertBy) return monitor;
  return withRealert(monitor, { alert, realertAt: undefined }, now);
}

/**
 * A monitor whose open incident is told at the next check by `channels`, which lead to somebody else from now on: the
 * repeat gap is for those who were told. By all channels when nobody was.
 */
export function realertNow(monitor: Monitor, channels: readonly AlertChannel[], now: Instant): Monitor {
  const { incident } = monitor;
  if (incident === null) return monitor;
  const isUnheard = incident.realertAt !== undefined && !incident.realertBy;
  const before = incident.realertBy ?? [];
  const by = [...new Set([...before, ...channels])].filter(
    // Whether a channel of its owner is there is known where it is told.
    (channel) => isOwnerChannelId(channel) || recipientOf(monitor, channel) !== null,
  );
  if (by.length === 0 && before.length === 0) return monitor;
  const alert = lastToldOf(incident);
  if (by.length === 0) return withRealert(monitor, { alert, realertAt: undefined }, now);
  const marked = withRealert(monitor, { alert, realertAt: now }, now);
  const told = marked.incident && !isUnheard ? { ...marked.incident, realertBy: by } : marked.incident;
  return { ...marked, incident: told, dueAt: now };
}

/**
 * A monitor whose incident is told by those channels alone that are still there. Without one it is as it was before: an alert
 * for nobody would put off the repeat for all, and take the place of one that may reach nobody.
 */
export function realertOnlyBy(
  monitor: Monitor,
  isThere: (channel: AlertChannel) => boolean,
  now: Instant,
): Monitor {
  const { incident } = monitor;
  const by = incident?.realertBy?.filter(isThere) ?? [];
  if (!incident?.realertBy || by.length === incident.realertBy.length) return monitor;
  return by.length === 0
    ? withRealert(monitor, { alert: lastToldOf(incident), realertAt: undefined }, now)
    : { ...monitor, incident: { ...incident, realertBy: by } };
}

/**
 * A monitor whose alert was dropped on one channel, since it was well when a pause ended: what goes on, or comes back
 * before a success, is told there at once and not after the repeat gap. `isLastThere` is false where the channel has a newer
 * alert of the incident; without one the others alone may have been told since.
 */
export function dropped(
  monitor: Monitor,
  { alert, channel, isLastThere }: { alert: DecidedAlert; channel: AlertChannel; isLastThere: boolean },
  now: Instant,
): Monitor {
  const isOfIncident = monitor.incident?.number === alert.incident;
  return isOfIncident && isLastThere ? realertNow(monitor, [channel], now) : monitor;
}

/** By which channels an incident is told that may be told again now; undefined for all. */
export function realertChannels(monitor: Monitor, now: Instant): AlertChannel[] | undefined {
  const { incident } = monitor;
  const isRepeat = incident !== null && now >= incident.alertedAt + alertRepeatSecOf(monitor) * 1000;
  return isRepeat ? undefined : incident?.realertBy;
}

/** An incident or run as it is once it was told again. */
export function withoutRealert<T extends Pick<Incident, 'realertAt' | 'realertBy'>>(
  told: T,
): Omit<T, 'realertAt' | 'realertBy'> {
  const { realertAt: _realertAt, realertBy: _realertBy, ...rest } = told;
  return rest;
}

function withRealert(
  monitor: Monitor,
  { alert, realertAt }: { alert: DecidedAlert; realertAt: Instant | undefined },
  now: Instant,
): Monitor {
  const incident = lastAlertOf(monitor, alert);
  const isTold = (run: OpenRun) => run.alertedAt === alert.decidedAt;
  if (!monitor.active || (incident === null && !monitor.runs.some(isTold))) return monitor;
  const mark = realertAt === undefined ? {} : { realertAt };
  const changed: Monitor = {
    ...monitor,
    incident: incident === null ? monitor.incident : { ...withoutRealert(incident), ...mark },
    runs: monitor.runs.map((run) => (isTold(run) ? { ...withoutRealert(run), ...mark } : run)),
  };
  return { ...changed, dueAt: lowerDue(monitor.dueAt, nextLookAt(changed, now)) };
}

function lastToldOf({ number, alerts, alertedAt, downSince }: Incident): DecidedAlert {
  return { incident: number, alertNumber: alerts, decidedAt: alertedAt, downSince };
}

/** The last alert of the incident that an alert is of, where that is open; else the alert itself. */
export function lastAlertNow({ incident }: Monitor, alert: DecidedAlert): DecidedAlert {
  return incident?.number === alert.incident ? lastToldOf(incident) : alert;
}

/** The open incident when an alert is its last; null otherwise. */
function lastAlertOf({ incident }: Monitor, alert: DecidedAlert): Incident | null {
  return incident?.number === alert.incident && incident.alerts === alert.alertNumber ? incident : null;
}
