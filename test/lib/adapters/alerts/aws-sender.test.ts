import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it } from 'vitest';
import { openAwsSender } from '../../../../lib/adapters/alerts/aws-sender.ts';
import { awsEndpoint } from '../../../../lib/adapters/aws-signature.ts';
import { awsTargetOf } from '../../../../lib/domain/alerts/sending/aws-target.ts';
import { startLambdaServer } from '../../../support/servers/lambda-server.ts';
import { START_AT } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:alerts';
const BUS = 'arn:aws:events:us-east-2:111122223333:event-bus/jobs';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret', sessionToken: 'a token' };
const TAKEN = '{"FailedEntryCount":0,"Entries":[{"EventId":"11710aed-b79e-4468-a20b-bb3c0c3b4860"}]}';

const aws = fresh(() => startLambdaServer({ status: 200, body: TAKEN }));

function send(url: string, timeoutMs = 5_000, endpoint = aws.url) {
  const target = awsTargetOf(url);
  if (!target) throw new Error('That names nothing.');
  const sender = openAwsSender({ clock: { now: () => START_AT }, credentials, endpoint });
  const isTopic = target.kind === 'sns';
  const request = {
    url,
    body: isTopic ? 'Action=Publish&Message=%C3%BC' : '{"Entries":[]}',
    contentType: isTopic ? 'application/x-www-form-urlencoded; charset=utf-8' : 'application/x-amz-json-1.1',
    headers: isTopic ? {} : { 'x-amz-target': 'AWSEvents.PutEvents' },
    allowLoopback: false,
    timeoutMs,
  };
  return sender(request, target);
}

describe('a call of SNS or EventBridge', () => {
  it.each([
    [TOPIC, 'sns', 'eu-central-1'],
    [BUS, 'events', 'us-east-2'],
  ])(
    'to %s is signed by the role as the SDK signs it, in the region of the ARN',
    async (arn, service, region) => {
      expect(await send(arn)).toMatchObject({ delivered: true, outcome: 'delivered', status: 200 });

      const [sent, ...more] = aws.calls;
      expect(more).toEqual([]);
      const { host = '', 'content-type': type = '', 'x-amz-target': called } = sent?.headers ?? {};
      const signer = new SignatureV4({ service, region, credentials, sha256: Sha256, applyChecksum: false });
      const signed = await signer.sign(
        {
          method: 'POST',
          protocol: 'http:',
          hostname: '127.0.0.1',
          path: '/',
          body: sent?.body,
          headers: {
            host,
            'content-type': type,
            ...(called !== undefined && { 'x-amz-target': String(called) }),
          },
        },
        { signingDate: new Date(START_AT) },
      );
      expect(sent?.headers.authorization).toBe(signed.headers['authorization']);
      expect(sent?.headers['x-amz-security-token']).toBe('a token');
    },
  );

  const XML = (code: string) =>
    `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${TOPIC}</Message></Error></ErrorResponse>`;
  const failed = (code: string) =>
    JSON.stringify({ FailedEntryCount: 1, Entries: [{ ErrorCode: code, ErrorMessage: BUS }] });
  it.each([
    ['a topic that was deleted', TOPIC, 404, XML('NotFound'), 'refused_status', 'NotFound'],
    ['a topic that denies', TOPIC, 403, XML('AuthorizationError'), 'refused_status', 'AuthorizationError'],
    ['a key that denies', TOPIC, 400, XML('KMSAccessDenied'), 'refused_status', 'KMSAccessDenied'],
    [
      'a bus that denies',
      BUS,
      400,
      '{"__type":"AccessDeniedException","Message":"x"}',
      'refused_status',
      'AccessDeniedException',
    ],
    ['an entry that was not taken', BUS, 200, failed('InternalFailure'), 'refused_entry', 'InternalFailure'],
    ['an answer that does not say what was taken', BUS, 200, '<html>', 'refused_entry', '200'],
    ['a redirect', TOPIC, 307, '', 'refused_status', '307'],
  ])(
    '%s is a delivery that failed, in words without the ARN',
    async (_what, arn, status, body, outcome, word) => {
      aws.answer = { status, body };
      const delivery = await send(arn);
      expect(delivery).toMatchObject({ delivered: false, outcome, status });
      expect(delivery.detail).toContain(word);
      expect(delivery.detail).not.toContain('1111');
      expect(delivery.slowDown).toBeUndefined();
    },
  );

  it.each([
    [TOPIC, 400, XML('Throttled')],
    [TOPIC, 429, ''],
    [TOPIC, 400, XML('KMSThrottling')],
    [BUS, 400, '{"__type":"com.amazon.coral.availability#ThrottlingException"}'],
    [BUS, 200, failed('ThrottlingException')],
  ])('%s is told more slowly after %d %s', async (arn, status, body) => {
    aws.answer = { status, body };
    expect(await send(arn)).toMatchObject({ delivered: false, slowDown: { retryAfterMs: null } });
  });

  it('waits no longer than it is told to, and says where nobody answers', async () => {
    aws.answer = null;
    expect(await send(TOPIC, 50)).toMatchObject({ delivered: false, outcome: 'timeout', status: null });
    expect(await send(TOPIC, 500, 'http://127.0.0.1:9')).toMatchObject({
      delivered: false,
      outcome: 'connect_failed',
    });
  });
});

it('a service is called in its region and partition', () => {
  expect(awsEndpoint('sns', 'eu-central-1')).toBe('https://sns.eu-central-1.amazonaws.com');
  expect(awsEndpoint('events', 'us-gov-west-1')).toBe('https://events.us-gov-west-1.amazonaws.com');
  expect(awsEndpoint('sns', 'cn-north-1')).toBe('https://sns.cn-north-1.amazonaws.com.cn');
});
