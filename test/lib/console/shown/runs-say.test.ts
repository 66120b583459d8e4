import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownAt } from '../../../support/console-text/shown.ts';
import { NIGHTLY, pingBySchedule, pingedNightly } from '../../../support/service/pinged-by-schedule.ts';
import { startTestService, type Person, type TestService } from '../../../support/service/service.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

const TITLE = 'What its runs show';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const pageOf = async (guest: Person, id: unknown) =>
  (await shownAt(service, `/app/monitors/${id}`, { guest })).seen;

describe('on the page of a monitor', () => {
  it('it learns, then there is a line with its sum, and nothing more is said once it is taken', async () => {
    const guest = await service.guest();
    const job = `/in/${await guest.ingestKey()}/nightly`;
    await pingBySchedule(service, job, NIGHTLY, 3);
    const [{ id }] = await guest.monitors();
    const learning = await pageOf(guest, id);
    expect(learning.texts('h2')).toContain(TITLE);
    expect(learning.text).toContain('Learning: 3 of 5 runs.');
    expect(learning.texts('button')).not.toContain('Apply');

    await pingBySchedule(service, job, NIGHTLY, 7);
    const path = `/api/endpoints/${id}/proposal`;
    const { proposals } = (await guest.call('GET', path)).json;
    const proposed = await pageOf(guest, id);
    expect(proposed.texts('p')).toContain(proposals[0].text);
    expect(proposed.text).not.toContain('Learning');
    expect(proposed.texts('summary')).toContain(
      `Other schedules that fit (${proposals[0].alternatives.length})`,
    );
    const [line] = proposed.texts('aria-label=call that applies the schedule');
    expect(line).toContain(`curl -X PATCH ${service.url}/api/endpoints/${id} `);
    expect(line).toContain(JSON.stringify(proposals[0].patch));

    await guest.call('POST', `${path}/take`, { proposal: proposals[0].id });
    expect((await pageOf(guest, id)).texts('h2')).not.toContain(TITLE);
  });

  const AGAINST = [
    [
      'zone',
      { cron: '0 3 * * *', tz: 'Asia/Tokyo', lateSec: () => 60 },
      'Pings come 9 hours before the',
      'time zone',
    ],
    [
      'early',
      { cron: '57 2 * * *', tz: 'UTC', lateSec: () => 15 },
      'earlier than “Grace” 60 allows',
      'grace',
    ],
  ] as const;

  it.each(casesOf(1, AGAINST))(
    'a schedule that pings speak against has one line, in the words of the forms: %s',
    async (_, job, words, what) => {
      const guest = await service.guest();
      const schedule = { interval_sec: undefined, cron: '0 3 * * *', tz: 'UTC', grace_sec: 60 };
      const { id } = await guest.createMonitor(schedule);
      await pingBySchedule(service, `/in/${id}`, job, 6);

      const seen = await pageOf(guest, id);

      expect(seen.text.split(words)).toHaveLength(2);
      const labels = seen.all('button').map(({ attributes }) => attributes['aria-label']);
      expect(labels).toContain(`Apply: ${what}`);
    },
  );

  itThorough('what a job began to do is a line of its own that nothing takes', async () => {
    const guest = await service.guest();
    const { id } = await guest.createMonitor({ interval_sec: 172_800 });
    const twice = { ...NIGHTLY, lateSec: () => 240 };
    for (let night = 0; night < 12; night += 1) {
      await pingBySchedule(service, `/in/${id}`, twice, 1);
      service.clock.advance(20);
      await service.call('GET', `/in/${id}`);
    }
    const { drifts } = (await guest.call('GET', `/api/endpoints/${id}/proposal`)).json;
    expect(drifts).toMatchObject([{ what: 'twice' }]);

    const seen = await pageOf(guest, id);

    expect(seen.texts('p')).toContain(`Noticed, no alert. ${drifts[0].text}`);
    expect(seen.texts('button')).toContain("Don't show again");

    service.clock.advance(4 * 86_400);
    await service.check();
    expect((await pageOf(guest, id)).texts('p')).toContain(`Noticed before: ${drifts[0].text}`);
  });

  itThorough('what cannot be read is said and asked for again, and the rest of the page stands', async () => {
    const guest = await service.guest();
    const id = await pingedNightly(service, guest, 6);
    let isUnread = true;
    const unread = { error: 'indisponivel', detail: 'The table does not answer.' };
    const answer = (path: string) =>
      isUnread && path.endsWith('/proposal') ? Response.json(unread, { status: 503 }) : undefined;
    const page = await shownAt(service, `/app/monitors/${id}`, { guest, answer });
    expect(page.seen.texts('role=alert').join()).toContain('The table does not answer.');
    expect(page.seen.texts('h2')).toContain('Runs');

    isUnread = false;
    const { seen } = await page.again();
    expect(seen.texts('role=alert')).toEqual([]);
    expect(seen.texts('button')).toContain('Apply');
  });
});

itThorough('a row of the list says that a monitor learns, or has a proposal, and leads to it', async () => {
  const guest = await service.guest();
  const key = await guest.ingestKey();
  const { id: other } = await guest.createMonitor({ name: 'payroll' });
  await service.call('GET', `/in/${other}`);
  const marks = async () => {
    const { seen } = await shownAt(service, '/app', { guest });
    return seen.all('a').filter(({ attributes }) => attributes['class'] === 'runs-mark');
  };
  await pingBySchedule(service, `/in/${key}/nightly`, NIGHTLY, 2);
  const [born] = (await guest.monitors()).filter(({ slug }: { slug?: string }) => slug === 'nightly');
  const [learns, ...more] = await marks();
  expect([learns?.text, learns?.attributes['href']]).toEqual([
    'learns',
    `/app/monitors/${born?.id}#runs-say`,
  ]);
  expect(learns?.attributes['aria-label']).toMatch(/^learns for nightly: /);
  expect(more).toEqual([]);

  await pingBySchedule(service, `/in/${key}/nightly`, NIGHTLY, 9);
  const [proposes] = (await marks()).filter(({ attributes }) =>
    attributes['href']?.includes(born?.id ?? '-'),
  );
  expect(proposes?.text).toBe('proposal');
  expect(proposes?.attributes['title']).toContain('02:30');
});
