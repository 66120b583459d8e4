import { beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { incidentItems } from '../../../../lib/data/monitors/incidents.ts';
import { transact } from '../../../../lib/data/table.ts';
import { itThorough } from '../../../support/thorough.ts';
import { look } from '../feed-forms.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());
beforeAll(() => service.check());

const KEPT_SEC = 30;

async function pathOf(fields: object = {}, who: Pick<Person, 'call'> = alice): Promise<string> {
  const { json } = await who.call('POST', '/api/status-pages', { title: 'Acme', ...fields });
  return new URL(json['url']).pathname;
}
const jsonOf = async (path: string) => (await service.call('GET', `${path}.json`)).json;
const textOf = async (path: string) => (await look(service, path)).text;
const namesOf = ({ monitors }: Reply['json']) => monitors.map(({ name }: { name: string }) => name);
const later = (sec: number) => service.clock.advance(sec);

describe('a status page', () => {
  it('shows the monitors with its tags, under them, each once, and no others', async () => {
    await alice.createMonitor({ name: 'both', tags: ['db', 'web'] });
    await alice.createMonitor({ name: 'web alone', tags: ['web'] });
    await alice.createMonitor({ name: 'secret', tags: ['internal'] });
    await (await service.guest()).createMonitor({ name: 'of another', tags: ['db'] });
    const path = await pathOf({ tags: ['web', 'db'] });

    const json = await jsonOf(path);

    expect(namesOf(json)).toEqual(['both', 'web alone']);
    expect(json['monitors'].map(({ group }: { group: string }) => group)).toEqual(['db', 'web']);
    const page = await textOf(path);
    expect([...page.matchAll(/<h2 id="tag-(\w+)">/g)].map(([, tag]) => tag)).toEqual(['db', 'web']);
    for (const text of [page, JSON.stringify(json)]) expect(text).not.toMatch(/secret|of another|internal/);
    expect(namesOf(await jsonOf(await pathOf()))).toEqual(['both', 'secret', 'web alone']);
  });

  it('tells when a monitor was down and when it was up again, at once, after the check, and when it is over', async () => {
    const { id } = await alice.createMonitor({ name: 'backup', interval_sec: 3_600 });
    await service.ping(id);
    const path = await pathOf();
    expect(await jsonOf(path)).toMatchObject({ all_ok: true, incidents: [] });
    const from = new Date(service.clock.now() + 60_000).toISOString();
    later(60);
    await service.fail(id);
    const open = { name: 'backup', reason: 'fail', from, until: null };

    later(KEPT_SEC);
    expect(await jsonOf(path)).toMatchObject({ all_ok: false, incidents: [open] });
    await service.check();
    later(KEPT_SEC);
    const json = await jsonOf(path);
    expect(json).toMatchObject({ incidents: [open], monitors: [{ standing: 'failing', since: from }] });
    expect(await textOf(path)).toContain('<h2 id="now">Now <span>1</span></h2>');
    const until = new Date(service.clock.now() + 60_000).toISOString();
    later(60);
    await service.ping(id);
    await service.check();
    later(KEPT_SEC);

    const over = await jsonOf(path);
    expect(over).toMatchObject({ all_ok: true, incidents: [{ ...open, until }] });
    const [{ up_percent: up, down_sec_by_day: days }] = over['monitors'];
    expect(days).toHaveLength(90);
    expect(days.at(-1)).toBe((Date.parse(until) - Date.parse(from)) / 1_000);
    expect([days[0], up > 0, up < 100]).toEqual([null, true, true]);
    expect(await textOf(path)).toMatch(/was failing for 2 min/);
  });

  it('tells no output, address, schedule, tag, id or ping URL', async () => {
    const monitor = await alice.createMonitor({
      name: 'backup', interval_sec: undefined, cron: '7 3 * * *', tz: 'Asia/Tokyo', tags: ['hidden-tag'],
      alert_to: 'ops@example.com', alert_url: 'https://hooks.example.com/x',
    }); // prettier-ignore
    await service.call('POST', `/in/${monitor['id']}/fail`, { body: 'secret output' });
    await service.check();
    const path = await pathOf();
    const { monitors } = await jsonOf(path);
    const forms = ['', '?wall=1', '.json', '/all.svg', `/${monitors[0].id}.svg`, '/tag-hidden-tag.svg'];

    const texts = await Promise.all(forms.map((form) => textOf(path + form)));

    const secrets = /secret output|ops@|hooks\.example|7 3 \*|Tokyo/;
    for (const text of texts) {
      expect(text).toContain('failing');
      expect(text).not.toMatch(secrets);
      for (const own of ['id', 'token', 'ping_url']) expect(text).not.toContain(String(monitor[own]));
    }
    expect(texts.slice(0, 5).join()).not.toContain('hidden-tag');
  });

  it('runs nothing that stands in its title, note or a name', async () => {
    const evil = '</title><script>alert(1)</script>"\'&';
    await alice.createMonitor({ name: evil });
    const path = await pathOf({ title: evil, note: `${evil}\n${evil}` });

    for (const form of ['', '?wall=1', '/all.svg']) {
      const text = await textOf(path + form);
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    }
    const { headers } = await look(service, path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is kept out of search engines unless its owner says otherwise, and may be kept for half a minute', async () => {
    const [hidden, listed] = [await pathOf(), await pathOf({ indexed: true })];

    const [one, other] = [await look(service, hidden), await look(service, listed)];

    expect([one.headers.get('x-robots-tag'), other.headers.get('x-robots-tag')]).toEqual([
      'noindex, nofollow',
      null,
    ]);
    expect([one.text.includes('noindex'), other.text.includes('noindex')]).toEqual([true, false]);
    expect(one.headers.get('cache-control')).toBe('public, max-age=30');
    const again = await look(service, hidden, { 'if-none-match': String(one.headers.get('etag')) });
    expect(again.status).toBe(304);
  });

  it('is compressed in every form, as nobody’s secret stands beside what a visitor sends', async () => {
    const path = await pathOf();
    const headers = { 'accept-encoding': 'gzip' };
    for (const form of [path, `${path}?wall=1`]) {
      const reply = await fetch(service.url + form, { headers });
      expect([reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([
        'gzip',
        'Accept-Encoding',
      ]);
    }
  });

  it('reads the monitors once in half a minute, however often it is looked at', async () => {
    await alice.createMonitor({ name: 'one' });
    const path = await pathOf();
    expect(namesOf(await jsonOf(path))).toEqual(['one']);
    await alice.createMonitor({ name: 'two' });

    later(KEPT_SEC - 1);
    expect(namesOf(await jsonOf(path))).toEqual(['one']);
    later(1);
    expect(namesOf(await jsonOf(path))).toEqual(['one', 'two']);
  });

  itThorough(
    'reads a thousand incidents and says of what lies before them that it is not known',
    async () => {
      const { table, clock } = service.core;
      const monitor = await alice.createMonitor({ name: 'flaps', interval_sec: 3_600 });
      await service.ping(monitor['id']);
      const kept = await getMonitor(table, String(monitor['id']));
      if (!kept) throw new Error('There is no such monitor.');
      const { id: monitorId, spaceId } = kept;
      later(40 * 86_400);
      await service.ping(monitorId);
      const records = Array.from({ length: 1_010 }, (_, at) => {
        const downSince = clock.now() - (at + 1) * 30 * 60_000;
        const closedAt = downSince + 60_000;
        return {
          monitorId,
          spaceId,
          number: 5_000 - at,
          reason: 'fail' as const,
          downSince,
          openedAt: downSince,
          closedAt,
          alerts: 1,
        };
      });
      for (let at = 0; at < records.length; at += 20)
        await transact(
          table,
          incidentItems(table, kept, records.slice(at, at + 20)).filter(({ Put }) => Put),
        );

      const [{ down_sec_by_day: days }] = (await jsonOf(await pathOf()))['monitors'];

      // A thousand of them reach back for twenty days and twenty hours; it was watched for forty.
      expect(days.findIndex((day: number | null) => day !== null)).toBe(68);
      expect(days.slice(71, 89).every((day: number) => day === 48 * 60)).toBe(true);
    },
  );

  it('that is none is the same page of 404 as any', async () => {
    const texts = await Promise.all(
      ['A'.repeat(43), 'no-such-name', 'x', '%00', 'a'.repeat(300)].map(async (end) => {
        const { status, text, headers } = await look(service, `/status/${end}`, { accept: 'text/html' });
        return [status, headers.get('cache-control'), text];
      }),
    );

    expect(texts[0]).toEqual([
      404,
      'private, no-cache',
      expect.stringContaining('<h1>No status page here</h1>'),
    ]);
    expect(new Set(texts.map(String)).size).toBe(1);
  });

  it('is no feed, and a feed no page', async () => {
    const path = await pathOf();
    const { token } = (await alice.call('GET', '/api/status-feed')).json;

    expect((await look(service, path.replace('/status/', '/s/'))).status).toBe(404);
    expect((await look(service, `/status/${token}`)).status).toBe(404);
  });
});

describe('a badge of a page', () => {
  it('counts all, or those with a tag, or is of one', async () => {
    const { id } = await alice.createMonitor({ name: 'backup', tags: ['db'], interval_sec: 3_600 });
    const web = await alice.createMonitor({ name: 'site', tags: ['web'], interval_sec: 3_600 });
    await service.ping(id);
    await service.fail(web['id']);
    const path = await pathOf();
    const [first] = (await jsonOf(path))['monitors'];
    const titleOf = async (badge: string) =>
      /<title>(.*)<\/title>/.exec(await textOf(`${path}/${badge}.svg`))?.[1];

    expect(await titleOf('all')).toBe('Acme: 1 failing');
    expect(await titleOf('tag-db')).toBe('db: 1 ok');
    expect(await titleOf(first.id)).toBe('site: failing');
    for (const badge of ['all', first.id])
      expect(await textOf(`${path}/${badge}.svg`)).toContain('fill="#c62828"');
  });

  it('is of the page’s monitors and tags alone', async () => {
    await alice.createMonitor({ name: 'inside', tags: ['db', 'main'] });
    await alice.createMonitor({ name: 'outside', tags: ['main', 'internal'] });
    const path = await pathOf({ tags: ['db'] });
    const [row] = (await jsonOf(await pathOf()))['monitors'];

    const all = await textOf(`${path}/tag-db.svg`);
    const closed = ['tag-internal', 'tag-main', 'tag-', 'none', row.id];
    const statuses = await Promise.all(
      closed.map(async (each) => (await look(service, `${path}/${each}.svg`)).status),
    );

    expect(all).toContain('<title>db: 1 waiting</title>');
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  });
});
