import type { Partition } from '../data/partitions.ts';

/** What a function may do to the items of the table. A transaction needs the actions of its parts. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** A queue of the service: of alerts, of alerts that were given up on, of shards that a check had to leave. */
export type QueueName = 'alerts' | 'givenUp' | 'checks';

/** A function that others may have called. A name of its own, since the names of all areas follow from their declarations. */
export type InvokedArea = 'billing';

/** A group of settings that are no secret, which a function gets where its declaration names it (lib/config/groups.ts). */
export type GroupName =
  | 'urls'
  | 'pingNames'
  | 'originMark'
  | 'billing'
  | 'settlement'
  | 'build'
  | 'operator'
  | 'guestMails'
  | 'signUpMails'
  | 'hold'
  | 'heartbeat'
  | 'metrics'
  | 'identity'
  | 'access'
  | 'guests'
  | 'allowance'
  | 'publicPages'
  | 'userPool'
  | 'panel'
  | 'awsEvents'
  | 'identityPings'
  | 'awsChannels'
  | 'sms';

/** A steady tick that wakes a function. */
export interface AreaSchedule {
  everyMin: number;
  /** Of a tick that could not be delivered. */
  retries: number;
  /** A tick older than this is not worth delivering. */
  maxAgeSec: number;
  /** Of a run that failed. */
  runRetries: 0 | 1;
  /** Whether a tick that could not be delivered is kept for the operator to see. */
  keepsLost: boolean;
}

/** What one function is: by what it is woken, what it needs to run, and all that it may touch. */
export interface AreaDeclaration {
  purpose: string;
  memoryMb: number;
  /** HTTP areas stay below the 29 seconds after which the gateway gives up. */
  timeoutSec: number;
  /** Serves the operations of the contract that name this area. */
  http?: true;
  /**
   * Jobs and machines call it by themselves, at the ingest origin (DECISIONS.md "HTTP" 0): under a limit of its own, and
   * without source maps, which cost 14 to 20 ms of a cold start.
   */
  origin?: 'ingest';
  schedule?: AreaSchedule;
  /** The queue it takes messages from, and how many at a time. */
  fedBy?: { queue: 'alerts' | 'checks'; batch: number };
  /** Woken by what SES reports about mails. */
  mailEvents?: true;
  /** Fed by a queue of its own, of what EventBridge reports of the account. */
  awsEvents?: { batch: number };
  /** Called by whoever the operator lets, who wait for its answer: other jobs of the account, a command line. */
  byIdentity?: true;
  /** Woken by the user pool, which waits for its answer. */
  poolEvents?: true;
  /** What it may do to items, by the kind of their partition. */
  items: Readonly<Partial<Record<Partition, readonly TableAction[]>>>;
  /** May query the index of what falls due. */
  dueIndex?: true;
  /** May read the service secret. */
  secret?: true;
  /** May read the operator token, where one is set. */
  knowsOperator?: true;
  /** Has payments settled, so it may read the key of the facilitator, where one is set. */
  settles?: true;
  /** Settings that are no secret. */
  settings?: readonly GroupName[];
  /** May put messages on these queues. */
  sendsTo?: readonly QueueName[];
  /** May call these functions of the service and wait for what they answer. */
  invokes?: readonly InvokedArea[];
  /** May mail, when a sender is configured. */
  mails?: true;
  /** May publish to the topics and numbers and put events on the buses that the operator has set, where some are. */
  tellsAws?: true;
  /** There is nothing for it to do without a configured sender, so it does not exist then. */
  needsSender?: true;
  /** There is nothing for it to do without events of AWS, so it does not exist then. */
  needsAwsEvents?: true;
  /** There is nothing for it to do without a user pool of the stack, so it does not exist then. */
  needsPool?: true;
  /** What else it calls, in words, for docs/security.md. */
  calls?: string;
}
