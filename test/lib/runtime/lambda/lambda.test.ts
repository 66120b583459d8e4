import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { LambdaContext } from '../../../../lib/local/lambda-context.ts';
import type { Reply } from '../../../../lib/runtime/call.ts';
import { callOf, lambdaHandler } from '../../../../lib/runtime/lambda/lambda.ts';
import { errorReply } from '../../../../lib/runtime/replies.ts';
import { isOverWithin } from '../../../support/before-end.ts';
import { requestEvent } from '../../../support/faults/fault-event.ts';

function posted(body: string | undefined, isBase64Encoded: boolean) {
  return callOf({ ...requestEvent('POST', '/t'), isBase64Encoded, ...(body !== undefined && { body }) }).body;
}

const quiet = { warn: () => {}, error: () => {} };

describe('the body of an event', () => {
  const words = Buffer.from('a€𝄞b');

  it.each([
    ['text', words.toString('utf8'), false],
    ['base64', words.toString('base64'), true],
  ])('is the same as %s', (_form, sent, isBase64) => {
    const body = posted(sent, isBase64);

    expect([body.byteLength, body.bytes(), body.text()]).toEqual([9, words, 'a€𝄞b']);
    for (let most = 1; most <= 10; most++) {
      const { bytes, isWhole } = body.end(most);
      expect([most, [...bytes], isWhole]).toEqual([most, [...words.subarray(-most)], most >= 9]);
    }
  });

  it('is empty where there is none', () => {
    const body = posted(undefined, false);

    expect([body.byteLength, body.bytes().length, body.text(), body.end(3).isWhole]).toEqual([
      0,
      0,
      '',
      true,
    ]);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff]).toString('base64'), true],
    ['what the gateway has replaced', 'a\uFFFD', false],
  ])('has no text of %s', (_what, sent, isBase64) => {
    expect(posted(sent, isBase64).text()).toBeNull();
  });

  it('may have the replacement character where its bytes were sent', () => {
    expect(posted(Buffer.from('a\uFFFD').toString('base64'), true).text()).toBe('a\uFFFD');
  });
});

describe('the handler', () => {
  const front = { securityHeaders: null, originMark: null };
  const invoke = (event: APIGatewayProxyEventV2, answer: () => Promise<Reply>, timeoutMs?: number) =>
    lambdaHandler({ answer, refuse: (call, error) => errorReply(error, call, quiet) }, front)(
      event,
      new LambdaContext('test', timeoutMs),
    );
  const event = requestEvent('GET', '/t');

  it('encodes bytes and leaves text as it is, with cookies beside the headers', async () => {
    const headers = { 'x-a': 'b' };
    const answered = { ...headers, 'x-request-id': event.requestContext.requestId };

    expect(await invoke(event, async () => ({ status: 200, headers, body: 'é' }))).toEqual({
      statusCode: 200,
      headers: answered,
      body: 'é',
    });
    const bytes = new Uint8Array([9, 255, 0, 8]).subarray(1, 3);
    expect(
      await invoke(event, async () => ({ status: 201, headers, body: bytes, cookies: ['a=b'] })),
    ).toEqual({
      statusCode: 201,
      headers: answered,
      body: '/wA=',
      isBase64Encoded: true,
      cookies: ['a=b'],
    });
  });

  it('answers 503 a second before the function would end, and passes errors on to be worded', async () => {
    const never = () => new Promise<Reply>(() => {});
    const late = invoke(event, never, 1_100);

    expect(await isOverWithin(900, late)).toBe(true);
    expect((await late).statusCode).toBe(503);
    expect((await invoke(event, () => Promise.reject(new TypeError('s3cret')))).statusCode).toBe(500);
  });
});
