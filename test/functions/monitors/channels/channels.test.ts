import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { alertingOf } from '../../../../lib/data/alerts/owner-channels.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const HOOK = 'https://hooks.slack.com/services/T0/B0/secret';

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const eve = fresh(() => service.guest());

const create = (fields: object, who = alice) => who.call('POST', '/api/channels', fields);
const list = async (who = alice) => (await who.call('GET', '/api/channels')).json['channels'];

describe('channels of an owner', () => {
  it('are made with what most want, listed, changed and ended', async () => {
    const { status, json: made } = await create({ url: HOOK });
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.stringMatching(/^ch[a-z]{18}$/),
      name: 'slack',
      kind: 'slack',
      url: HOOK,
      hears: ['silence', 'fail', 'too_long', 'recovery'],
      tags: [],
      on: true,
      key_set: false,
      priority: null,
      method: 'POST',
      headers_set: [],
      content_type: 'application/json',
      body_down: null,
      body_up: null,
      created_at: expect.any(String),
      last: null,
      failing_since: null,
    });
    expect(await list()).toEqual([made]);

    const wanted = { name: 'Ops', tags: 'Prod, db', hears: ['recovery', 'fail'], on: false };
    const { json: changed } = await alice.call('PATCH', `/api/channels/${made['id']}`, wanted);
    expect(changed).toEqual({
      ...made,
      name: 'Ops',
      tags: ['db', 'prod'],
      hears: ['fail', 'recovery'],
      on: false,
    });
    expect(await list()).toEqual([changed]);

    expect((await alice.call('DELETE', `/api/channels/${made['id']}`)).json).toEqual({ ok: true });
    expect(await list()).toEqual([]);
  });

  it('are nobody else’s: to be seen, changed, tested or ended', async () => {
    const { json: made } = await create({ url: HOOK });

    expect(await list(eve)).toEqual([]);
    for (const [method, path, body] of [
      ['PATCH', '', { url: 'https://eve.example.com/hook' }],
      ['POST', '/test', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const reply = await eve.call(method, `/api/channels/${made['id']}${path}`, body);
      expectRefusal(reply, { status: 404, error: 'not_found' });
    }
    expect(await list()).toEqual([made]);
  });

  it.each([
    [{}, 'destino_invalido', /a url or a to/],
    [{ url: 'http://example.com/hook' }, 'alert_url_invalida', /^url must start with https/],
    [{ url: 'https://169.254.169.254/latest' }, 'alert_url_invalida', /^url must name a public/],
    [{ url: HOOK, name: ' ' }, 'nome_obrigatorio', /name/],
    [{ url: HOOK, hears: [] }, 'hears_invalido', /hears/],
    [{ url: HOOK, hears: ['blind'] }, 'hears_invalido', /hears/],
    [{ url: HOOK, tags: ['a b'] }, 'tags_invalidas', /tags/],
    [{ url: HOOK, on: 'yes' }, 'on_invalido', /on/],
    [{ url: HOOK, owner: 'eve' }, 'campo_desconhecido', /owner/],
  ])('refuses %j', async (fields, code, detail) => {
    const reply = await create(fields);

    expectRefusal(reply, { status: 400, error: code });
    expect(reply.json['detail']).toMatch(detail);
    expect(JSON.stringify(reply.json)).not.toContain('secret');
    expect(await list()).toEqual([]);
  });

  it(`are at most ${LIMITS.channelsMax}, also where many are made at once`, async () => {
    const replies = await Promise.all(
      Array.from({ length: LIMITS.channelsMax + 4 }, (_, at) => create({ url: `https://example.com/${at}` })),
    );

    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(LIMITS.channelsMax);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    expect(await list()).toHaveLength(LIMITS.channelsMax);
    const [first] = await list();
    await alice.call('DELETE', `/api/channels/${first.id}`);
    expect((await create({ url: HOOK })).status).toBe(201);
  });

  it('that are damaged keep back none that are not', async () => {
    await create({ url: HOOK });
    const { id } = await alice.createMonitor();
    const { table } = service.core;
    const { spaceId = '' } = (await getMonitor(table, id)) ?? {};
    const [channel] = (await alertingOf(table, spaceId)).channels;
    const damaged = { pk: `SPACE#${spaceId}`, sk: 'SPACE+CHANNEL#chaaaaaaaaaaaaaaaaaa', hears: 7 };
    await table.client.send(new PutCommand({ TableName: table.name, Item: damaged }));

    expect((await alertingOf(table, spaceId)).channels).toEqual([channel]);
    expect(await list()).toHaveLength(1);
  });
});
