import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownerKey } from '../../../../lib/data/keys.ts';
import { described } from '../../../../lib/runtime/report/log.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { failTable } from '../../../support/table/failing-table.ts';
import { moveHome } from '../../../support/accounts/moved-space.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { checkWithQueueDown } from '../../../support/alerts/alerting.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

const HOUR_MS = 3_600_000;
const DAY_SEC = 86_400;

let id: string;
/** Of the page that the alert about the monitor leads to. */
let path: string;

const service = shared(startTestService);
const alice = fresh(() => signedIn(service));
beforeEach(async () => {
  id = await create('nightly backup');
  path = await pathFor(id);
});

const mails = () => service.mailbox.messages().filter(({ to }) => to === alice.account.email);
const newestText = () => mails()[0]?.text ?? '';
const read = (): Promise<Reply['json']> => alice.read(id);
const create = async (name: string): Promise<string> =>
  (await alice.call('POST', '/api/endpoints', { name, interval_sec: DAY_SEC })).json['id'];

/** The path of the pause link in the mail about a failure. */
async function pathFor(monitorId: string): Promise<string> {
  await service.fail(monitorId);
  await service.check();
  return pausePathIn(newestText());
}

function pausePathIn(text: string): string {
  return new URL(/https?:\/\/\S+\/pause\/\S+/.exec(text)?.[0] ?? '').pathname;
}

/** Expects that a path leads nowhere, by any method, and that nothing changes. */
async function expectGone(of: string): Promise<void> {
  const before = await contentsOf(service);
  for (const method of ['GET', 'HEAD', 'POST'] as const) {
    const reply = await service.call(method, of);
    expect([method, reply.status, reply.headers.get('content-type')]).toEqual([
      method,
      404,
      'text/html; charset=utf-8',
    ]);
    expect(reply.text).not.toContain('nightly backup');
  }
  expect(await contentsOf(service)).toEqual(before);
}

describe('showPause', () => {
  it('shows a page with a button that POSTs and changes nothing, since mail scanners open links', async () => {
    const before = await contentsOf(service);

    const page = await service.call('GET', path);
    const head = await service.call('HEAD', path);

    expect([page.status, head.status, head.text]).toEqual([200, 200, '']);
    expect(page.text).toContain(`<form method="post" action="${path}"><button>Pause for 8 hours</button>`);
    expect(page.text).toContain('nightly backup');
    expect(await contentsOf(service)).toEqual(before);
    expect(await read()).toMatchObject({ paused_until: null });
  });

  it('may not be framed, cached, indexed or told on', async () => {
    for (const [of, status] of [
      [path, 200],
      ['/pause/x', 404],
    ] as const) {
      const reply = await service.call('GET', of);

      expect(reply.status).toBe(status);
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
      expect(reply.text).toContain('noindex');
    }
  });

  it('shows no more than the mail: no address, no token of the monitor', async () => {
    const { text } = await service.call('GET', path);
    const { token } = await read();

    expect(text).not.toContain('@example.com');
    expect(text).not.toContain(String(token));
  });

  it('escapes a name', async () => {
    await alice.patch(id, { name: '<b>x</b> & y' });

    expect((await service.call('GET', path)).text).toContain('&lt;b&gt;x&lt;/b&gt; &amp; y');
  });

  itThorough(
    'opens though the owner lacks the profile that says its clock, as the alert with the link came',
    async () => {
      const { client, name } = service.core.table;
      const Key = { ...ownerKey(alice.account.id) };
      await client.send(new UpdateCommand({ TableName: name, Key, UpdateExpression: 'REMOVE profile' }));

      const { status, text } = await service.call('POST', path);

      expect(status).toBe(200);
      expect(text).toMatch(/is paused until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./);
    },
  );

  itThorough('has the end of a pause in the zone of the monitor, with UTC behind it', async () => {
    await alice.patch(id, {
      cron: '0 4 * * *',
      tz: 'Asia/Tokyo',
      grace_sec: 3_600,
    });

    const { text } = await service.call('POST', path);

    expect(text).toMatch(/is paused until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d Asia\/Tokyo \([\d: -]+ UTC\)\./);
  });
});

describe('pauseByLink', () => {
  it('pauses the monitor for 8 hours, says so, how to take it back, and who did it', async () => {
    const until = new Date(service.clock.now() + 8 * HOUR_MS).toISOString();

    const reply = await service.call('POST', path);

    expect(reply.status).toBe(200);
    expect(reply.text).toContain('is paused until');
    expect(reply.text).toContain(`href="/app/monitors/${id}"`);
    expect(reply.text).not.toContain('<form');
    expect(await read()).toMatchObject({ state: 'paused', paused_until: until });
    const { changes } = (await alice.call('GET', `/api/endpoints/${id}/changes`)).json;
    expect(changes[0]).toMatchObject({ by: 'pause_link', kind: 'changed' });
    await alice.patch(id, { paused_until: null });
    expect((await service.call('GET', path)).text).toContain('Pause this monitor?');
  });

  itThorough('pressed twice pauses once, and hours later for 8 more', async () => {
    await service.call('POST', path);
    const { paused_until: first } = await read();
    service.clock.advance(60);
    const before = await contentsOf(service);

    const again = await service.call('POST', path);

    expect([again.status, again.text.includes('is paused until')]).toEqual([200, true]);
    expect(await contentsOf(service)).toEqual(before);
    service.clock.advance(3_600);
    expect((await service.call('GET', path)).text).toContain('Pause for 8 hours from now');
    await service.call('POST', path);
    expect(Date.parse((await read())['paused_until'])).toBe(Date.parse(first) + 3_660_000);
  });

  itThorough('pressed twice at once pauses once', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => service.call('POST', path)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { changes } = (await alice.call('GET', `/api/endpoints/${id}/changes`)).json;
    expect(changes.filter(({ by }: Reply['json']) => by === 'pause_link')).toHaveLength(1);
  });

  itThorough('leaves a longer pause as it is', async () => {
    const until = new Date(service.clock.now() + 30 * HOUR_MS).toISOString();
    await alice.patch(id, { paused_until: until });

    expect((await service.call('GET', path)).text).not.toContain('<form');
    await service.call('POST', path);

    expect(await read()).toMatchObject({ paused_until: until });
  });

  it('is reached by POST alone', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      expect((await service.call(method, path)).status).toBe(405);
    expect(await read()).toMatchObject({ paused_until: null });
  });
});

describe('a pause link that is not good', () => {
  it.each(
    casesOf(3, [
      ['a token that is too short', (of: string) => of.slice(0, -1)],
      ['a token that was changed', (of: string) => `${of.slice(0, -1)}${of.endsWith('a') ? 'b' : 'a'}`],
      ['a time that was changed', (of: string) => of.replace(/\.[^.]+\./, '.zzzzzzzz.')],
      ['a time in another spelling', (of: string) => of.replace(/\.([^.]+)\./, (_all, end) => `.0${end}.`)],
      ['no token of ours', () => '/pause/x'],
      ['dots', () => '/pause/a.b.c'],
      ['a NUL', () => '/pause/%00'],
      ['markup', () => '/pause/%3Cscript%3E'],
    ]),
  )('is 404 for %s', async (_what, of) => {
    await expectGone(of(path));
  });

  it('is 404 for a monitor with the proof of another', async () => {
    const other = await create('nightly backup');

    await expectGone(path.replace(id, other));
  });

  it('is 404 a week after its alert', async () => {
    service.clock.advance(7 * DAY_SEC - 1);
    expect((await service.call('GET', path)).status).toBe(200);
    service.clock.advance(1);

    await expectGone(path);
  });

  itThorough(
    'is 404 a week after a pause of ten days, behind which its alert was told, and not before',
    async () => {
      await alice.remove(id);
      id = await create('held back');
      await service.fail(id);
      await checkWithQueueDown(service);
      const until = new Date(service.clock.now() + 10 * 24 * HOUR_MS).toISOString();
      await alice.patch(id, { paused_until: until });
      await service.check();
      service.clock.advance(10 * DAY_SEC);
      await service.check();
      const late = pausePathIn(newestText());

      service.clock.advance(7 * DAY_SEC - 600);
      expect((await service.call('GET', late)).status).toBe(200);
      service.clock.advance(600);
      await expectGone(late);
    },
  );

  it('is 404 once the monitor is deleted', async () => {
    await alice.remove(id);

    await expectGone(path);
  });

  it.each(casesOf(1, ['rotate', 'token/rotate']))('is 404 once its owner called %s', async (rotation) => {
    expect((await alice.call('POST', `/api/endpoints/${id}/${rotation}`)).status).toBe(200);

    await expectGone(path);
  });

  it('is 404 once the monitor is somebody else’s, who gets links of its own', async () => {
    const bob = await signedIn(service);

    await moveHome(service.core.table, alice.account.id, bob.account.id);

    await expectGone(path);
    await service.ping(id);
    await service.check();
    expect((await service.call('GET', await pathFor(id))).status).toBe(200);
  });

  itThorough('is 404 where the monitor becomes somebody else’s while it is pressed', async () => {
    const bob = await signedIn(service);
    let isMoved = false;
    const before = async ({ reads }: TableCall) => {
      if (reads || isMoved) return;
      isMoved = true;
      await moveHome(service.core.table, alice.account.id, bob.account.id);
    };

    const reply = await watchingTable(service, { before }, () => service.call('POST', path));

    expect([isMoved, reply.status]).toEqual([true, 404]);
    expect((await bob.read(id))['paused_until']).toBeNull();
  });
});

describe('a press that meets a fault of ours', () => {
  it('is told so, leaves no token in a log, and pauses when it is repeated', async () => {
    const lines: string[] = [];
    const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    await using own = await startTestService({
      log: { warn: note, error: (code, error, fields) => note(code, described(error), fields) },
    });
    const carol = await signedIn(own);
    const { json } = await carol.call('POST', '/api/endpoints', { name: 'job', interval_sec: DAY_SEC });
    await own.fail(json['id']);
    await own.check();
    const text = own.mailbox.messages()[0]?.text ?? '';
    const { pathname } = new URL(/https?:\/\/\S+\/pause\/\S+/.exec(text)?.[0] ?? '');
    const table = failTable(own, (command) => command.startsWith('Transact'), { words: () => pathname });

    const reply = await own.call('POST', pathname);
    table.end();

    expect([reply.status, reply.json['error']]).toEqual([503, 'indisponivel']);
    expect(lines.join()).toContain('operation_failed');
    for (const part of pathname.slice('/pause/'.length).split('.')) expect(lines.join()).not.toContain(part);
    expect((await own.call('POST', pathname)).text).toContain('is paused until');
  });
});

describe('the links of an alert', () => {
  it('lead to the incident in the console and to the page that pauses, in both parts', async () => {
    expect(newestText()).toContain(`${service.url}/app/monitors/${id}/incidents/1\n`);
    expect(mails()[0]?.html).toContain(`href="${service.url}${path}"`);
  });

  itThorough('come with times on the clock of the account, with UTC behind them', async () => {
    const profile = { timeZone: 'Asia/Kolkata', revision: 1 };
    expect((await alice.call('PATCH', '/api/account/profile', profile)).status).toBe(200);

    await pathFor(await create('another'));

    expect(newestText()).toMatch(/Down since: [\d-]+ [\d:]+ Asia\/Kolkata \([\d: -]+ UTC\)\n/);
  });

  itThorough('of a recovery or a test pause nothing', async () => {
    await service.ping(id);
    await service.check();
    await alice.call('POST', `/api/endpoints/${id}/test-alert`);

    const texts = mails().slice(0, 2);
    expect(texts.map(({ subject }) => subject)).toEqual([
      'Test alert for nightly backup',
      expect.stringContaining('nightly backup is back'),
    ]);
    for (const { text } of texts) {
      expect(text).toContain(`/app/monitors/${id}`);
      expect(text).not.toContain('/pause/');
    }
  });

  itThorough('of a group lead to each monitor and to the list', async () => {
    const others = [await create('b'), await create('c')];
    for (const other of others) await service.fail(other);
    await service.check();

    const text = newestText();

    for (const other of others) expect(text).toContain(`/app/monitors/${other}/incidents/1\n`);
    expect(text).toContain('Open your monitors:\n');
    expect(text).not.toContain('/pause/');
  });

  it('are stored nowhere', async () => {
    const proof = path.split('.').at(-1) ?? '';

    expect(proof).toHaveLength(43);
    expect(JSON.stringify(await contentsOf(service))).not.toContain(proof);
  });
});
