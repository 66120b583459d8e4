import { join } from 'node:path';
import type { QueueName } from '../areas/declaration.ts';
import { configFromEnv, type Config } from '../config/config.ts';
import { environmentBy } from '../config/settings/group-texts.ts';
import { hostClock, type HostClock } from '../adapters/clock.ts';
import { ClockSteps } from './clock/clock-steps.ts';
import { createTable } from './table/create-table.ts';
import { lockData } from './folder/data-lock.ts';
import { startDatabase } from './table/database.ts';
import { keptHold, localSecret } from './folder/json-file.ts';
import { startMailbox, type LocalMailbox } from './mail/mailbox.ts';
import { MovableClock } from './clock/movable-clock.ts';
import { startQueue, type LocalQueue } from './queues/queue.ts';
import { startTogether, type Stoppable } from './start-together.ts';
import { startTopics, type LocalTopics } from './topics/published.ts';

/** All that functions are told on one machine. */
export interface LocalConfig extends Config {
  queues: Record<QueueName, string>;
  guestMails: { perHour: number };
  signUpMails: { perHour: number };
  standIns: Record<'dynamodb' | 'sqs' | 'ses' | 'topics', string> & { cognito: string | null };
}

/** What stands in for AWS: engine, clock, queue, mailbox and topics, and the settings that point at them. */
export interface StandIns extends Stoppable {
  engine: string;
  /** Where the data is, for people. */
  data: string;
  clock: MovableClock;
  /** When somebody set the clock it runs with. */
  steps: ClockSteps;
  mailbox: LocalMailbox;
  topics: LocalTopics;
  queue: LocalQueue;
  config: LocalConfig;
  /** Where the operator's stop is kept. */
  holdFile: string | null;
  /** Where the port is noted by which people sign in. */
  issuerFile: string | null;
  died: Promise<string>;
}

export interface StandInOptions {
  /** Folder of the data; null keeps everything in memory. */
  dataDir: string | null;
  /** An engine that runs already, and the table to use in it. */
  database?: { endpoint: string; tableName: string; dueShards?: number };
  /** Where the clock stands still; it runs with real time unless given. */
  startAt?: number;
  /** The clock of the machine. */
  host?: HostClock;
}

type LocalSettings = Parameters<typeof environmentBy>[0];

const TABLE = 'rollcall';
const QUEUES = { main: 'alerts', dead: 'alerts-dead', checks: 'checks' };
/** As in the stack: six times the notifier's timeout, and room for all tries. */
const VISIBILITY_SEC = 360;
/** Batches of ten deliveries side by side. One that is never answered takes ten seconds of its place. */
const LANES = 16;
const MAX_RECEIVES = 8;
const NEVER = new Promise<string>(() => {});

/** Starts the stand-ins; whatever was started is stopped again when one of them cannot. */
export function startStandIns(options: StandInOptions, settings: LocalSettings): Promise<StandIns> {
  return startTogether(async (own) => {
    const file = (name: string) => (options.dataDir === null ? null : join(options.dataDir, name));
    if (options.dataDir !== null) own(await lockData(options.dataDir));
    const database = options.database ? undefined : own(await startDatabase({ dir: options.dataDir }));
    const startAt = options.startAt === undefined ? {} : { startAt: options.startAt };
    const host = options.host ?? hostClock;
    const clock = new MovableClock({ ...startAt, host, file: file('clock.json') });
    const mailbox = own(await startMailbox({ clock, file: file('mail.jsonl') }));
    const topics = own(await startTopics({ clock }));
    const limits = { visibilityTimeoutSec: VISIBILITY_SEC, maxReceiveCount: MAX_RECEIVES };
    const queue = own(await startQueue({ clock, names: QUEUES, lanes: LANES, ...limits }));

    const endpoint = options.database?.endpoint ?? database?.endpoint ?? '';
    const tableName = options.database?.tableName ?? TABLE;
    await createTable(endpoint, tableName);
    const serviceSecret = await localSecret(file('service-secret'));
    const standIns = {
      dynamodb: endpoint,
      sqs: queue.endpoint,
      ses: mailbox.endpoint,
      topics: topics.endpoint,
      cognito: null,
    };
    const holdFile = file('hold.json');
    const hold = keptHold(holdFile);
    const config = { ...localConfig(settings, { tableName, serviceSecret, standIns, queue }), hold };
    const engine = database?.engine ?? endpoint;
    const data = database?.data ?? endpoint;
    const files = { holdFile, issuerFile: file('issuer.json') };
    const steps = new ClockSteps(options.startAt === undefined ? host : null);
    const ways = { mailbox, topics, queue };
    return { engine, data, clock, steps, ...ways, config, ...files, died: database?.died ?? NEVER };
  });
}

interface Parts {
  tableName: string;
  serviceSecret: string;
  standIns: LocalConfig['standIns'];
  queue: LocalQueue;
}

/** The rest is known once the gateway listens. */
function localConfig(settings: LocalSettings, parts: Parts): LocalConfig {
  const { main, dead, checks } = QUEUES;
  return {
    ...configFromEnv({ ...environmentBy(settings), TABLE_NAME: parts.tableName }),
    queues: {
      alerts: parts.queue.url(main),
      givenUp: parts.queue.url(dead),
      checks: parts.queue.url(checks),
    },
    functions: { billing: 'billing' },
    guestMails: { perHour: settings.guestMailsPerHour },
    signUpMails: { perHour: settings.signUpMailsPerHour },
    secret: { text: parts.serviceSecret },
    sender: { from: 'Rollcall <alerts@rollcall.local>', configurationSet: 'local' },
    build: 'local',
    standIns: parts.standIns,
  };
}
