import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../adapters/clock.ts';
import type { Instant } from '../../domain/instant.ts';

/** A typed attribute as the sender gave it; binary values stay base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string | undefined;
  BinaryValue?: string | undefined;
}

export interface QueuedMessage {
  messageId: string;
  body: string;
  md5OfBody: string;
  messageAttributes: Record<string, MessageAttribute>;
  /** Whose it is; null is nobody's in particular. */
  groupId: string | null;
  sentAt: Instant;
  visibleAt: Instant;
  firstReceivedAt: Instant | null;
  receiveCount: number;
  /** Of the latest receive; null before the first. */
  receiptHandle: string | null;
}

export interface MessageQueueOptions {
  name: string;
  clock: Clock;
  visibilityTimeoutSec: number;
  /** After so many receives the next one moves the message to `queue` instead; null keeps it for ever. */
  deadLetters: { queue: MessageQueue; maxReceiveCount: number } | null;
}

/** What a message is sent with, in the words of SQS. */
interface SentWith {
  DelaySeconds?: number;
  MessageAttributes?: Record<string, MessageAttribute>;
  MessageGroupId?: string | undefined;
}

/** How a queue is received from. */
export interface ReceiveOptions {
  visibilityTimeoutSec?: number | undefined;
  /** Of a message that is left for later. */
  isPutOff?: (message: QueuedMessage) => boolean;
}

export interface QueueCounts {
  visible: number;
  inFlight: number;
  delayed: number;
}

/** One standard queue in memory, on the service's clock: oldest message first, at least once. */
export class MessageQueue {
  readonly name: string;
  readonly arn: string;
  readonly options: MessageQueueOptions;
  #messages = new Map<string, QueuedMessage>();

  constructor(options: MessageQueueOptions) {
    this.options = options;
    this.name = options.name;
    this.arn = `arn:aws:sqs:us-east-1:000000000000:${options.name}`;
  }

  send(
    body: string,
    { DelaySeconds: delaySec = 0, MessageAttributes = {}, MessageGroupId }: SentWith = {},
  ): QueuedMessage {
    const sentAt = this.options.clock.now();
    const message: QueuedMessage = {
      messageId: randomUUID(),
      body,
      md5OfBody: createHash('md5').update(body).digest('hex'),
      messageAttributes: MessageAttributes,
      groupId: MessageGroupId ?? null,
      sentAt,
      visibleAt: sentAt + delaySec * 1000,
      firstReceivedAt: null,
      receiveCount: 0,
      receiptHandle: null,
    };
    this.#messages.set(message.messageId, message);
    return message;
  }

  /** Takes up to `max` visible messages and hides them; those received too often become dead letters. */
  receive(max: number, { visibilityTimeoutSec, isPutOff }: ReceiveOptions = {}): QueuedMessage[] {
    const hideSec = visibilityTimeoutSec ?? this.options.visibilityTimeoutSec;
    const now = this.options.clock.now();
    const taken: QueuedMessage[] = [];
    for (const message of this.#messages.values()) {
      if (taken.length === max) break;
      if (message.visibleAt > now || isPutOff?.(message) || this.#buried(message)) continue;
      message.receiveCount += 1;
      message.firstReceivedAt ??= now;
      message.visibleAt = now + hideSec * 1000;
      message.receiptHandle = `${message.messageId}:${message.receiveCount}`;
      taken.push(message);
    }
    return taken;
  }

  /** Deleting what is gone already, or has been received again since, does nothing. */
  delete(receiptHandle: string): void {
    const message = this.#received(receiptHandle);
    if (message !== null) this.#messages.delete(message.messageId);
  }

  /** Says whether the handle still named a message in flight. */
  changeVisibility(receiptHandle: string, visibilityTimeoutSec: number): boolean {
    const now = this.options.clock.now();
    const message = this.#received(receiptHandle);
    if (message === null || message.visibleAt <= now) return false;
    message.visibleAt = now + visibilityTimeoutSec * 1000;
    return true;
  }

  /** When the next message can be received; past or present when one can be now, null when there is none. */
  nextVisibleAt(): Instant | null {
    let next: Instant | null = null;
    for (const { visibleAt } of this.#messages.values()) {
      if (next === null || visibleAt < next) next = visibleAt;
    }
    return next;
  }

  counts(): QueueCounts {
    const now = this.options.clock.now();
    const counts: QueueCounts = { visible: 0, inFlight: 0, delayed: 0 };
    for (const { visibleAt, receiveCount } of this.#messages.values()) {
      if (visibleAt <= now) counts.visible += 1;
      else if (receiveCount > 0) counts.inFlight += 1;
      else counts.delayed += 1;
    }
    return counts;
  }

  messages(): QueuedMessage[] {
    return [...this.#messages.values()];
  }

  #received(receiptHandle: string): QueuedMessage | null {
    const message = this.#messages.get(receiptHandle.slice(0, receiptHandle.indexOf(':')));
    return message?.receiptHandle === receiptHandle ? message : null;
  }

  #buried(message: QueuedMessage): boolean {
    const { deadLetters } = this.options;
    if (deadLetters === null || message.receiveCount < deadLetters.maxReceiveCount) return false;
    this.#messages.delete(message.messageId);
    deadLetters.queue.#messages.set(message.messageId, { ...message, receiptHandle: null });
    return true;
  }
}
