import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it } from 'vitest';
import { awsSignatureHeaders } from '../../../lib/adapters/aws-signature.ts';
import { openInvoke, callFunction } from '../../../lib/adapters/invoke.ts';
import { START_AT } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { startLambdaServer, type LambdaServer } from '../../support/servers/lambda-server.ts';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'the secret of a role',
  sessionToken: 'the token of a role',
};

const lambda = fresh(() => startLambdaServer({ status: 200, body: '{"kind":"settled"}' }));

const call = (over: { name?: string; timeoutMs?: number } = {}) =>
  callFunction({
    name: 'Rollcall-billing-4f',
    event: { kind: 'first-ping', slug: 'über' },
    region: 'eu-west-1',
    credentials,
    now: START_AT,
    timeoutMs: 5_000,
    endpoint: lambda.url,
    ...over,
  });

/** What the SDK signs a call with, of the headers that were sent. */
async function sdkSignature({ method, url, headers, body }: LambdaServer['calls'][number], region: string) {
  const signer = new SignatureV4({
    service: 'lambda',
    region,
    credentials,
    sha256: Sha256,
    applyChecksum: false,
  });
  const { hostname, pathname: path } = new URL(url, lambda.url);
  const { host = '', 'content-type': type = '' } = headers;
  const request = {
    method,
    protocol: 'http:',
    hostname,
    path,
    body,
    headers: { host, 'content-type': type },
  };
  const signed = await signer.sign(request, { signingDate: new Date(START_AT) });
  return signed.headers['authorization'];
}

describe('a call of another function', () => {
  it('is one POST of the event to the function, signed by the role as the SDK signs it', async () => {
    expect(await call()).toEqual({ kind: 'answered', answer: { kind: 'settled' } });

    const [sent, ...more] = lambda.calls;
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      method: 'POST',
      url: '/2015-03-31/functions/Rollcall-billing-4f/invocations',
      headers: { 'x-amz-date': '20270301T120000Z', 'x-amz-security-token': 'the token of a role' },
      body: '{"kind":"first-ping","slug":"über"}',
    });
    const signature = sent?.headers.authorization;
    expect(signature).toContain('Credential=AKIDEXAMPLE/20270301/eu-west-1/lambda/aws4_request');
    expect(signature).toBe(sent && (await sdkSignature(sent, 'eu-west-1')));
    expect(signature).not.toBe(sent && (await sdkSignature(sent, 'eu-west-2')));
    expect(signature).not.toBe(sent && (await sdkSignature({ ...sent, body: '{}' }, 'eu-west-1')));
  });

  it('is signed as the SDK signs a name that is spelled differently in a URL', async () => {
    await call({ name: 'arn:aws:lambda:eu-west-1:1:function:x' });

    const [sent] = lambda.calls;
    expect(sent?.url).toContain('/arn%3Aaws%3Alambda%3Aeu-west-1%3A1%3Afunction%3Ax/');
    expect(sent?.headers.authorization).toBe(sent && (await sdkSignature(sent, 'eu-west-1')));
  });

  it.each([
    [
      'what the function threw',
      { status: 200, headers: { 'x-amz-function-error': 'Unhandled' }, body: '{}' },
      'failed',
    ],
    ['a refusal of Lambda', { status: 429, body: '{"Type":"User"}' }, 'status'],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, 'not_json'],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' }, body: '' }, 'redirect'],
  ])('takes %s for no answer, and tries once', async (_what, answer, why) => {
    lambda.answer = answer;

    expect(await call()).toEqual({ kind: 'unavailable', why });
    expect(lambda.calls).toHaveLength(1);
  });

  it('waits no longer than it is told to', async () => {
    lambda.answer = null;

    expect(await call({ timeoutMs: 50 })).toEqual({ kind: 'unavailable', why: 'timeout' });
    expect(lambda.calls).toHaveLength(1);
  });

  it('is not made of a function that nobody told of', async () => {
    const config = { region: 'eu-west-1', functions: { billing: null } };
    const invoke = openInvoke(config, { now: () => START_AT }, credentials);

    await expect(invoke('billing', {})).rejects.toThrow('This function is not told the function billing');
  });
});

it('a signature holds for the second and the service that it was made for', () => {
  const post = { url: new URL('https://x.example/a'), body: '', service: 'lambda', region: 'eu-west-1' };
  const of = (over: Partial<typeof post>, now = START_AT) =>
    awsSignatureHeaders({ ...post, ...over }, credentials, now)['authorization'];

  const all = [of({}), of({}, START_AT + 1_000), of({ service: 'sqs' }), of({ body: '{}' })];

  expect(new Set(all).size).toBe(4);
  expect(of({}, START_AT + 999)).toBe(of({}));
});
