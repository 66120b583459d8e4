import { describe, expect, it } from 'vitest';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

describe('createGuest', () => {
  it('returns a token of its own form and nothing else', async () => {
    const { status, json } = await service.call('POST', '/api/guest');

    expect(status).toBe(201);
    expect(Object.keys(json)).toEqual(['token']);
    expect(json['token']).toMatch(/^hp_[0-9A-Za-z]{43}$/);
  });

  it('makes an owner without monitors, known by that token', async () => {
    const alice = await service.guest();

    const { status, json } = await alice.call('GET', '/api/endpoints');

    expect(status).toBe(200);
    expect(json['endpoints']).toEqual([]);
  });

  it('stores the hash of the token only', async () => {
    const alice = await service.guest();

    expect(JSON.stringify(await contentsOf(service))).not.toContain(alice.token.slice(3));
  });

  it('makes another owner with every call', async () => {
    const [alice, bob] = [await service.guest(), await service.guest()];

    expect(alice.token).not.toBe(bob.token);
  });

  it.each([
    ['a body', { body: { anything: 1 } }],
    ['a broken body', { body: '{' }],
    ['a credential nobody has', { token: 'hp_x' }],
  ])('takes no input, so %s is ignored', async (_what, options) => {
    expect((await service.call('POST', '/api/guest', options)).status).toBe(201);
  });

  it('answers 405 with Allow to a GET', async () => {
    const reply = await service.call('GET', '/api/guest');

    expectRefusal(reply, { status: 405, error: 'metodo_nao_permitido', names: ['GET', 'POST'] });
    expect(reply.headers.get('allow')).toBe('POST, OPTIONS');
  });
});
