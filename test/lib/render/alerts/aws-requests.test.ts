import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import { awsTargetOf } from '../../../../lib/domain/alerts/sending/aws-target.ts';
import { contentBody } from '../../../../lib/render/alerts/alert-json.ts';
import { awsRequest } from '../../../../lib/render/alerts/aws-requests.ts';
import type { Told } from '../../../../lib/render/alerts/told.ts';
import { WORDS } from '../../../attacks/hostile-words.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:alerts';
const BUS = 'arn:aws:events:eu-central-1:111122223333:event-bus/jobs';
const READER = {
  zone: 'UTC',
  url: 'https://rollcall.example.com/app/monitors/m/incidents/3',
  listUrl: 'https://rollcall.example.com/app',
  pauseUrl: null,
};
const told = (part: Partial<AlertContent> = {}): Told => ({
  ...sampleContent({ monitorName: 'A', tags: ['db', 'prod'], ...part }),
  reader: READER,
});
const down = told({ output: 'disk full' });
const up: Told = { ...sampleRecovery({ monitorName: 'A' }), reader: READER };
const SENTENCE =
  'A went silent. Last ping: 2026-03-29 00:00:00 UTC. Expected: a ping at least every hour. Down since 2026-03-29 01:00:00 UTC.';

function requestTo(text: string, content: Told) {
  const target = awsTargetOf(text);
  if (!target) throw new Error(`${text} names nothing.`);
  return awsRequest(target, { content, hashOf, ownerKind: 'account' });
}
const formOf = (text: string, content: Told) =>
  Object.fromEntries(new URLSearchParams(requestTo(text, content).body));
const attribute = (at: number, name: string, type: string, value: string) => ({
  [`MessageAttributes.entry.${at}.Name`]: name,
  [`MessageAttributes.entry.${at}.Value.DataType`]: type,
  [`MessageAttributes.entry.${at}.Value.StringValue`]: value,
});

/** As https://docs.aws.amazon.com/sns/latest/api/API_Publish.html has it, and nothing besides. */
describe('Publish of SNS', () => {
  it('has the JSON of a webhook, words for mail and texts, and what filter policies ask for', () => {
    const { body: _body, ...request } = requestTo(TOPIC, down);
    expect(request).toEqual({
      method: 'POST',
      url: TOPIC,
      contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    });
    const { Message, ...form } = formOf(TOPIC, down);
    expect(form).toEqual({
      Action: 'Publish',
      Version: '2010-03-31',
      TopicArn: TOPIC,
      Subject: 'A went silent',
      MessageStructure: 'json',
      ...attribute(1, 'type', 'String', 'miss'),
      ...attribute(2, 'reason', 'String', 'silence'),
      ...attribute(3, 'monitor', 'String', 'A'),
      ...attribute(4, 'tags', 'String.Array', '["db","prod"]'),
      ...attribute(5, 'owner', 'String', 'account'),
    });
    expect(JSON.parse(Message ?? '')).toEqual({
      default: contentBody(down),
      email: `${SENTENCE}\n\nOpen this incident: ${READER.url}\n\ndisk full`,
      sms: 'Rollcall: A went silent',
    });
  });

  it('of a topic that keeps an order has a group for each monitor and the id of the alert against repeats', () => {
    const [first, end] = [down, up].map((content) =>
      formOf(`${TOPIC}.fifo`, { ...content, alertId: `msg_${content.kind}` }),
    );
    expect(first?.['MessageDeduplicationId']).toBe('msg_miss');
    expect(end?.['MessageDeduplicationId']).toBe('msg_recovery');
    expect(first?.['MessageGroupId']).toMatch(/^[0-9a-f]{32}$/);
    expect(end?.['MessageGroupId']).toBe(first?.['MessageGroupId']);
    const other = formOf(`${TOPIC}.fifo`, { ...down, monitorId: 'mon_2' });
    expect(other['MessageGroupId']).not.toBe(first?.['MessageGroupId']);
    expect(formOf(TOPIC, down)).not.toHaveProperty('MessageGroupId');
  });

  it('has no attribute that would be empty, and none of a monitor where none is meant', () => {
    const names = (content: Told) =>
      Object.entries(formOf(TOPIC, content))
        .filter(([name]) => name.endsWith('.Name'))
        .map(([, value]) => value);
    expect(names(up)).toEqual(['type', 'reason', 'monitor', 'owner']);
    expect(names(told({ kind: 'blind', recoveredAt: down.decidedAt }))).toEqual(['type', 'owner']);
    expect(names(told({ kind: 'test' }))).toEqual(['type', 'monitor', 'tags', 'owner']);
  });

  it.each([...Object.values(WORDS), 'Ünïcode 😀 naïve', '😀', 'x'.repeat(300)])(
    'has a subject of less than 100 characters of ASCII whatever a monitor is called: %j',
    (monitorName) => {
      expect(formOf(TOPIC, told({ monitorName }))['Subject']).toMatch(/^[!-~][ -~]{0,98}$/);
    },
  );
});

/** As https://docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html has it. */
describe('the custom notifications of Amazon Q Developer', () => {
  const messageOf = (content: Told) => {
    const { Message, MessageStructure } = formOf(`${TOPIC}?format=chatbot`, content);
    expect(MessageStructure).toBeUndefined();
    return JSON.parse(Message ?? '') as Record<string, Record<string, unknown>>;
  };

  it('are of its schema, go to the topic itself, and make one thread of an incident', () => {
    expect(formOf(`${TOPIC}?format=chatbot`, down)['TopicArn']).toBe(TOPIC);
    expect(messageOf(down)).toEqual({
      version: '1.0',
      source: 'custom',
      id: 'al_1',
      content: {
        textType: 'client-markdown',
        title: 'A went silent',
        description: `${SENTENCE}\nOpen this incident: ${READER.url}\n\`\`\`\ndisk full\n\`\`\``,
      },
      metadata: {
        threadId: expect.stringMatching(/^rollcall-[0-9a-f]{32}$/) as unknown,
        eventType: 'rollcall.miss',
      },
    });
    expect(messageOf(up)['metadata']?.['threadId']).toBe(messageOf(down)['metadata']?.['threadId']);
  });

  it('mention nobody and link nowhere by what a monitor is called', () => {
    const monitorName = '<!channel> @here [x](https://evil.example) <https://evil.example|y> ``` z';
    const { title, description } =
      messageOf(told({ monitorName, output: '@here ``` <!here>' }))['content'] ?? {};
    for (const text of [String(title), String(description).replace(READER.url, '')]) {
      expect(text).not.toMatch(/<[!h]|@h|\]\(/);
      expect(text.split('```').length % 2).toBe(1);
    }
  });
});

/** As https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html has it. */
it('PutEvents of EventBridge has the JSON of a webhook as its detail', () => {
  const { body, ...request } = requestTo(BUS, down);
  expect(request).toEqual({
    method: 'POST',
    url: BUS,
    contentType: 'application/x-amz-json-1.1',
    headers: { 'x-amz-target': 'AWSEvents.PutEvents' },
  });
  expect(JSON.parse(body)).toEqual({
    Entries: [
      {
        Source: 'rollcall.alerts',
        DetailType: 'Rollcall Alert',
        Detail: contentBody(down),
        EventBusName: BUS,
        Time: Date.UTC(2026, 2, 29, 1, 4, 30) / 1000,
      },
    ],
  });
});
