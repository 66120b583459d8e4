import { afterEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../../lib/console/api/answer.ts';
import { gone, viewer } from '../../../../lib/console/api/viewer.ts';

const asked = { kind: undefined, isByCredit: false };
const ofSession = { headers: { 'content-type': 'application/json', 'x-mm-context': 'alice' } };

afterEach(() => {
  gone.value = null;
  viewer.value = 'unknown';
});

describe('an answer', () => {
  it('that breaks off is one that did not come', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) });

    const error = { name: 'ApiError', code: 'unreachable', isPassing: true };
    await expect(answerOf(new Response(body, ofSession), asked)).rejects.toMatchObject(error);
    await expect(answerOf(new Response('{"endpoints":[', ofSession), asked)).rejects.toMatchObject(error);
  });

  it('of the gateway that is asked too often says when to come again', async () => {
    const busy = new Response('{"message":"Too Many Requests"}', { status: 429 });

    await expect(answerOf(busy, asked)).rejects.toMatchObject({
      message: 'Too many calls at once. Wait a moment.',
      retryAfterSec: 5,
    });
  });

  it('to a credit that nobody knows ends no session, and any other 401 does', async () => {
    await answerOf(new Response('{}', ofSession), asked);
    const unknown = () =>
      Response.json({ error: 'credencial_invalida', detail: 'No credit has this token.' }, { status: 401 });

    await expect(answerOf(unknown(), { ...asked, isByCredit: true })).rejects.toMatchObject({
      message: 'No credit has this token.',
    });
    expect([viewer.value, gone.value]).toEqual(['account', null]);
    await expect(answerOf(unknown(), asked)).rejects.toMatchObject({ code: 'invalid_session' });
    expect(gone.value).toBe('signed-out');
  });

  it('that asks for another proof of who it is ends no session', async () => {
    await answerOf(new Response('{}', ofSession), asked);
    const old = Response.json({ error: 'reauth_required', detail: 'Sign in again.' }, { status: 401 });

    await expect(answerOf(old, { ...asked, kind: 'own' })).rejects.toMatchObject({ code: 'reauth_required' });
    expect([viewer.value, gone.value]).toEqual(['account', null]);
  });

  it('to nobody, where an account asked, is the end of its session', async () => {
    await answerOf(new Response('{}', ofSession), asked);

    const empty = Response.json({ ambientes: [] });
    await expect(answerOf(empty, { ...asked, kind: 'optional' })).rejects.toMatchObject({ status: 401 });
    expect(gone.value).toBe('signed-out');
  });
});
