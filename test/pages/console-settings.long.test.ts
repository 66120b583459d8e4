import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { openConsole } from './console-browser.ts';

const service = shared(startTestService);

it('a limit that is no number is refused in the form, and what was not typed is left as it is', async () => {
  const guest = await service.guest();
  const { id } = await guest.createMonitor({ name: 'backup', max_duration_sec: 600, tags: ['db'] });
  const path = `/api/endpoints/${id}`;
  await using opened = await openConsole(service, {
    guest,
    path: `/app/monitors/${id}?tab=settings`,
  });
  const { page } = opened;
  const limit = page.getByRole('textbox', { name: 'Run limit' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await limit.fill('90 min');
  await save.click();
  await page.getByText('This must be a number, such as 10 or 1.5.').waitFor();
  expect((await guest.call('GET', path)).json).toMatchObject({ max_duration_sec: 600 });

  await guest.call('PATCH', path, { tags: ['moved'], name: 'renamed' });
  await limit.fill('1,5');
  await save.click();
  await page.getByText('Saved.').waitFor();
  expect((await guest.call('GET', path)).json).toMatchObject({
    max_duration_sec: 90,
    tags: ['moved'],
    name: 'renamed',
  });
  await page.getByText('Run limit: 1 min 30 s, was 10 min').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Tags' }).inputValue()).toBe('moved');
  expect(await limit.inputValue()).toBe('1.5');
  expect(opened.complaints).toEqual([]);
});
