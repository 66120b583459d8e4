import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { detectedDevice } from '../../../support/machines/devices.ts';
import { startTestService, type Person, type TestService } from '../../../support/service/service.ts';
import { casesOf } from '../../../support/thorough.ts';

let service: TestService;
let owner: Person;
let id: string;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.guest();
  id = String((await owner.createMonitor({ name: 'nightly backup' }))['id']);
  await service.call('GET', `/in/${id}`);
});
afterAll(() => service.stop());

describe('while nobody answers', () => {
  it.each(
    casesOf(3, [
      ['/app', 'nightly backup'],
      ['/app/monitors/ID', 'nightly backup'],
      ['/app/monitors/ID/start', 'It answered'],
      ['/app/incidents', 'No incident'],
      ['/app/billing', 'Bought'],
      ['/app/devices', 'No machines yet'],
    ] as const),
  )('%s says so, and shows what there is when it is asked again', async (path, text) => {
    let isDown = true;
    const answer = () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return undefined;
    };
    const page = await shownAt(service, path.replace('ID', id), { guest: owner, answer });
    const [told = ''] = page.seen.texts('role=alert');
    expect(told).toContain('Cannot reach the service.');
    expect(told).toContain('retries by itself');
    expect(page.seen.texts('button')).toContain('Try again');

    isDown = false;
    const { seen } = await page.again();
    expect(seen.texts('main').join()).toContain(text);
    expect(seen.all('role=alert')).toEqual([]);
  });
});

it.each(casesOf(1, ['list', 'machine']))(
  'no machine is said to be silent where its readings cannot be had: the %s',
  async (which) => {
    const guest = await service.guest();
    const device = await detectedDevice(service, guest);
    const unread = { error: 'indisponivel', detail: 'The table does not answer.' };
    let isUnread = true;
    const answer = (path: string) =>
      isUnread && path === '/api/coletas/serie' ? Response.json(unread, { status: 503 }) : undefined;
    const path = which === 'list' ? '/app/devices' : `/app/devices/${device.id}`;
    const page = await shownAt(service, path, { guest, answer });
    expect(page.seen.text).toContain('The table does not answer.');
    expect(page.seen.text).not.toMatch(/Waiting|never/);

    isUnread = false;
    const { seen } = await page.again();
    expect(seen.text).not.toContain('The table does not answer.');
    expect(seen.text).toContain('web 1');
  },
);
