import { usd } from './bill.ts';
import { PRICES } from './prices.ts';
import { ASSUMED, UNITS, type Units } from './units.ts';

/** An event of a run is written to the queue, taken from it and deleted, ten at a time at best. */
const QUEUE_CALLS = 3;
const GB = 0.25;
const CUSTOM_EVENTS_PER_M = 1;

const tableUsd = ({ read, write }: Units) => read * PRICES.readUnitsPerM + write * PRICES.writeUnitsPerM;
const callUsd = (ms: number, share: number) =>
  share * PRICES.lambdaCallsPerM + (ms / 1000) * GB * PRICES.lambdaGbSec * 1e6;

/** What a million of each cost, for docs/cost.md. */
export function costOfEvents(): string {
  const { eventStart, eventSuccess, putEventsPing, hookPing } = UNITS;
  const queue = QUEUE_CALLS * PRICES.sqsPerM;
  const row = (what: string, units: Units, besides: number, words: string) =>
    `| ${what} | ${units.read} RRU, ${units.write} WRU | ${usd(tableUsd(units))} | ${words} | **${usd(tableUsd(units) + besides)}** |`;
  const alone = queue + callUsd(ASSUMED.eventMs, 1);
  const custom = alone + CUSTOM_EVENTS_PER_M;
  const queued = `queue $${usd(queue)}, function $${usd(callUsd(ASSUMED.eventMs, 1))}`;
  return `## Jobs of AWS

With \`awsEventsKeySecretArn\` ([aws-jobs.md](aws-jobs.md)). A million of each, each by itself; up to ten that come together share calls of queue and function.

| | Table | USD | Besides | sum |
|---|---|---:|---|---:|
${row('the start of a run', eventStart, alone, queued)}
${row('its success', eventSuccess, alone, queued)}
${row('a ping by `PutEvents`', putEventsPing, custom, `${queued}, the event $${usd(CUSTOM_EVENTS_PER_M)}`)}
${row('a ping by the function `hook`', hookPing, callUsd(ASSUMED.eventMs, 1), `function $${usd(callUsd(ASSUMED.eventMs, 1))}`)}

Events of services on the default bus are free; those of Lambda's destinations and of other accounts are custom events, $${usd(CUSTOM_EVENTS_PER_M)} a million more.
The alarm of the dead letters is $0.10 a month, and the queue is asked by five pollers.`;
}
