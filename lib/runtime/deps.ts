import type { CheckQueue } from '../adapters/check-queue.ts';
import type { Clock } from '../adapters/clock.ts';
import type { Issuer } from '../adapters/accounts/issuer.ts';
import type { Invoke } from '../adapters/invoke.ts';
import type { Mailer } from '../adapters/alerts/mail.ts';
import type { People } from '../adapters/accounts/issuer-people.ts';
import type { PingPath } from '../adapters/ping-path.ts';
import type { Queue } from '../adapters/queue.ts';
import type { SecondFactors } from '../adapters/accounts/factor-port.ts';
import type { ServiceSecret } from '../adapters/secrets.ts';
import type { Delivery, WebhookRequest } from '../adapters/alerts/webhook.ts';
import type { Table } from '../data/table.ts';
import type { Config } from '../config/config.ts';
import type { Log } from './report/log.ts';
import type { Metrics } from './report/metrics.ts';

/** What every function has: its settings, the one clock, the one table. */
export interface CoreDeps {
  config: Config;
  clock: Clock;
  table: Table;
  log: Log;
  /** Set where calls of the API are not counted. */
  countsCalls?: false;
}

/** What ingest has. */
export interface IngestDeps extends CoreDeps {
  invoke: Invoke;
}

/** What takes in events of AWS has nothing but that: whose they are stands in its settings. */
export type AwsDeps = CoreDeps;

/** What intake has. */
export interface IntakeDeps extends CoreDeps {
  secret: ServiceSecret;
}

/** What the function of agents has: nothing of the table. */
export type McpDeps = Omit<CoreDeps, 'table'> & Pick<ApiDeps, 'secret'>;

/** What the functions behind the API have. */
export interface ApiDeps extends CoreDeps {
  secret: ServiceSecret;
  queue: Queue;
}

/** What the function of accounts has. */
export interface AccountDeps extends ApiDeps {
  issuer: Issuer;
  factors: SecondFactors;
}

/** What the eraser has. */
export interface EraserDeps extends CoreDeps {
  people: People;
}

/** What whoever asks the way of pings has. */
export interface PathDeps extends CoreDeps {
  /** @default by HTTP */
  pingPath?: PingPath;
}

/** What the checker has: it finds and records; the queue carries on. */
export interface CheckerDeps extends PathDeps {
  queue: Queue;
  /** By which a check that falls behind goes on. */
  checks: CheckQueue;
  metrics: Metrics;
}

/** What the bridge has: it records what comes back, and tells it by the queue. */
export type BridgeDeps = Omit<CheckerDeps, 'checks'>;

/** A text ready to go. */
export interface OutgoingText {
  to: string;
  text: string;
  kind: 'question' | 'alert';
  timeoutMs: number;
}

/** What the notifier has: the ways out of the house. */
export interface NotifierDeps extends CoreDeps {
  metrics: Metrics;
  secret: ServiceSecret;
  queue: Queue;
  mailer: Mailer;
  /** To a URL, or to the topic or bus of an ARN. */
  sendWebhook: (request: WebhookRequest) => Promise<Delivery>;
  /** A text to a number. */
  sendText: (text: OutgoingText) => Promise<Delivery>;
}
