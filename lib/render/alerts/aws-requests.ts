import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { type AwsTarget, EVENT_SOURCE } from '../../domain/alerts/sending/aws-target.ts';
import { contentBody } from './alert-json.ts';
import { alertHeadlineOf, messageOf, nameText, outputTextOf } from './alert-text.ts';
import type { AlertRequest } from './chat-body.ts';
import { textForAnyChat } from './chat-format.ts';
import { incidentKeyOf, type Page } from './pager-requests.ts';
import { alertText } from './text-message.ts';
import { linksOf, type Told } from './told.ts';

/** What an alert to AWS says besides. */
export interface AwsPage extends Pick<Page, 'content' | 'hashOf'> {
  /** Whose it is, as a filter may ask for it. */
  ownerKind: string;
}

/** SNS takes subjects of less than 100 characters. */
const SUBJECT_MAX = 99;
const CHAT_TITLE_MAX = 250;

/** The request that tells an alert by a topic or bus; where it goes stands in its ARN alone. */
export function awsRequest({ kind, ...target }: AwsTarget, page: AwsPage): AlertRequest {
  return kind === 'sns' ? publishRequest(target, page) : putEventsRequest(target, page);
}

/**
 * `Publish` of SNS, by its query protocol.
 * Source: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
 */
function publishRequest({ arn, isFifo, isForChat }: Omit<AwsTarget, 'kind'>, page: AwsPage): AlertRequest {
  const { content } = page;
  const fields = {
    Action: 'Publish',
    Version: '2010-03-31',
    TopicArn: arn,
    Subject: subjectOf(content),
    ...(isForChat
      ? { Message: chatMessage(page) }
      : { MessageStructure: 'json', Message: messagesOf(content) }),
    ...attributeFields(page),
    ...(isFifo && {
      MessageGroupId: page.hashOf(content.monitorId).slice(0, 32),
      MessageDeduplicationId: content.alertId,
    }),
  };
  return {
    method: 'POST',
    url: arn,
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    body: new URLSearchParams(fields).toString(),
  };
}

/** Whoever reads mail or texts is told in words; all others get the JSON of a webhook. */
function messagesOf(content: Told): string {
  const links = linksOf(content).map(({ label, url }) => `${label}: ${url}`);
  const output = outputTextOf(content);
  const email = [messageOf(content), ...links, ...(output === null ? [] : [output])].join('\n\n');
  // Texts of SNS cost by the part: as JSON an alert would be ten.
  return JSON.stringify({ default: contentBody(content), email, sms: alertText([content]) });
}

/** A subject is ASCII, without ends of lines, and begins with a sign that can be seen. */
function subjectOf(content: Told): string {
  const line = cleanLine(alertHeadlineOf(content), SUBJECT_MAX);
  const ascii = line.normalize('NFKD').replace(/\p{M}/gu, '').replace(/…/g, '...');
  return ascii
    .replace(/[^ -~]/gu, '?')
    .slice(0, SUBJECT_MAX)
    .trim();
}

/** What filter policies of subscriptions can ask for. */
function attributeFields({ content, ownerKind }: AwsPage): Record<string, string> {
  const { kind, reason, tags, monitorName } = content;
  // What is about all jobs of an owner names none of them.
  const isOfNone = kind === 'blind';
  const values = {
    type: kind,
    reason: kind === 'miss' || kind === 'recovery' ? reason : '',
    monitor: isOfNone ? '' : nameText(monitorName),
    tags: isOfNone || tags.length === 0 ? '' : JSON.stringify(tags),
    owner: ownerKind,
  };
  // SNS refuses an attribute that is empty.
  const said = Object.entries(values).filter(([, value]) => value !== '');
  return Object.fromEntries(
    said.flatMap(([name, value], at) => {
      const entry = `MessageAttributes.entry.${at + 1}`;
      return [
        [`${entry}.Name`, name],
        [`${entry}.Value.DataType`, name === 'tags' ? 'String.Array' : 'String'],
        [`${entry}.Value.StringValue`, value],
      ];
    }),
  );
}

/**
 * The schema of custom notifications of Amazon Q Developer in chat applications; one incident is one thread.
 * Source: https://docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html
 */
function chatMessage(page: AwsPage): string {
  const { content } = page;
  const { title, description } = textForAnyChat({
    title: cleanLine(alertHeadlineOf(content), CHAT_TITLE_MAX),
    lines: [messageOf(content)],
    links: linksOf(content),
    output: outputTextOf(content),
  });
  return JSON.stringify({
    version: '1.0',
    source: 'custom',
    id: content.alertId,
    content: { textType: 'client-markdown', title, description },
    metadata: {
      threadId: incidentKeyOf(page, content.incident),
      eventType: `rollcall.${content.kind}`,
    },
  });
}

/**
 * `PutEvents` of EventBridge, with one entry.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
 */
function putEventsRequest({ arn }: Pick<AwsTarget, 'arn'>, { content }: AwsPage): AlertRequest {
  const entry = {
    Source: EVENT_SOURCE,
    DetailType: 'Rollcall Alert',
    Detail: contentBody(content),
    EventBusName: arn,
    Time: Math.floor(content.decidedAt / 1000),
  };
  return {
    method: 'POST',
    url: arn,
    contentType: 'application/x-amz-json-1.1',
    body: JSON.stringify({ Entries: [entry] }),
    headers: { 'x-amz-target': 'AWSEvents.PutEvents' },
  };
}
