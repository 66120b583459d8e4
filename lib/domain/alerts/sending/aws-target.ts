/** What of AWS a channel can lead to: a topic of SNS, a bus of EventBridge. */
export const AWS_KINDS = ['sns', 'event_bus'] as const;
export type AwsKind = (typeof AWS_KINDS)[number];

/** By which rules know our events; what takes in events of AWS knows none of it. */
export const EVENT_SOURCE = 'rollcall.alerts';

/** A topic or bus, as its ARN names it. */
export interface AwsTarget {
  kind: AwsKind;
  /** By which it is allowed and called; without what says how it is told. */
  arn: string;
  region: string;
  /** Of a topic that keeps an order and drops repeats. */
  isFifo: boolean;
  /** Of a topic that Amazon Q Developer reads out in a chat. */
  isForChat: boolean;
}

const ACCOUNT = String.raw`arn:aws(?:-cn|-us-gov)?:(?<service>sns|events):(?<region>[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}):\d{12}`;
const TOPIC = new RegExp(
  String.raw`^(?<arn>${ACCOUNT}:[\w-]{1,256}(?<fifo>\.fifo)?)(?<chat>\?format=chatbot)?$`,
);
const BUS = new RegExp(String.raw`^(?<arn>${ACCOUNT}:event-bus/[\w./-]{1,256})$`);

/** The topic or bus that a text names; null where it names neither. */
export function awsTargetOf(text: string): AwsTarget | null {
  const { arn, service, region, fifo, chat } = (TOPIC.exec(text) ?? BUS.exec(text))?.groups ?? {};
  if (arn === undefined || region === undefined) return null;
  const isBus = arn.includes(':event-bus/');
  if (isBus !== (service === 'events')) return null;
  return {
    kind: isBus ? 'event_bus' : 'sns',
    arn,
    region,
    isFifo: fifo !== undefined,
    isForChat: chat !== undefined,
  };
}
