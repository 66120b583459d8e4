import { expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const pageOf = async (guest: Person, id: string, query = '') =>
  (await shownAt(service, `/app/monitors/${id}${query}`, { guest })).seen;

it('a monitor that never ran says so on each tab, and has nobody to test alerts on', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup' });

  const overview = await pageOf(guest, id);
  expect(overview.texts('p')).toContain('No runs yet.');
  expect(overview.texts('button')).toEqual(
    expect.arrayContaining(['Ping now', 'Pause', 'Edit', 'Duplicate']),
  );
  expect(overview.texts('button')).not.toContain('Test alert');
  expect(overview.all('aria-label=Tags')).toEqual([]);
  expect((await pageOf(guest, id, '?tab=events')).texts('h2')).toEqual(['No ping yet']);
  expect((await pageOf(guest, id, '?tab=deliveries')).texts('h2')).toEqual(['No alerts yet']);
});

it('runs have one row each, and a choice that none fits says so', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', tags: ['db', 'prod'] });
  for (const outcome of ['0', '3']) {
    await service.call('GET', `/in/${id}/start?rid=night-${outcome}`);
    service.clock.advance(95);
    await service.call('GET', `/in/${id}/${outcome}?rid=night-${outcome}`);
  }
  await service.call('GET', `/in/${id}/start`);

  const all = await pageOf(guest, id, '?tab=events');
  const [, ...rows] = all.all('tr').map((row) => row.texts('td'));
  expect(rows.map(([, ran, outcome]) => [ran, outcome])).toEqual([
    ['', 'Started, not finished'],
    ['1 min 35 s', 'Failure, exit code 3 · night-3'],
    ['1 min 35 s', 'OK · night-0'],
  ]);
  expect(all.all('aria-label=Tags')[0]?.texts('a')).toEqual(['db', 'prod']);
  const failed = await pageOf(guest, id, '?tab=events&show=failed');
  expect(failed.all('tr')).toHaveLength(2);
  const none = await pageOf(guest, id, '?tab=events&show=output');
  expect(none.text).toContain('No matching runs.');
  expect((await pageOf(guest, id, '?tab=events&day=2001-01-01')).text).toContain('No matching runs.');
});

it('what is late was due, and one run is no half of them', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', interval_sec: 300 });
  await service.call('GET', `/in/${id}/start`);
  service.clock.advance(95);
  await service.call('GET', `/in/${id}`);
  expect((await pageOf(guest, id)).texts('dt')).toContain('Next due');

  service.clock.advance(400);
  const late = await pageOf(guest, id);
  expect(late.texts('dt')).toContain('Was due');
  expect(late.text).toContain('The one measured run took 1 min 35 s.');
});

it('why a job is down comes first, with its output, before proposals and history', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', interval_sec: 300 });
  await service.ping(id);
  service.clock.advance(400);
  await service.check();
  await service.call('POST', `/in/${id}/1`, { body: 'No space left on device' });

  const { text } = await pageOf(guest, id);
  const inOrder = [
    'Late since',
    'with exit code 1',
    'No space left on device',
    'Nobody was notified',
    'Ping URL',
  ];
  const found = inOrder.map((words) => text.indexOf(words));
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  expect(found).not.toContain(-1);
});

it('settings are one form with one Save, and a deleted monitor has no actions', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'nightly backup', alert_repeat_sec: 21_600 });

  const settings = await pageOf(guest, id, '?tab=settings');
  expect(settings.texts('button').filter((words) => words.startsWith('Save'))).toEqual(['Save']);
  expect(settings.texts('label')).toContain('Remind every');
  expect(settings.texts('li')).toContain('Remind every: 6 h');

  await guest.call('DELETE', `/api/endpoints/${id}`);
  const gone = await pageOf(guest, id);
  expect(gone.texts('h2')).toContain('This monitor is deleted');
  expect(gone.texts('button')).not.toContain('Ping now');
});
