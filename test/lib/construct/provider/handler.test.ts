import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { PROVIDER_CODE } from '../../../../lib/construct/provider/code.built.ts';
import type { MonitorDeclaration } from '../../../../lib/construct/provider/declaration.ts';
import type { handler } from '../../../../lib/construct/provider/handler.ts';
import { recordedAt } from '../../../support/aws/recorded-events.ts';
import { captureOutputs } from '../../../support/accounts/kept-secrets.ts';
import { signedIn, type SignedIn } from '../../../support/accounts/session.ts';
import { startLoopbackServer } from '../../../support/servers/loopback-server.ts';
import { startMuteServer } from '../../../support/servers/mute-server.ts';
import { freePorts } from '../../../support/servers/free-ports.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { SECRET, startAccount } from '../../../support/stack/cloudformation.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = fresh(() => startTestService());
const account = fresh(startAccount);
let alice: Person;
let output: string[];
beforeEach(async () => {
  alice = await service.guest();
  account.secrets.set(SECRET, alice.token);
  output = captureOutputs();
});
afterEach(() => {
  vi.restoreAllMocks();
  // Whatever happened: no key and no ping URL is in a log or an event.
  const told = [...output, ...account.answers.map((event) => JSON.stringify({ ...event, Data: null }))].join(
    '\n',
  );
  expect(told).not.toContain(alice.token);
  expect(told).not.toContain('/in/');
  expect(told).not.toContain('secret-of-the-answer');
});

const declared = (settings: object = {}, rest: Partial<MonitorDeclaration> = {}): MonitorDeclaration => ({
  Url: service.url,
  ApiKeySecretArn: SECRET,
  Slug: 'nightly',
  Settings: JSON.stringify({ name: 'Nightly', cron: '30 2 * * *', tz: 'UTC', grace_sec: 600, ...settings }),
  ...rest,
});
const create = (declaration = declared()) => account.ask({ ResourceProperties: declaration });
const update = (PhysicalResourceId: string, ResourceProperties = declared()) =>
  account.ask({ RequestType: 'Update', PhysicalResourceId, ResourceProperties });
const remove = (PhysicalResourceId: string, ResourceProperties = declared()) =>
  account.ask({ RequestType: 'Delete', PhysicalResourceId, ResourceProperties });
const slugs = async (who: Pick<Person, 'monitors'> = alice) =>
  ((await who.monitors()) as Record<string, unknown>[])
    .filter((each) => each['active'])
    .map((each) => each['slug']);

describe('a declared monitor', () => {
  it('is made, with its ping URL as a value that is not echoed', async () => {
    const { Status, NoEcho, Data, PhysicalResourceId, ...told } = await create();

    const [monitor] = await alice.monitors();
    expect([Status, NoEcho, told.LogicalResourceId]).toEqual(['SUCCESS', true, 'Nightly']);
    expect(monitor).toMatchObject({ slug: 'nightly', name: 'Nightly', cron: '30 2 * * *', grace_sec: 600 });
    expect(Data).toEqual({ PingUrl: monitor['ingest_url'], Slug: 'nightly' });
    expect(PhysicalResourceId).toMatch(/^nightly@[0-9a-f]{12}$/);
    expect(PhysicalResourceId).not.toContain(monitor['id'].slice(0, 8));
  });

  it('is changed under the same identity, and keeps its history', async () => {
    const { PhysicalResourceId: made } = await create();
    const [{ id }] = await alice.monitors();
    await service.ping(id);

    const { Status, PhysicalResourceId } = await update(
      made,
      declared({ cron: '0 4 * * *', tags: ['prod'] }),
    );

    expect([Status, PhysicalResourceId]).toEqual(['SUCCESS', made]);
    expect(await alice.read(id)).toMatchObject({ cron: '0 4 * * *', tags: ['prod'], state: 'ok' });
    expect(await alice.events(id)).toHaveLength(1);
  });

  it('is made again where it was deleted by hand, with its id, and is the same resource', async () => {
    const { PhysicalResourceId: made } = await create();
    const [{ id }] = await alice.monitors();
    await alice.remove(id);

    const { PhysicalResourceId } = await update(made, declared({ grace_sec: 900 }));

    expect(PhysicalResourceId).toBe(made);
    expect(await alice.read(id)).toMatchObject({ active: true, grace_sec: 900 });
  });

  it('is another one under another slug, and the one before is deleted when CloudFormation says so', async () => {
    const { PhysicalResourceId: made } = await create();
    const renamed = declared({}, { Slug: 'hourly' });

    const { PhysicalResourceId } = await update(made, renamed);
    expect(PhysicalResourceId).not.toBe(made);
    expect((await slugs()).sort()).toEqual(['hourly', 'nightly']);
    // Rolled back, it is what it was.
    const back = await update(PhysicalResourceId);
    expect(back.PhysicalResourceId).toMatch(new RegExp(`^${made}/hourly@[0-9a-f]{12}$`));
    await remove(made);

    expect(await slugs()).toEqual(['hourly']);
    await remove(PhysicalResourceId, renamed);
    expect(await slugs()).toEqual([]);
  });

  it('stays the same resource when its ping URL is rotated, and is deleted under the new one', async () => {
    const { PhysicalResourceId: made } = await create();
    const [{ id }] = await alice.monitors();
    const { status } = await alice.call('POST', `/api/endpoints/${id}/rotate`);
    expect(status).toBe(200);

    const { PhysicalResourceId, Data } = await update(made);
    expect([PhysicalResourceId, Data?.PingUrl.endsWith(id)]).toEqual([made, false]);
    await remove(made);

    expect(await slugs()).toEqual([]);
  });

  it('is the same resource where its service is reached otherwise', async () => {
    const { PhysicalResourceId: made } = await create();
    await using name = await startLoopbackServer((req, text, res) => {
      const headers = { 'x-guest-token': alice.token, 'content-type': 'application/json' };
      void fetch(service.url + req.url, { method: 'PUT', headers, body: text }).then(async (reply) =>
        res.writeHead(reply.status).end(await reply.text()),
      );
    });

    expect((await update(made, declared({}, { Url: name.url }))).PhysicalResourceId).toBe(made);
  });

  it('goes with its resource, once; twice is no fault', async () => {
    const { PhysicalResourceId: made } = await create();

    const answers = [await remove(made), await remove(made)];

    expect(answers.map(({ Status, Reason }) => [Status, Reason])).toEqual([
      ['SUCCESS', undefined],
      ['SUCCESS', undefined],
    ]);
    expect(await slugs()).toEqual([]);
  });

  it('is left where onDelete says so, and where it was there before, unless it says otherwise', async () => {
    const { PhysicalResourceId: made } = await create();
    const left = await remove(made, declared({}, { OnDelete: 'leave' }));
    expect([left.Status, left.Reason]).toEqual(['SUCCESS', expect.stringContaining('onDelete')]);

    const { PhysicalResourceId: found } = await create();
    expect(found).toBe(`${made}+was-there`);
    expect((await update(found)).PhysicalResourceId).toBe(found);
    expect((await remove(found)).Reason).toContain('there before');
    expect(await slugs()).toEqual(['nightly']);

    await remove(found, declared({}, { OnDelete: 'delete' }));
    expect(await slugs()).toEqual([]);
  });

  it('is mailed and posted as declared, its address out of a secret', async () => {
    const hook = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:Hook-Ab12Cd';
    account.secrets.set(hook, 'https://hooks.example.com/services/T0/secret');

    await create(declared({ alert_to: 'ops@example.com' }, { AlertUrlSecretArn: hook }));

    expect((await alice.monitors())[0]).toMatchObject({
      alert_to: 'ops@example.com',
      alert_url: 'https://hooks.example.com/services/T0/secret',
    });
    expect(output.join()).not.toContain('T0/secret');
  });

  it('is of an account by its API key', async () => {
    const ana: SignedIn = await signedIn(service);
    const { json } = await ana.call('POST', '/api/account/keys/create', {
      name: 'cdk',
      organizationId: null,
    });
    account.secrets.set(SECRET, `${json['secret']}\n`);

    expect((await create()).Status).toBe('SUCCESS');
    expect(await slugs(ana)).toEqual(['nightly']);

    await ana.call('POST', '/api/account/keys/revoke', { id: json['key'].id });
    const refused = await create();
    expect([refused.Status, refused.Reason]).toEqual(['FAILED', expect.stringContaining('revoked')]);
  });

  it('has the name that the events of its job have', async () => {
    const job = (Arn: string) =>
      declared(
        {},
        {
          EventBusArn: 'arn:aws:events:us-east-1:123456789012:event-bus/rollcall',
          Job: JSON.stringify({ kind: 'rule', name: '', arn: null, target: { Arn } }),
        },
      );

    const { Data } = await create(job('arn:aws:states:us-east-1:123456789012:stateMachine:state-machine'));
    const other = await create(job('arn:aws:states:eu-west-1:123456789012:stateMachine:Other-1AB'));

    expect(Data?.Slug).toBe('states-state-machine');
    expect(other.Data?.Slug).toMatch(/^eu-west-1-states-other-1ab-[0-9a-f]{6}$/);
    expect((await slugs()).sort()).toEqual([other.Data?.Slug, 'states-state-machine'].sort());
    const event = recordedAt('statesSucceeded', service.clock.now() - 1_000);
    const path = `/_local/events?key=${await alice.ingestKey()}&account=123456789012`;
    expect((await service.call('POST', path, { body: event })).json).toMatchObject({ events: 1, failed: 0 });
    const all = (await alice.monitors()) as Record<string, unknown>[];
    expect(all.map(({ slug, state }) => [slug, state])).toContainEqual(['states-state-machine', 'ok']);
    expect(all).toHaveLength(2);
  });
});

describe('a refused monitor', () => {
  it.each([
    '{"password":"hunter-2","url":"https://hooks.example.com/T0"}',
    'hunter-2\n',
    'ftp://hooks.example.com/hunter-2',
  ])('of whose alertUrl the secret is %j says which secret it is, and nothing of it', async (text) => {
    const hook = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:Hook-Ab12Cd';
    account.secrets.set(hook, text);

    const { Status, Reason } = await create(declared({}, { AlertUrlSecretArn: hook }));

    expect([Status, Reason]).toEqual(['FAILED', expect.stringMatching(/secret:Hook-Ab12Cd .*whole text/)]);
    expect([Reason, ...output].join()).not.toMatch(/hunter|hooks\.example/);
    expect(await slugs()).toEqual([]);
  });

  it('says field, rule and value, makes nothing, and leaves what is there when its resource goes', async () => {
    await alice.call('PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 300 });

    const { Status, Reason, PhysicalResourceId } = await create(declared({ grace_sec: 5 }));

    expect(Status).toBe('FAILED');
    for (const part of ['grace_invalido', 'grace_sec', '30', '5']) expect(Reason).toContain(part);
    await remove(PhysicalResourceId);
    expect(await slugs()).toEqual(['nightly']);
    expect((await alice.monitors())[0]).toMatchObject({ interval_sec: 300 });
  });

  it('of a resource keeps its identity and its settings', async () => {
    const { PhysicalResourceId: made } = await create();

    const { Status, PhysicalResourceId } = await update(made, declared({ tz: 'Mars/Olympus' }));

    expect([Status, PhysicalResourceId]).toEqual(['FAILED', made]);
    expect((await alice.monitors())[0]).toMatchObject({ tz: 'UTC' });
  });

  it.each([
    ['a secret that there is none of', undefined, 'ResourceNotFoundException'],
    ['a secret of another form', '{"apiKey":"mmk_1"}', 'whole text'],
    ['a key that is none', `mmk_${'a'.repeat(49)}`, 'unknown, mistyped, revoked'],
  ])('says so of %s, and never fails a deletion', async (_, text, reason) => {
    const { PhysicalResourceId: made } = await create();
    if (text === undefined) account.secrets.delete(SECRET);
    else account.secrets.set(SECRET, text);

    const answers = [await update(made, declared({ grace_sec: 700 })), await remove(made)];

    expect(answers.map(({ Status }) => Status)).toEqual(['FAILED', 'SUCCESS']);
    for (const { Reason } of answers) expect(Reason).toContain(reason);
    expect(answers[1]?.Reason).toContain('It is left');
    if (text) expect(JSON.stringify([answers, output])).not.toContain(text);
    expect(await slugs()).toEqual(['nightly']);
  });

  it('leaves the monitor of another owner alone, whose key is in the secret by now', async () => {
    const { PhysicalResourceId: made } = await create();
    const bob = await service.guest();
    await bob.call('PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 300 });
    account.secrets.set(SECRET, bob.token);

    expect((await remove(made)).Reason).toContain('another owner');

    expect([await slugs(), await slugs(bob)]).toEqual([['nightly'], ['nightly']]);
  });

  itThorough('waits for rights that hold some seconds later', async () => {
    account.denials = 2;

    expect((await create()).Status).toBe('SUCCESS');
  });

  it('sends its key nowhere else: not where it is led, and not over HTTP', async () => {
    let called = 0;
    await using other = await startLoopbackServer((_req, _text, res) => {
      called += 1;
      res.end('{}');
    });
    await using leads = await startLoopbackServer((_req, _text, res) => {
      res.writeHead(308, { location: `${other.url}/api` }).end();
    });

    const led = await create(declared({}, { Url: leads.url }));
    const plain = await create(declared({}, { Url: 'http://rollcall.example.com' }));
    const foreign = await create(declared({}, { Url: other.url }));

    expect([led.Status, plain.Status, foreign.Status, called]).toEqual(['FAILED', 'FAILED', 'FAILED', 1]);
    expect([led.Reason, plain.Reason, foreign.Reason].join()).toMatch(
      /leads elsewhere.*HTTPS alone.*no Rollcall/,
    );
  });
});

describe('a service that is down', () => {
  itThorough('fails what is made and changed with the reason, and lets the rest go', async () => {
    const { PhysicalResourceId: made } = await create();
    const down = declared({}, { Url: `http://127.0.0.1:${await freePorts(1)}` });

    await Promise.all([create(down), update(made, down), remove(made, down)]);

    const answers = account.answers.slice(-3);
    expect(answers.map(({ Status }) => Status).sort()).toEqual(['FAILED', 'FAILED', 'SUCCESS']);
    for (const { Reason } of answers) expect(Reason).toContain('could not be reached');
    expect(answers.map((each) => each.PhysicalResourceId).sort()).toEqual(
      [made, made, 'nothing-was-made'].sort(),
    );
  });

  it('for a moment is asked again', async () => {
    let calls = 0;
    await using gate = await startLoopbackServer((req, text, res) => {
      calls += 1;
      if (calls % 2 === 1) return void res.writeHead(503).end('{"error":"indisponivel","detail":"Not now."}');
      const headers = { 'x-guest-token': alice.token, 'content-type': 'application/json' };
      void fetch(service.url + req.url, { method: req.method ?? 'GET', headers, body: text }).then(
        async (reply) =>
          res.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text()),
      );
    });

    expect((await create(declared({}, { Url: gate.url }))).Status).toBe('SUCCESS');
    expect([calls, await slugs()]).toEqual([4, ['nightly']]);
  });

  itThorough(
    'and made the monitor before its answer was lost: the resource that failed takes it along',
    async () => {
      await using gate = await startLoopbackServer((req, text, res) => {
        const headers = { 'x-guest-token': alice.token, 'content-type': 'application/json' };
        void fetch(service.url + req.url, { method: req.method ?? 'GET', headers, body: text }).then(
          async (reply) => {
            if (req.url?.includes('dry_run')) res.writeHead(reply.status).end(await reply.text());
            else res.destroy();
          },
        );
      });

      const failed = await create(declared({}, { Url: gate.url }));
      expect([failed.Status, failed.PhysicalResourceId, await slugs()]).toEqual([
        'FAILED',
        'nightly@unsure',
        ['nightly'],
      ]);
      await remove(failed.PhysicalResourceId);

      expect(await slugs()).toEqual([]);
    },
  );

  itThorough(
    'and takes connections without a word: CloudFormation is answered within a minute',
    async () => {
      await using mute = await startMuteServer();
      const from = performance.now();

      const { Status, Reason } = await create(declared({}, { Url: mute.url }));

      expect([Status, Reason]).toEqual(['FAILED', expect.stringContaining('did not answer within')]);
      expect(performance.now() - from).toBeLessThan(45_000);
    },
    60_000,
  );
});

describe('the answer to CloudFormation', () => {
  it('is handed in again where it was not taken', async () => {
    account.deafness = 2;

    expect((await create()).Status).toBe('SUCCESS');
  });

  it('is the same of the one text that templates hold', async () => {
    const folder = mkdtempSync(join(inject('runFolder'), 'provider-'));
    // As in the runtime of the function, the SDK lies above it.
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const file = join(folder, 'index.cjs');
    writeFileSync(file, PROVIDER_CODE);
    try {
      const bundled = createRequire(import.meta.url)(file) as { handler: typeof handler };
      const { Status } = await account.ask({ ResourceProperties: declared() }, bundled.handler);

      expect([Status, await slugs()]).toEqual(['SUCCESS', ['nightly']]);
      expect(Buffer.byteLength(PROVIDER_CODE)).toBeLessThan(60_000);
      // Only what the runtime of the function has.
      const needed = [...PROVIDER_CODE.matchAll(/require\("([^"]+)"\)/g)].map(([, name = '']) => name);
      expect(
        needed.filter((name) => !name.startsWith('node:') && name !== '@aws-sdk/client-secrets-manager'),
      ).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
