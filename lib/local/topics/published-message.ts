import * as z from 'zod';
import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';

/** A message of a topic, a text to a number or an event of a bus, as its receivers would get it. */
export interface TopicMessage {
  arn?: string;
  [field: string]: unknown;
}

/** The same with when it came by the service's clock, ISO 8601. */
export type Published = TopicMessage & { at: string };

/** What a `Publish` says; undefined where SNS would not take it. */
export function publishedIn(form: URLSearchParams): TopicMessage | undefined {
  const said = (name: string) => form.get(name);
  const [arn, text, number] = [said('TopicArn'), said('Message'), said('PhoneNumber')];
  if (number !== null) return isPhoneNumber(number) && text ? { to: number, text } : undefined;
  const isFifo = arn?.endsWith('.fifo') === true;
  const isWhole = said('Action') === 'Publish' && said('Version') === '2010-03-31' && arn && text;
  if (!isWhole || (said('MessageGroupId') !== null) !== isFifo || !isSubject(said('Subject') ?? ''))
    return undefined;
  const message = jsonOf(text);
  if (message === undefined) return undefined;
  return {
    arn,
    subject: said('Subject'),
    ...(said('MessageStructure') === 'json' ? perProtocol(message) : { message }),
    attributes: attributesOf(form),
    ...(isFifo && { group: said('MessageGroupId'), deduplication: said('MessageDeduplicationId') }),
  };
}

/** A subject is less than 100 characters of ASCII without control characters. */
const isSubject = (text: string) => /^[!-~][ -~]{0,98}$/.test(text);

function perProtocol(message: unknown): object {
  const { default: text, email } = z.object({ default: z.string(), email: z.string() }).parse(message);
  return { message: jsonOf(text), email };
}

function attributesOf(form: URLSearchParams): Record<string, unknown> {
  const said = (at: number, what: string) => form.get(`MessageAttributes.entry.${at}.${what}`);
  const attributes: [string, unknown][] = [];
  for (let at = 1; said(at, 'Name') !== null; at += 1) {
    const value = said(at, 'Value.StringValue') ?? '';
    const isList = said(at, 'Value.DataType') === 'String.Array';
    attributes.push([said(at, 'Name') ?? '', isList ? jsonOf(value) : value]);
  }
  return Object.fromEntries(attributes);
}

const entries = z.object({
  Entries: z.tuple([
    z.object({
      Source: z.string().regex(/^(?!aws\.)/),
      DetailType: z.string(),
      Detail: z.string(),
      EventBusName: z.string(),
      Time: z.int(),
    }),
  ]),
});

/** What a `PutEvents` says; undefined where EventBridge would not take it. */
export function eventPutIn(body: string): TopicMessage | undefined {
  const { data } = entries.safeParse(jsonOf(body));
  if (!data) return undefined;
  const [{ Source: source, DetailType: type, Detail: detail, EventBusName: arn, Time: time }] = data.Entries;
  return { arn, source, 'detail-type': type, time, detail: jsonOf(detail) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
