import type { Item } from '../../lib/data/table.ts';
import type { Facts } from './facts.ts';
import { holdingsOf } from './ledger.ts';
import { everyAlertOnce } from './promise-alerts.ts';
import { answersTrue } from './promise-answers.ts';
import { changesTold } from './promise-changes.ts';
import { countersHold, lifetimesHold, nothingHalfWritten } from './promise-items.ts';
import { agreedHear, complaintsEndOwnMails, strangersLeftAlone } from './promise-mail.ts';
import { chatsNameAll } from './promise-chats.ts';
import { roomsOwed, roomsTrue } from './promise-rooms.ts';
import { nothingHeldUp } from './promise-machine.ts';
import { toldAsItWas } from './promise-pauses.ts';
import { lastWordTrue } from './promise-order.ts';
import { historyTrue } from './promise-history.ts';
import { noFalseAlert } from './promise-false.ts';
import { noMissedAlert, retellingsOwed, silencesOwed } from './promise-missed.ts';
import { repeatedInTime } from './promise-repeats.ts';
import { incidentsWhole } from './promise-whole.ts';
import { neverSilent } from './watched.ts';
import { everySignalOnce } from './promise-signals.ts';

/** What must still come before the run may end: alerts under way and silences nobody has told yet. */
export function stillOwed(facts: Facts, items: readonly Item[], now: number): string[] {
  const holdings = holdingsOf(items);
  const pending = [...holdings.alerts.values()].flat().filter((alert) => alert.state === 'pending');
  const unrecorded = [...holdings.monitors.values()].filter((monitor) => monitor.unrecorded !== undefined);
  const staged = holdings.blocks.filter((block) => block['state'] !== 'committed');
  const asking = holdings.consents.filter((consent) => consent['dueAt'] !== undefined);
  return [
    ...pending.map((alert) => `alert ${alert.sk} pending`),
    ...unrecorded.map(({ name }) => `an incident of ${name} is not in the history`),
    ...staged.map((block) => `block ${String(block['sk'])} staged`),
    ...asking.map((consent) => `consent ${String(consent['sk'])} not asked for`),
    ...silencesOwed(facts, holdings, now),
    ...retellingsOwed(facts, holdings),
    ...roomsOwed(facts, holdings, now),
  ];
}

/** Every promise that a run broke, in words. */
export function brokenPromises(facts: Facts, items: readonly Item[], now: number): string[] {
  const present = holdingsOf(items);
  // What the ledger said before the table removed it must have been true as well.
  const { alerts, events, incidents, months, changes, incidentPlaces } = holdingsOf([
    ...facts.swept,
    ...items,
  ]);
  const holdings = { ...present, alerts, events, incidents, months, changes, incidentPlaces };
  return [
    ...stillOwed(facts, items, now).map((owed) => `never settled: ${owed}`),
    ...everyAlertOnce(facts, holdings),
    ...noMissedAlert(facts, holdings),
    ...incidentsWhole(facts, holdings),
    ...repeatedInTime(facts, holdings),
    ...noFalseAlert(facts, holdings),
    ...neverSilent(facts, holdings),
    ...historyTrue(facts, holdings),
    ...changesTold(holdings),
    ...everySignalOnce(facts, holdings),
    ...answersTrue(facts),
    ...countersHold(holdings),
    ...nothingHalfWritten(facts, holdings, now),
    ...lifetimesHold(items),
    ...strangersLeftAlone(facts),
    ...complaintsEndOwnMails(facts, holdings),
    ...agreedHear(facts),
    ...lastWordTrue(facts, holdings),
    ...toldAsItWas(facts, holdings),
    ...chatsNameAll(facts, holdings),
    ...roomsTrue(facts, holdings),
    ...nothingHeldUp(facts, holdings),
    ...timeNotAsked(facts),
    ...faultsNotRetried(facts),
    ...needlessFailures(facts),
    ...facts.invocations
      .filter(leftCallsBehind)
      .map((each) => `${each.name} answered with calls under way: ${each.leftBehind.join(', ')}`),
  ];
}

/** Lambda freezes what is under way when a function answers; only an error may leave something behind. */
function leftCallsBehind({ name, ending, leftBehind }: Facts['invocations'][number]): boolean {
  if (leftBehind.length === 0) return false;
  // Nothing retries a check, and its late writes would meet the next one's.
  if (name === 'check' && ending?.how === 'threw') return true;
  if (ending?.how !== 'done') return false;
  const { statusCode = 200 } = (ending.value ?? {}) as { statusCode?: number };
  return statusCode < 500;
}

/** A check begins nothing for which it has no time: it has to end in order. */
function timeNotAsked({ checks }: Facts): string[] {
  return checks.flatMap(({ items, call }) => {
    const judged = call.ending?.how === 'done' ? call.ending.value.checked : 0;
    return judged > items ? [`a check judged ${judged} monitors and had time for ${items}`] : [];
  });
}

/** A message that met a fault of ours comes again, without waiting for the checker. */
function faultsNotRetried(facts: Facts): string[] {
  return facts.invocations.flatMap(({ name, ending, logged }) => {
    if (name !== 'notifier' || ending?.how !== 'done') return [];
    const faults = logged.filter((code) => code === 'alert_settle_failed').length;
    const again = (ending.value as { batchItemFailures: unknown[] }).batchItemFailures.length;
    return faults > again ? [`the notifier met ${faults} faults and gave back ${again} messages`] : [];
  });
}

const TABLE_IS_UNWELL = new Set([
  'table',
  'kills',
  'strangers',
  'busy',
  'rooms',
  'topics',
  'everything',
  'together',
]);

/** While the table is well, no check and no request fails, whatever becomes of queue, mail service and receiver. */
function needlessFailures(facts: Facts): string[] {
  if (TABLE_IS_UNWELL.has(facts.plan)) return [];
  return facts.invocations.flatMap(({ name, ending }) => {
    if (ending?.how === 'threw') return [`${name} failed: ${String(ending.error)}`];
    const { statusCode = 0 } = ((ending?.how === 'done' && ending.value) || {}) as { statusCode?: number };
    return statusCode >= 500 ? [`${name} answered ${statusCode}`] : [];
  });
}
