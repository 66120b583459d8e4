import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../../../lib/console/screens/import/brought-rows.ts';
import {
  inputOf,
  sourceNamed,
  SOURCES,
  wrongExport,
  type Source,
  type Typed,
} from '../../../../../lib/console/screens/import/sources.ts';
import { operations } from '../../../../../lib/contract/catalogue.ts';
import { shownAt } from '../../../../support/console-text/shown.ts';
import { shared } from '../../../../support/service/shared.ts';
import { startTestService } from '../../../../support/service/service.ts';

const service = shared(startTestService);
const source = (id: string) => sourceNamed(id) as Source;
const paths = new Map(operations.map(([name, { path }]) => [name, path]));

/** What a service answers to what the form would send. */
async function answered(id: string, typed: Typed, { apply = false, who = service.guest() } = {}) {
  const { query = {}, body } = inputOf(source(id), typed);
  const search = new URLSearchParams({ ...(query as Record<string, string>), ...(apply && { apply: '1' }) });
  return (await who).call('POST', `${paths.get(source(id).operation)}?${search}`, body);
}

describe('what is brought from another service', () => {
  it.for([
    ['healthchecks', { checks: [{ uuid: randomUUID(), name: 'nightly', timeout: 3_600 }] }, {}],
    ['healthchecks', [{ uuid: randomUUID(), name: 'nightly', timeout: 3_600 }], { ping_key: 'k'.repeat(22) }],
    ['uptime-kuma', [{ type: 'push', push_token: 'abcdefghij', name: 'nightly', interval: 60 }], {}],
    [
      'uptime-kuma',
      { monitorList: [{ type: 'push', pushToken: 'abcdefghik', name: 'nightly', interval: 60 }] },
      {},
    ],
    [
      'cronitor',
      { monitors: [{ key: 'a1B2c3', name: 'nightly', type: 'job', schedule: '0 2 * * *' }] },
      { api_key: 'c'.repeat(20), tz: 'UTC' },
    ],
    ['snitch', [{ token: 'c2354d53d2', name: 'nightly', interval: 'daily' }], { tz: 'Europe/Lisbon' }],
  ] as const)(
    '%s: is proposed of what was pasted, made once, and known when it comes again',
    async ([id, list, typed]) => {
      const who = service.guest();
      const [field = 'checks'] = source(id).fields;
      const sent = { ...typed, [field]: ` ${JSON.stringify(list)}\n` };

      const proposed = await answered(id, sent, { who });
      expect([proposed.status, summaryOf(proposed.json as never)]).toEqual([200, 'One new monitor.']);
      const made = await answered(id, sent, { who, apply: true });
      expect(rowsOf(made.json as never)).toEqual([
        { index: 0, name: 'nightly', mark: '+', what: 'imported' },
      ]);
      const again = await answered(id, sent, { who });
      expect(summaryOf(again.json as never)).toBe('Nothing new here.');
      expect(rowsOf(again.json as never)).toEqual([
        { index: 0, name: 'nightly', mark: '=', what: 'already monitored' },
      ]);
    },
  );

  it('says of each entry what happens to it, in their order', async () => {
    const who = service.guest();
    const [uuid, other] = [randomUUID(), randomUUID()];
    const list = (timeout: number) =>
      JSON.stringify([
        { name: 'no uuid', timeout },
        { uuid, name: 'kept', timeout },
      ]);
    await answered('healthchecks', { checks: list(3_600) }, { who, apply: true });

    const { json } = await answered(
      'healthchecks',
      { checks: JSON.stringify([...JSON.parse(list(7_200)), { uuid: other, name: 'new', timeout: 60 }]) },
      { who, apply: true },
    );

    expect(rowsOf(json as never)).toEqual([
      { index: 0, name: 'no uuid', mark: '–', what: expect.stringMatching(/^left out: .*UUID/) },
      { index: 1, name: 'kept', mark: '=', what: 'already monitored, with another Runs every' },
      { index: 2, name: 'new', mark: '+', what: 'imported' },
    ]);
  });

  it('is JSON, or it is said before it is sent', () => {
    const wrong = (text: string, id = 'snitch') => wrongExport(source(id), text);
    expect(wrong('[]')).toBeNull();
    expect(wrong('monitors:\n- a')).toBe('This must be JSON, complete and unchanged.');
    expect(wrong('7')).toBe('This must be a JSON object or list.');
    expect(wrong('jobs:\n  a:\n', 'cronitor')).toBeNull();
    expect(wrong(' ', 'cronitor')).toBe('This must be JSON, complete and unchanged.');
  });

  it('may be YAML where the service reads it', async () => {
    const monitors = 'jobs:\n  nightly:\n    schedule: every 5 minutes\n';
    const { json } = await answered('cronitor', { monitors, api_key: '70f15f445cc1490ba2183404be52079c' });

    expect(json).toMatchObject({ would_create: 1, left_out: [] });
  });
});

it.each(SOURCES)('the screen asks for what $label is brought by', async ({ id, label, fields, hints }) => {
  const { seen } = await shownAt(service, `/app/import?from=${id}`);

  expect(seen.texts('option')).toContain(label);
  expect(seen.all('p').filter(({ text }) => Object.values(hints).includes(text))).toHaveLength(fields.length);
});
