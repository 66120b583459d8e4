import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders, signWebhook } from '../../../../lib/adapters/alerts/webhook-signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('signWebhook', () => {
  it('gives the signature published with the Standard Webhooks specification', () => {
    expect(signWebhook(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('reads the secret with and without its prefix', () => {
    expect(signWebhook(SECRET.slice('whsec_'.length), 'al_1', 1, '{}')).toBe(
      signWebhook(SECRET, 'al_1', 1, '{}'),
    );
  });

  it.each([['whsec_'], ['not base64!']])('refuses the secret %s', (secret) => {
    expect(() => signWebhook(secret, 'al_1', 1, '{}')).toThrow();
  });
});

describe('signatureHeaders', () => {
  const nowSec = Math.floor(Date.now() / 1000);
  const body = '{"type":"service.miss","name":"Só"}';
  const headers = signatureHeaders([SECRET], 'al_1', nowSec, body);

  it('pass the verifier of a receiver', () => {
    expect(new Webhook(SECRET).verify(body, headers)).toEqual({ type: 'service.miss', name: 'Só' });
    expect(headers).toMatchObject({ 'webhook-id': 'al_1', 'webhook-timestamp': String(nowSec) });
  });

  it.each([
    ['another body', body.replace('miss', 'recovery'), {}],
    ['another id', body, { 'webhook-id': 'al_2' }],
    ['another time', body, { 'webhook-timestamp': String(nowSec - 1) }],
  ])('fail the verifier with %s', (_what, sent, changed) => {
    expect(() => new Webhook(SECRET).verify(sent, { ...headers, ...changed })).toThrow(
      'No matching signature',
    );
  });
});
