import type { Area } from '../contract/operation.ts';

/** A function: an HTTP area of the contract, or one that an event wakes. */
export type FunctionArea = Area | 'checker' | 'notifier' | 'canary' | 'bridge';

/** What a function may do to the items of the table. A transaction needs the actions of its parts. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** What one function needs to run, and all that it may touch. */
export interface AreaNeeds {
  purpose: string;
  memoryMb: number;
  /** HTTP areas stay below the 29 seconds after which the gateway gives up. */
  timeoutSec: number;
  /** On the table itself; no action reaches an index. */
  table: readonly TableAction[];
  /** May query the index of what falls due. */
  dueIndex?: true;
  /** May read the service secret. */
  secret?: true;
  /** Tells where the service is: in links, in what a 402 is for, or because it calls it. */
  urls?: true;
  /** May put alerts on the queue. */
  sendsAlerts?: true;
  /** May mail, when a sender is configured. */
  mails?: true;
  /** There is nothing for it to do without a configured sender, so it does not exist then. */
  needsSender?: true;
}

const write = ['PutItem', 'UpdateItem', 'DeleteItem'] as const satisfies TableAction[];

/** Every function of the service. Complete by type: an area without a row does not compile. */
export const areas = {
  ingest: {
    purpose: 'Records the signals of jobs.',
    memoryMb: 512, timeoutSec: 10,
    // The query reads the canary's pings when a ping comes late, and the last incident of a job name made anew.
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    urls: true,
  },
  monitors: {
    purpose: 'Creates, shows and changes monitors.',
    memoryMb: 512, timeoutSec: 20,
    // The check is of a space that must still be the owner's, where its counters do not change.
    table: ['GetItem', 'BatchGetItem', 'Query', ...write, 'ConditionCheckItem'],
    secret: true, urls: true, sendsAlerts: true,
  },
  alerts: {
    purpose: 'Shows what became of alerts, sends them again and tests channels.',
    memoryMb: 512, timeoutSec: 28,
    table: ['GetItem', 'Query', ...write, 'ConditionCheckItem'],
    secret: true, urls: true, sendsAlerts: true, mails: true,
  },
  feed: {
    purpose: 'Serves the status feed.',
    memoryMb: 512, timeoutSec: 20,
    // Put and delete mint and rotate the feed token; the check is of its space, which must still be the owner's.
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
    secret: true, urls: true,
  },
  site: {
    purpose: 'Serves the consent pages of alert addresses.',
    memoryMb: 512, timeoutSec: 10,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    secret: true, urls: true,
  },
  discovery: {
    purpose: 'Describes the service and answers every path that has no route.',
    memoryMb: 512, timeoutSec: 10,
    // The health answer shows the last check, and by the canary's pings whether pings reach us.
    table: ['GetItem', 'Query'],
    urls: true,
  },
  checker: {
    purpose: 'Finds what fell due and records the alerts; goes on at once where it falls behind.',
    // Below the five minutes between two ticks, so that runs do not pile up.
    memoryMb: 1024, timeoutSec: 240,
    table: ['GetItem', 'BatchGetItem', 'Query', ...write],
    dueIndex: true, sendsAlerts: true,
  },
  notifier: {
    purpose: 'Delivers alerts.',
    memoryMb: 512, timeoutSec: 60,
    // The query reads the earlier alerts of the monitor, which go out before; the check is of its other channel.
    table: ['GetItem', 'BatchGetItem', 'Query', ...write, 'ConditionCheckItem'],
    secret: true, urls: true, sendsAlerts: true, mails: true,
  },
  canary: {
    purpose: 'Pings the public ingest URL, to know when it is out.',
    memoryMb: 256, timeoutSec: 30,
    table: ['GetItem', 'PutItem'],
    urls: true,
  },
  bridge: {
    purpose: 'Takes in what SES reports about mails: bounces and complaints.',
    memoryMb: 256, timeoutSec: 60,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    sendsAlerts: true, needsSender: true,
  },
} as const satisfies Record<FunctionArea, AreaNeeds>; // prettier-ignore

export const functionAreas = Object.keys(areas) as FunctionArea[];

/** Narrows the name of a folder of `functions/`. Throws one plain sentence when the table has no row for it. */
export function functionAreaOf(name: string): FunctionArea {
  const area = functionAreas.find((known) => known === name);
  if (!area)
    throw new Error(`functions/${name} has no row in lib/stack/areas.ts, so nobody said what it may touch.`);
  return area;
}
