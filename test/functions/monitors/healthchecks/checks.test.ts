import { describe, expect, it } from 'vitest';
import { idOfUuid, uuidOfId } from '../../../../lib/domain/monitors/check-uuid.ts';
import { uniqueKeyOf } from '../../../../lib/flows/monitors/own-checks.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { rounds } from '../../../support/thorough.ts';
import { checksClient, newChecksClient } from '../../../support/service/checks.ts';

const service = shared(startTestService);
const ROUNDS = rounds(6, 40);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The fields of `Check.to_dict` (hc/api/models.py, 2026-08) and since which version of the API the documentation has each. */
const FIELDS = {
  name: 1, slug: 1, tags: 1, desc: 1, grace: 1, n_pings: 1, status: 1, started: 1, last_ping: 1, next_ping: 1, manual_resume: 1, methods: 1, subject: 1,
  subject_fail: 1, start_kw: 1, success_kw: 1, failure_kw: 1, filter_subject: 1, filter_body: 1, filter_http_body: 1, filter_default_fail: 1, badge_url: 1,
  uuid: 1, ping_url: 1, update_url: 1, pause_url: 1, resume_url: 1, channels: 1, timeout: 1,
} as const; // prettier-ignore

describe('a check', () => {
  it.each([1, 2, 3])('has all the fields of version %i, as its source writes them', async (version) => {
    const client = await newChecksClient(service, version);

    const made = await client.create({ name: 'Nightly Backup', tags: 'prod DB', timeout: 600, grace: 60 });

    const known = Object.entries(FIELDS).filter(([, since]) => since <= version);
    expect(Object.keys(made).sort()).toEqual(known.map(([name]) => name).sort());
    const uuid = String(made['uuid']);
    expect(uuid).toMatch(UUID);
    const at = `${service.url}/api/v${version}/checks/${uuid}`;
    expect(made).toEqual({
      name: 'Nightly Backup',
      slug: version === 3 ? '' : 'nightly-backup',
      tags: 'prod DB',
      desc: '',
      grace: 60,
      n_pings: 0,
      status: 'new',
      started: false,
      last_ping: null,
      next_ping: null,
      manual_resume: false,
      methods: '',
      subject: '',
      subject_fail: '',
      start_kw: '',
      success_kw: '',
      failure_kw: '',
      filter_subject: false,
      filter_body: false,
      filter_http_body: false,
      filter_default_fail: false,
      badge_url: expect.stringMatching(/\/badge\/[0-9a-f-]{36}\/2\.svg$/),
      uuid,
      ping_url: `${service.url}/in/ping/${uuid}`,
      update_url: at,
      pause_url: `${at}/pause`,
      resume_url: `${at}/resume`,
      channels: '',
      timeout: 600,
    });
    expect((await client.call('GET', `/checks/${uuid}`)).json).toEqual(made);
    expect((await client.call('GET', '/checks/')).json).toEqual({ checks: [made] });
  });

  it('has a schedule and a zone instead of a period', async () => {
    const client = await newChecksClient(service);

    const made = await client.create({ schedule: '30  2 * * 1-5', tz: 'Europe/Berlin', grace: 1_800 });

    expect(made).toMatchObject({ name: '', schedule: '30  2 * * 1-5', tz: 'Europe/Berlin', grace: 1_800 });
    expect(made).not.toHaveProperty('timeout');
    const { json } = await client.call('POST', `/checks/${made['uuid']}`, { timeout: 3_600 });
    expect(json).toMatchObject({ timeout: 3_600, grace: 1_800 });
    expect(json).not.toHaveProperty('schedule');
  });

  it('reads back what was written, also what a monitor has no place for', async () => {
    const client = await newChecksClient(service);
    const spec = {
      name: `${'n'.repeat(95)} é`,
      slug: 'a_slug-1',
      tags: 'Prod  ümlaut db a b c d e f g h',
      desc: 'what it does:\n- one\n- two',
      timeout: 31_536_000,
      grace: 60,
      manual_resume: true,
    };

    const made = await client.create(spec);

    expect(made).toMatchObject(spec);
    expect((await client.call('GET', `/checks/${made['uuid']}`)).json).toEqual(made);
    const { json } = await client.call('POST', `/checks/${made['uuid']}`, { desc: 'shorter' });
    expect(json).toEqual({ ...made, desc: 'shorter' });
  });

  it('is the monitor that its owner sees, and shows what was changed there', async () => {
    const who = await service.guest();
    const client = checksClient(service, who.token);
    const made = await client.create({ name: 'a job', tags: 'Prod', timeout: 600, grace: 60 });
    const [{ id }] = await who.monitors();

    expect(uuidOfId(id)).toBe(made['uuid']);
    expect(await who.read(id)).toMatchObject({
      name: 'a job',
      interval_sec: 660,
      max_duration_sec: 60,
      tags: ['prod'],
    });
    await who.patch(id, { name: 'renamed', interval_sec: 1_000 });

    const { json } = await client.call('GET', `/checks/${made['uuid']}`);
    expect(json).toMatchObject({ name: 'renamed', tags: 'Prod', timeout: 940, grace: 60 });
  });

  it('is found by its unique key, by its owner alone', async () => {
    const [alice, bob] = [await newChecksClient(service), await newChecksClient(service)];
    const { uuid } = await alice.create({ name: 'hers' });
    const key = uniqueKeyOf(String(uuid));

    expect((await alice.call('GET', `/checks/${key}`)).json).toMatchObject({ uuid });
    for (const named of [key, uuid, '0'.repeat(40), `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`, 'x'])
      expect((await bob.call('GET', `/checks/${named}`)).status, String(named)).toBe(404);
  });

  it('has another UUID once its ping URL was rotated, and the old one names nothing', async () => {
    const who = await service.guest();
    const client = checksClient(service, who.token);
    const { uuid: old, badge_url } = await client.create({ tags: 'prod' });
    const id = idOfUuid(String(old));
    const rotated = await who.call('POST', `/api/endpoints/${id}/rotate`);

    const [check] = (await client.call('GET', '/checks/')).json['checks'] as Record<string, unknown>[];
    const uuid = String(check?.['uuid']);
    expect(uuid).toBe(uuidOfId(String(rotated.json['id']).slice(26)));
    expect(check).toMatchObject({ name: '', badge_url, ping_url: rotated.json['ingest_url'] });
    expect(JSON.stringify(check)).not.toContain(String(old));
    const before = await contentsOf(service);
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['GET', '/pings/'],
      ['GET', '/pings/1/body'],
      ['GET', '/flips/'],
      ['DELETE', ''],
    ] as const) {
      const asked = await client.call(method, `/checks/${old}${rest}`, method === 'POST' ? {} : undefined);
      expect(asked.status, `${method} ${rest}`).toBe(404);
    }
    expect((await client.call('GET', `/checks/${uniqueKeyOf(String(old))}`)).status).toBe(404);
    expect(await contentsOf(service)).toEqual(before);

    expect((await (await newChecksClient(service)).call('GET', `/checks/${uuid}`)).status).toBe(404);
    expect((await client.call('GET', `/checks/${uuid}`)).json).toEqual(check);
    expect((await client.call('GET', `/checks/${uniqueKeyOf(uuid)}`)).json).toEqual(check);
    expect((await service.call('GET', new URL(String(badge_url)).pathname)).status).toBe(200);
    expect((await client.call('POST', `/checks/${uuid}/pause`)).json).toMatchObject({
      uuid,
      status: 'paused',
    });
    const changed = await client.call('POST', `/checks/${uuid}`, { name: 'named' });
    expect(changed.json).toMatchObject({ uuid, name: 'named' });
    expect((await client.call('DELETE', `/checks/${uuid}`)).status).toBe(200);
    expect(await client.names()).toEqual([]);
  });

  it('goes through all its states', async () => {
    await using own = await startTestService();
    const client = await newChecksClient(own, 1);
    const { uuid } = await client.create({ timeout: 600, grace: 300 });
    const now = async () => (await client.call('GET', `/checks/${uuid}`)).json;
    expect(await now()).toMatchObject({ status: 'new', last_ping: null, next_ping: null });

    await own.call('GET', `/in/ping/${uuid}/start`);
    expect(await now()).toMatchObject({
      status: 'started',
      started: true,
      next_ping: '2027-03-01T12:00:00+00:00',
    });
    expect((await checksClient(own, client.key, 2).call('GET', `/checks/${uuid}`)).json).toMatchObject({
      status: 'new',
    });

    own.clock.advance(30);
    await own.call('GET', `/in/ping/${uuid}`);
    expect(await now()).toMatchObject({
      status: 'up',
      started: false,
      n_pings: 1,
      last_ping: '2027-03-01T12:00:30+00:00',
      next_ping: '2027-03-01T12:10:30+00:00',
      last_duration: 30,
    });

    own.clock.advance(600);
    expect(await now()).toMatchObject({ status: 'grace' });
    own.clock.advance(301);
    await own.check();
    expect(await now()).toMatchObject({ status: 'down', next_ping: null });

    await own.call('GET', `/in/ping/${uuid}`);
    expect(await now()).toMatchObject({ status: 'up' });
    await own.call('GET', `/in/ping/${uuid}/fail`);
    expect(await now()).toMatchObject({ status: 'down' });
    await client.call('POST', `/checks/${uuid}/pause`);
    expect(await now()).toMatchObject({ status: 'paused', next_ping: null });
    expect(own.clock.now()).toBeGreaterThan(START_AT);
  });
});

describe('the list of checks', () => {
  it('is narrowed by tags and by a slug', async () => {
    const client = await newChecksClient(service);
    await client.create({ name: 'one', tags: 'prod db', slug: 'one' });
    await client.create({ name: 'two', tags: 'prod', slug: 'two' });

    expect(await client.names()).toEqual(['one', 'two']);
    expect(await client.names('?tag=prod&tag=db')).toEqual(['one']);
    expect(await client.names('?tag=pro')).toEqual([]);
    expect(await client.names('?slug=two')).toEqual(['two']);
    expect(await client.names('?name=what+it+does+not+know')).toEqual(['one', 'two']);
  });

  it('is the same with and without the closing slash', async () => {
    const client = await newChecksClient(service);
    await client.create({ name: 'one' });

    expect((await client.call('GET', '/checks')).text).toBe((await client.call('GET', '/checks/')).text);
  });
});

describe('a creation with `unique`', () => {
  it('changes the check there is: 200, and 201 where there is none', async () => {
    const client = await newChecksClient(service);
    const spec = { name: 'one', tags: 'a b', timeout: 600, unique: ['name', 'tags'] };

    const first = await client.call('POST', '/checks/', spec);
    const again = await client.call('POST', '/checks/', { ...spec, timeout: 900 });
    const other = await client.call('POST', '/checks/', { ...spec, tags: 'b a' });

    expect([first.status, again.status, other.status]).toEqual([201, 200, 201]);
    expect(again.json).toEqual({ ...first.json, timeout: 900 });
    expect((await client.call('POST', '/checks/', { name: 'one', unique: ['name', 'slug'] })).status).toBe(
      201,
    );
  });
});

describe('creations with `unique` at once', () => {
  it('make one check, and all answer it', async () => {
    const client = await newChecksClient(service);
    await client.create({ name: 'another' });
    const spec = { name: 'race', unique: ['name'] };

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => client.call('POST', '/checks/', { ...spec, desc: `of ${at}` })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ json }) => json['uuid'])).size).toBe(1);
    expect(await client.names()).toEqual(['another', 'race']);
  });
});

describe('creations with `unique` beside deletions', () => {
  it('make one check, whatever else is deleted at once', async () => {
    const client = await newChecksClient(service);
    for (let round = 0; round < ROUNDS; round += 1) {
      const others = await Promise.all(
        Array.from({ length: 4 }, (_, at) => client.create({ name: `x${at}` })),
      );
      const spec = { name: `race ${round}`, unique: ['name'] };

      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => client.call('POST', '/checks/', spec)),
        ...others.map(({ uuid }) => client.call('DELETE', `/checks/${uuid}`)),
      ]);

      expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    }
    const names = await client.names();
    expect(names).toEqual([...new Set(names)]);
  }, 60_000);

  it('make another one where the one they found is deleted meanwhile', async () => {
    const client = await newChecksClient(service);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { uuid } = await client.create({ name: 'one' });

      const [gone, ...answers] = await Promise.all([
        client.call('DELETE', `/checks/${uuid}`),
        ...Array.from({ length: 3 }, () =>
          client.call('POST', '/checks/', { name: 'one', unique: ['name'] }),
        ),
      ]);

      expect(gone?.status).toBe(200);
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 201),
      ).toEqual([]);
      for (const check of (await client.call('GET', '/checks/')).json['checks'] as { uuid: string }[])
        await client.call('DELETE', `/checks/${check.uuid}`);
    }
  }, 60_000);
});

describe('pause, resume and deletion', () => {
  it('answer the check, and refuse what is not there to be done', async () => {
    const client = await newChecksClient(service);
    const { uuid } = await client.create({ name: 'one' });

    const paused = await client.call('POST', `/checks/${uuid}/pause`, '');
    expect([paused.status, paused.json['status']]).toEqual([200, 'paused']);
    expect((await client.call('POST', `/checks/${uuid}/pause`)).json).toEqual(paused.json);
    const resumed = await client.call('POST', `/checks/${uuid}/resume`);
    expect([resumed.status, resumed.json['status']]).toEqual([200, 'new']);
    const twice = await client.call('POST', `/checks/${uuid}/resume`);
    expect([twice.status, twice.json]).toEqual([409, { error: 'check is not paused' }]);
    const gone = await client.call('DELETE', `/checks/${uuid}`);
    expect([gone.status, gone.json['uuid']]).toEqual([200, uuid]);
    expect((await client.call('DELETE', `/checks/${uuid}`)).status).toBe(404);
    expect(await client.names()).toEqual([]);
    expect((await service.call('GET', `/in/ping/${uuid}`)).status).toBe(404);
    const left = (await contentsOf(service)).filter(({ pk }) => pk === `MON#${idOfUuid(String(uuid))}`);
    expect(left.map(({ sk }) => sk)).not.toContain('CHECK');
    expect(left).not.toEqual([]);
  });
});
