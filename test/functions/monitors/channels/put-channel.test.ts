import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../support/alerts/receiver.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';

const SLACK = 'https://hooks.slack.com/services/T0/B0/secret';
const HOOK = 'https://example.com/hook';

const service = shared(startTestService);
const alice = fresh(() => service.guest());

const put = (name: string, fields: object, query = '') =>
  alice.call('PUT', `/api/channels/by-name/${encodeURIComponent(name)}${query}`, fields);
const list = async () => (await alice.call('GET', '/api/channels')).json['channels'];

describe('a channel that is put by its name', () => {
  it('is made, found again, and changed to exactly what is said: what is absent is as by default', async () => {
    const made = await put('Ops people', { url: SLACK, tags: 'db', hears: ['fail'], on: false });
    expect(made).toMatchObject({ status: 201, json: { name: 'Ops people', kind: 'slack', on: false } });

    const before = await contentsOf(service);
    const same = await put('Ops people', { url: SLACK, tags: ['db'], hears: ['fail'], on: false });
    expect([same.status, same.json]).toEqual([200, made.json]);
    expect(await contentsOf(service)).toEqual(before);

    const changed = await put('Ops people', { url: HOOK });
    expect(changed).toMatchObject({
      status: 200,
      json: { id: made.json['id'], kind: 'webhook', url: HOOK, tags: [], on: true, hears: expect.any(Array) },
    });
    expect(changed.json['hears']).toHaveLength(4);
    expect(await list()).toEqual([changed.json]);
  });

  it('is made once by two calls at once, before and after others were deleted', async () => {
    for (const name of ['first', 'second']) {
      let writes = 0;
      const before = async ({ command }: { command: string }) => {
        if (command !== 'TransactWriteItemsCommand' || ++writes > 1) return;
        expect((await put(name, { url: HOOK })).status).toBe(201);
      };
      const { status } = await watchingTable(service, { before }, () => put(name, { url: HOOK }));
      expect(status).toBe(200);
      const [only, ...others] = await list();
      expect(others).toEqual([]);
      await alice.call('DELETE', `/api/channels/${only.id}`);
    }
  });

  it('keeps a key and headers that the file does not have, and has those of the file and no others', async () => {
    const how = {
      url: HOOK,
      priority: null,
      headers: { 'X-One': 'a', 'X-Two': 'b' },
      body_down: 'down {{name}}',
      content_type: 'text/plain',
    };
    await put('hook', how);
    const kept = await put('hook', { url: HOOK });
    expect(kept.json).toMatchObject({
      headers_set: ['x-one', 'x-two'],
      body_down: null,
      content_type: 'application/json',
    });
    expect((await put('hook', { url: HOOK, headers: { 'x-two': 'c' } })).json['headers_set']).toEqual([
      'x-two',
    ]);
    expect((await put('hook', { url: HOOK, headers: null })).json['headers_set']).toEqual([]);
  });

  it('does not take its secrets along to another host', async () => {
    await put('hook', { url: HOOK, headers: { Authorization: 'Bearer abc' } });
    const refused = await put('hook', { url: 'https://other.example.com/hook' });
    expectRefusal(refused, { status: 400, error: 'canal_invalido' });
  });

  it('says what it would do in a dry run, and does not', async () => {
    const before = await contentsOf(service);
    const tried = await put('Ops', { url: SLACK }, '?dry_run=true');
    expect(tried).toMatchObject({ status: 201, json: { name: 'Ops', dry_run: true } });
    const asked = await put('mail', { to: 'someone@example.net' }, '?dry_run=true');
    expect(asked).toMatchObject({ status: 201, json: { consent: 'asked', dry_run: true } });
    expect(await contentsOf(service)).toEqual(before);
    await service.drain();
    expect(service.mailbox.messages()).toEqual([]);
  });

  it('is told once of what is open, and not again by an apply that changes nothing', async () => {
    await using receiver = await startReceiver();
    const { id } = await alice.createMonitor();
    await service.fail(id);
    await service.check();
    for (let time = 0; time < 3; time++) {
      await put('ops', { url: receiver.url });
      await service.check();
      await service.drain();
      service.clock.advance(1_860);
    }
    expect(receiver.received).toHaveLength(1);
  });

  it('is refused where two have the name, or it is of the other kind', async () => {
    for (let made = 0; made < 2; made++)
      await alice.call('POST', '/api/channels', { url: SLACK, name: 'twice' });
    expectRefusal(await put('twice', { url: HOOK }), { status: 400, error: 'nome_invalido' });
    await put('mail', { to: 'someone@example.net' });
    expectRefusal(await put('mail', { url: HOOK }), { status: 400, error: 'destino_invalido' });
    expectRefusal(await put(' ', { url: HOOK }), { status: 400, error: 'nome_obrigatorio' });
    expectRefusal(await put('new', {}), { status: 400, error: 'destino_invalido' });
  });

  it('of mail is made beside others, and has its address asked', async () => {
    await put('first', { url: HOOK });
    await put('second', { to: 'a@example.net' });
    expect(await put('third', { to: 'b@example.net' })).toMatchObject({
      status: 201,
      json: { consent: 'asked' },
    });
  });
});
