import { expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);
const guest = fresh(() => service.guest());

const at = async (query = '', who: Person = guest) =>
  (await shownAt(service, `/app/incidents${query}`, { guest: who })).seen;
const rowsOf = (seen: Awaited<ReturnType<typeof at>>) => seen.texts('tr').slice(1);
const create = async (fields: Record<string, unknown>) => (await guest.createMonitor(fields)).id as string;

/** Two that fail at once and one that fails an hour later, of which one is well again. */
async function threeDown(): Promise<void> {
  const ids = [await create({ name: 'dump', tags: ['db'] }), await create({ name: 'vacuum' })];
  const late = await create({ name: 'report', max_duration_sec: 60, interval_sec: 86_400 });
  for (const id of ids) await service.fail(id);
  await service.check();
  service.clock.advance(86_400);
  await service.call('GET', `/in/${late}/start`);
  service.clock.advance(3_600);
  await service.ping(ids[0] ?? '');
  await service.check();
}

it('what one check found is one entry', async () => {
  await threeDown();

  const seen = await at();

  const [one, together, ...more] = rowsOf(seen);
  expect(one).toMatch(/^reportran too long\d\d:\d\d/);
  expect(together).toMatch(/^2 monitors, .*, one cause\? 1 open(dump, vacuum|vacuum, dump)$/);
  expect(more).toEqual([]);
});

it('is narrowed by reason, tag and time, and says where nothing is like that', async () => {
  await threeDown();

  expect(rowsOf(await at('?reason=too_long'))).toEqual([expect.stringMatching(/^report/)]);
  expect(rowsOf(await at('?tag=db'))).toEqual([expect.stringMatching(/^dumpfailed/)]);
  expect(rowsOf(await at('?state=closed'))).toEqual([expect.stringMatching(/^dumpfailed/)]);
  service.clock.advance(3 * 86_400);
  expect(rowsOf(await at('?days=1&state=closed'))).toEqual([]);
  const none = await at('?reason=silence');
  expect(none.texts('h2')).toEqual(['No matches']);
  expect(none.texts('label')).toEqual(['Why', 'Tag', 'When']);
});

it('says that there is none yet, or that nothing is down', async () => {
  expect((await at()).texts('h2')).toEqual(['No incident yet']);
  expect((await at('?state=open')).texts('h2')).toEqual(['Nothing is down']);
});
