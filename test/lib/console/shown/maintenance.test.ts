import { expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

it('a monitor in maintenance says so in the list, on its page, in its history and on the public page', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'payroll', interval_sec: 300, tags: ['db'] });
  await guest.createMonitor({ name: 'web' });
  const { json: feed } = await guest.call('GET', '/api/status-feed');
  const textAt = async (path: string) => (await shownAt(service, path, { guest })).seen.text;
  const publicRows = async () => (await (await fetch(feed['json'])).json()) as { endpoints: object[] };
  expect(await textAt('/app')).not.toContain('in maintenance');
  expect(await publicRows()).toMatchObject({ endpoints: [{ maintenance: null }, { maintenance: null }] });

  const instant = (inSec: number) => new Date(service.clock.now() + inSec * 1000).toISOString();
  const times = { from: instant(0), until: instant(3_600) };
  await guest.call('POST', '/api/maintenance', { name: 'patch night', tags: ['db'], ...times });
  await service.fail(id);

  const { seen } = await shownAt(service, '/app', { guest });
  expect(seen.texts('class=tag').filter((text) => text === 'in maintenance')).toHaveLength(1);
  const filtered = (await shownAt(service, '/app?maintenance=1', { guest })).seen.text;
  expect([filtered.includes('payroll'), filtered.includes('web')]).toEqual([true, false]);
  const page = await textAt(`/app/monitors/${id}`);
  expect(page).toMatch(/In maintenance: patch night, until \d\d:\d\d\. It sends no new alerts until then\./);
  expect(page).toContain('failure just now, during maintenance patch night');
  expect(await textAt(`/app/monitors/${id}?tab=events`)).toContain('Failure, during maintenance');
  expect((await publicRows()).endpoints).toContainEqual(
    expect.objectContaining({ name: 'payroll', maintenance: { until: times.until } }),
  );
  const html = await (await fetch(feed['json'].replace('.json', '.html'))).text();
  expect(html.match(/<small>in maintenance<\/small>/g)).toHaveLength(1);
  expect(html).not.toContain('patch night');

  service.clock.advance(3_600);
  await service.check();
  expect(await textAt('/app')).not.toContain('in maintenance');
  expect(await textAt('/app/incidents')).toContain('began during maintenance patch night');
  expect(await textAt(`/app/monitors/${id}`)).toContain('It began during maintenance patch night.');
});

it('windows are listed with what they are for, whether they are open, and how to end them', async () => {
  const guest = await service.guest();
  const { seen: none } = await shownAt(service, '/app/maintenance', { guest });
  expect(none.text).toContain('No windows planned.');
  expect(none.texts('label')).toEqual(['Name', 'How often', 'From', 'Until', 'Tags']);

  const instant = (inSec: number) => new Date(service.clock.now() + inSec * 1000).toISOString();
  const plan = (body: object) => guest.call('POST', '/api/maintenance', body);
  await plan({ name: 'move', from: instant(0), until: instant(600), tags: ['db', 'web'] });
  await plan({ name: 'patch night', cron: '0 2 * * 0', tz: 'Europe/Berlin', length_sec: 7_200 });

  const { seen } = await shownAt(service, '/app/maintenance', { guest });
  expect(seen.texts('h2')).toEqual(['Plan a window', 'move', 'patch night']);
  expect(seen.text).toMatch(/Once, .* to .*, for monitors tagged db or web\.It is open until \d\d:\d\d\./);
  expect(seen.text).toContain('at 02:00 on Sunday, in Europe/Berlin, for 2 h, for every monitor.Next: Sun ');
  expect(seen.texts('button')).toEqual(expect.arrayContaining(['End move', 'Remove patch night']));
});
