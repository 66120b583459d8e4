import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);
const alice = fresh(() => service.guest());

const post = (text: string, query: string, who: Person = alice) =>
  service.call('POST', `/api/import/crontab?${query}`, {
    token: who.token,
    body: text,
    headers: { 'content-type': 'text/plain' },
  });
const namesOf = (reply: Reply): string[] =>
  reply.json['recognized'].map(({ slug, name }: Record<string, string>) => `${slug} | ${name}`);

const TEXT = '0 4 * * * /opt/backup.sh --all\n*/10 * * * * sync.sh\n0 5 * * * sync.sh\n';

describe('the jobs of a host', () => {
  it('have names of their own, that say the host', async () => {
    expect(namesOf(await post(TEXT, 'host=web1'))).toEqual([
      'web1-opt-backup-sh-all | web1: opt/backup.sh --all',
      'web1-sync-sh | web1: sync.sh',
      'web1-sync-sh-2 | web1: sync.sh',
    ]);
    expect((await post(TEXT, '')).json['recognized'][0]).not.toHaveProperty('slug');
  });

  it('keep the names whose monitors were made of these very lines, and take none of another', async () => {
    const [first] = (await post(TEXT, 'host=web1')).json['recognized'];
    const { name, slug, cron } = first;
    await alice.call('POST', '/api/import/json?apply=1', { monitors: [{ name, slug, cron, tz: 'UTC' }] });
    await alice.call('PUT', '/api/endpoints/by-slug/web1-sync-sh', { name: 'mine', interval_sec: 600 });

    const again = await post(TEXT, 'host=web1');

    expect(again.json['recognized'].map((line: Record<string, string>) => line['slug'])).toEqual([
      slug,
      'web1-sync-sh-2',
      'web1-sync-sh-3',
    ]);
    expect(again.json['existing']).toMatchObject([{ line: 1 }]);
    expect(namesOf(await post(TEXT, 'host=web1&tz=Europe/Lisbon'))[0]).toMatch(/^web1-opt-backup-sh-all-2 /);
  });

  it('have names that an ingest key takes, however long the line', async () => {
    const text = Array.from({ length: 12 }, () => `0 4 * * * job ${'two words '.repeat(20)}`).join('\n');
    const host = 'h'.repeat(40);

    const lines: Record<string, string>[] = (await post(text, `host=${host}`)).json['recognized'];

    expect(new Set(lines.map(({ slug }) => slug)).size).toBe(12);
    for (const { slug = '', name = '' } of lines) {
      expect(slug).toMatch(/^h[a-z0-9-]{0,38}[a-z0-9]$/);
      expect(name.length).toBe(80);
    }
  });
});

it.each(['', '-x', 'a b', 'a/b', 'é', 'x'.repeat(41)])('a host %j is refused', async (host) => {
  await expectNothingWritten(service, () => post(TEXT, `host=${encodeURIComponent(host)}`), {
    status: 400,
    error: 'nome_invalido',
  });
});

it('a host only proposes', async () => {
  await expectNothingWritten(service, () => post(TEXT, 'host=web1&apply=1'), {
    status: 400,
    error: 'nome_invalido',
  });
});
