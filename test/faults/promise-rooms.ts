import { monitorOf } from '../../lib/data/monitors/monitors.ts';
import type { Item } from '../../lib/data/table.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { Arrival } from '../support/faults/fault-outside.ts';
import { isAcknowledged, statusOf, type Facts, type Room, type RoomJob, type SentSignal } from './facts.ts';
import { unheardSince, wasDelivered } from './heard.ts';
import type { Holdings } from './ledger.ts';

const TRIES = 5;
const TICK_MS = 300_000;

/** What the channels of owners must still be told: each incident that is open, where they lead by now. */
export function roomsOwed(facts: Facts, holdings: Holdings, now: number): string[] {
  const windows = holdings.maintenance.flatMap(({ windows }) => windows as Item[]);
  const isOpen = windows.some(({ times }) => (times as { until: number }).until + TICK_MS > now);
  if (isOpen) return ['maintenance is not over'];
  return facts.roomJobs.flatMap((job) => [
    ...incidentOwed(job, holdings, now),
    ...openUntold(facts, job, holdings),
  ]);
}

/** Whether a job that has failed, or is silent, is down for all to see. */
function incidentOwed(
  { id, name, intervalSec, signals }: RoomJob,
  holdings: Holdings,
  now: number,
): string[] {
  const item = holdings.monitors.get(id);
  if (!item || item.incident) return [];
  const last = signals.toSorted((a, b) => a.call.startSeq - b.call.startSeq).at(-1);
  const isAlone = signals.every((each) => each === last || each.call.endSeq < (last?.call.startSeq ?? 0));
  if (last?.kind === 'fail' && isAlone && statusOf(last.call) === 200) return [`${name}: it failed, unseen`];
  const successes = signals.filter(({ kind }) => kind === 'success');
  const deadlineAt = Math.max(...successes.map(({ call }) => call.startedAt)) + intervalSec * 1000;
  const isProven = successes.some((each) => isAcknowledged(each as SentSignal));
  return isProven && now > deadlineAt ? [`${name}: its silence was not told`] : [];
}

function openUntold(facts: Facts, { id, name }: RoomJob, holdings: Holdings): string[] {
  const item = holdings.monitors.get(id);
  if (!item?.incident) return [];
  const { incident, spaceId, tags, usesChannels } = monitorOf(item);
  const alerts = holdings.alerts.get(id) ?? [];
  const hearing = holdings.rooms.filter((room) => {
    const wanted = room['tags'] as string[];
    const isMeant = wanted.length === 0 || wanted.some((tag) => tags.includes(tag));
    const isHeard = (room['hears'] as string[]).includes(incident?.reason ?? '');
    return room['spaceId'] === spaceId && room['isOn'] === true && usesChannels && isMeant && isHeard;
  });
  return hearing
    .filter(({ id: room, url }) => {
      const path = new URL(String(url)).pathname;
      const isTold = facts.roomPosts.some(
        (post) => isMiss(post) && post.to === path && isAbout(post, id, incident?.number) && post.answered,
      );
      return !isTold && !isGivenUp(alerts, String(room), incident?.number ?? 0);
    })
    .map((room) => `${name}: channel ${String(room['id'])} was not told of incident ${incident?.number}`);
}

function isAbout({ json }: Arrival, jobId: string, incident: number | undefined): boolean {
  return json['endpoint_id'] === jobId && json['incident'] === incident;
}

function isMiss({ json }: Arrival): boolean {
  return json['type'] === 'service.miss';
}

/** The alert that it was told last met a receiver that failed five times. */
function isGivenUp(alerts: readonly Alert[], room: string, incident: number): boolean {
  const last = alerts.findLast((each) => each.channel === room && each.content.incident === incident);
  return last?.state === 'failed' && last.attempts.length >= TRIES;
}

/** What channels were told was so, in order, for them, and not in maintenance. */
export function roomsTrue(facts: Facts, holdings: Holdings): string[] {
  const alerts = facts.roomJobs.flatMap(({ id }) => holdings.alerts.get(id) ?? []);
  const byId = new Map(alerts.map((alert) => [alert.content.alertId, alert]));
  const posts = facts.roomPosts.filter(({ late }) => !late);
  const unknown = posts.filter(({ id }) => !byId.has(id)).map(({ id }) => `a POST carries ${id}`);
  const channels = Map.groupBy(posts, ({ id }) => byId.get(id)?.channel ?? 'none');
  return [
    ...unknown,
    ...alerts.flatMap((alert) => sentNowhere(facts, alert)),
    ...[...channels].flatMap(([channel, told]) =>
      facts.roomJobs.flatMap((job) =>
        disorder(told.filter(({ json }) => json['endpoint_id'] === job.id)).map(
          (fault) => `${job.name}: channel ${channel} was told ${fault}`,
        ),
      ),
    ),
    ...facts.rooms.flatMap((room) => toldThoughOff(facts, room, channels.get(room.id as never) ?? [])),
    ...facts.rooms.flatMap((room) =>
      facts.roomJobs.flatMap((job) =>
        [...toldTooOften(facts, room, job, holdings), ...leftOut(room, job, holdings)].map(
          (fault) => `${job.name}: channel ${room.id} ${fault}`,
        ),
      ),
    ),
    ...alerts.flatMap((alert) => toldInWork(facts, alert)),
  ];
}

/** What the ledger says has arrived has. */
function sentNowhere({ rooms, roomPosts }: Facts, { channel, state, content }: Alert): string[] {
  const isOfRoom = rooms.some(({ id }) => id === channel);
  if (!isOfRoom || state !== 'sent' || roomPosts.some(({ id }) => id === content.alertId)) return [];
  return [`${content.alertId} is sent, and channel ${channel} was not told`];
}

/** By incident, alert and recovery, and no end of what was not told. */
function disorder(posts: readonly Arrival[]): string[] {
  const places = posts.map(({ json }) => [
    Number(json['incident']),
    Number(json['alert']),
    json['type'] === 'service.recovery' ? 1 : 0,
  ]);
  const faults: string[] = [];
  let [latest = [0, 0, 0]] = places;
  for (const place of places) {
    const at = place.findIndex((each, index) => each !== latest[index]);
    if (at >= 0 && (place[at] ?? 0) < (latest[at] ?? 0))
      faults.push(`${place.join(' ')} after ${latest.join(' ')}`);
    else latest = place;
  }
  const missed = new Set<unknown>();
  for (const { json } of posts) {
    if (json['type'] === 'service.miss') missed.add(json['incident']);
    if (json['type'] === 'service.recovery' && !missed.has(json['incident']))
      faults.push(`the end of incident ${String(json['incident'])}, which it was not told`);
  }
  return faults;
}

/** From the answer that a channel is off, or gone, until somebody asks for it to be on. */
function toldThoughOff({ invocations }: Facts, { id, changes }: Room, posts: readonly Arrival[]): string[] {
  return changes.flatMap(({ kind, call }, place) => {
    if ((kind !== 'off' && kind !== 'gone') || Math.floor((statusOf(call) ?? 0) / 100) !== 2) return [];
    const overlaps = changes.some(
      (each, at) => at !== place && each.call.startSeq < call.endSeq && each.call.endSeq > call.startSeq,
    );
    const on = changes.find((each) => each.kind === 'on' && each.call.startSeq > call.endSeq);
    const meanwhile = posts.filter(
      (post) => begunBefore(invocations, post) > call.endSeq && post.seq < (on?.call.startSeq ?? Infinity),
    );
    return overlaps ? [] : meanwhile.map((post) => `channel ${id} is ${kind} and was told ${post.id}`);
  });
}

/** Where whoever sent a POST began at the earliest. */
function begunBefore(invocations: Facts['invocations'], { seq }: Arrival): number {
  const senders = invocations.filter(
    ({ name, startSeq, endSeq }) => name === 'notifier' && startSeq < seq && seq < endSeq,
  );
  return Math.min(seq, ...senders.map(({ startSeq }) => startSeq));
}

/** An incident once, once more for each change that may have it hear anew, and where nobody heard. */
function toldTooOften({ roomPosts }: Facts, room: Room, job: RoomJob, holdings: Holdings): string[] {
  const alerts = holdings.alerts.get(job.id) ?? [];
  const mine = alerts.filter(({ channel, content }) => channel === room.id && content.kind === 'miss');
  const told = mine.filter(({ content }) => roomPosts.some(({ id }) => id === content.alertId));
  return [...Map.groupBy(told, ({ content }) => content.incident)].flatMap(([incident, some]) => {
    const numbers = new Set(alerts.filter((each) => each.content.incident === incident).map(alertNumberOf));
    const unheard = [...numbers].filter((number) => unheardSince(alerts, incident, number) !== null).length;
    const most = room.changes.length + job.changes + unheard;
    return some.length > most ? [`was told incident ${incident} ${some.length} times, not ${most}`] : [];
  });
}

const alertNumberOf = ({ content }: Alert) => content.alertNumber;

/** A channel for everything that nobody changed has each incident since, with its end where it told its beginning. */
function leftOut({ id, changes: [made, ...changes] }: Room, job: RoomJob, holdings: Holdings): string[] {
  if (made?.kind !== 'made' || statusOf(made.call) !== 201 || changes.length + job.changes > 0) return [];
  const alerts = holdings.alerts.get(job.id) ?? [];
  const byIncident = Map.groupBy(alerts, ({ content }) => content.incident);
  return [...byIncident].flatMap(([incident, some]) => {
    const mine = some.filter(({ channel }) => channel === id);
    const isSince = some.every(({ content }) => content.decidedAt > made.call.endedAt);
    if (isSince && !mine.some(({ content }) => content.kind === 'miss'))
      return [`has no alert of incident ${incident}`];
    const isOver = some.some(({ content }) => content.kind === 'recovery');
    const isTold = mine.some((each) => each.content.kind === 'miss' && wasDelivered(each));
    const hasEnd = mine.some(({ content, state }) => content.kind === 'recovery' && state !== 'skipped');
    return isOver && isTold && !hasEnd ? [`was not told the end of incident ${incident}`] : [];
  });
}

/** Of what begins in maintenance that its owner was answered for nothing is decided before its end. */
function toldInWork({ windows }: Facts, { content }: Alert): string[] {
  const { decidedAt, kind, alertId } = content;
  const isInWork = windows.some(
    ({ from, until, plan, end }) =>
      statusOf(plan) === 201 &&
      decidedAt > Math.max(from, plan.endedAt) &&
      decidedAt < Math.min(until, end?.startedAt ?? Infinity),
  );
  return kind === 'miss' && isInWork ? [`${alertId} was decided in maintenance`] : [];
}
