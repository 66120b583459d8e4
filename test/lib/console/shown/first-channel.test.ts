import { expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

it('the first minute asks for a channel once, and not of who has one', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'backup' });
  const asked = async () =>
    (await shownAt(service, `/app/monitors/${id}/start`, { guest })).seen
      .texts('summary')
      .filter((text) => text.startsWith('Or add a channel'));
  expect(await asked()).toHaveLength(1);
  await guest.call('POST', '/api/channels', { url: 'https://hooks.slack.com/services/T0/B0/x' });
  expect(await asked()).toEqual([]);
});
