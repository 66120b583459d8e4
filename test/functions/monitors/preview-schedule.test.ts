import { describe, expect, it } from 'vitest';
import { contentsOf, expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

/** Its clock stands at 2027-03-01T12:00:00Z, a Monday. */
const service = shared(startTestService);

const preview = (body: unknown) => service.call('POST', '/api/schedule/preview', { body });

describe('previewSchedule', () => {
  it('shows runs in UTC and by the clocks of the zone, deadlines and words, to anybody, and writes nothing', async () => {
    const before = await contentsOf(service);

    const { status, json } = await preview({ cron: '0 3 * * 1-5', tz: 'America/Sao_Paulo', grace_sec: 600 });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      interval_sec: 86_400,
      cron: '0 3 * * 1-5',
      tz: 'America/Sao_Paulo',
      grace_sec: 600,
      fitting_grace_sec: 3_600,
      in_words: 'at 03:00 on Monday to Friday, in America/Sao_Paulo',
      warnings: [],
    });
    expect(json['next_runs']).toHaveLength(10);
    expect(json['next_runs'].slice(3, 5)).toEqual([
      {
        at: '2027-03-05T06:00:00.000Z',
        local: 'Fri 2027-03-05 03:00:00 -03:00',
        deadline_at: '2027-03-05T06:10:00.000Z',
      },
      {
        at: '2027-03-08T06:00:00.000Z',
        local: 'Mon 2027-03-08 03:00:00 -03:00',
        deadline_at: '2027-03-08T06:10:00.000Z',
      },
    ]);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('agrees with the monitor that is made of the same fields', async () => {
    const alice = await service.guest();
    const fields = { cron: '30 2 * * *', tz: 'Europe/Berlin' };
    const monitor = await alice.createMonitor({ interval_sec: undefined, ...fields });
    const detail = await alice.read(monitor['id']);

    const { json } = await preview(fields);

    expect(json['next_runs'].slice(0, 5).map((run: { at: string }) => run.at)).toEqual(detail['next_runs']);
    for (const name of ['interval_sec', 'cron', 'tz', 'grace_sec']) expect(json[name]).toBe(monitor[name]);
  });

  it('counts an interval from a ping now', async () => {
    const { json } = await preview({ interval_sec: 90 });

    expect(json).toMatchObject({
      interval_sec: 90,
      cron: null,
      tz: null,
      grace_sec: null,
      in_words: 'a ping at least every 1 min 30 s',
      warnings: [],
    });
    expect(json['next_runs'][0]).toEqual({
      at: '2027-03-01T12:01:30.000Z',
      local: 'Mon 2027-03-01 12:01:30 +00:00',
      deadline_at: '2027-03-01T12:01:30.000Z',
    });
    expect(json['next_runs'][9]['at']).toBe('2027-03-01T12:15:00.000Z');
  });

  it('says what is likely not meant, a sentence each', async () => {
    await using own = await startTestService({ startAt: Date.UTC(2027, 2, 26, 12) });
    const body = { cron: '30 2 28 * 0', tz: 'Europe/Berlin', grace_sec: 86_400 };

    const { json } = await own.call('POST', '/api/schedule/preview', { body });

    expect(json['next_runs'][0]['local']).toBe('Sun 2027-03-28 03:00:00 +02:00');
    expect(json['warnings']).toEqual([
      {
        kind: 'both_day_fields',
        detail: 'Day of month and day of week are both set: cron runs the job when either of them matches.',
      },
      {
        kind: 'clock_change',
        detail:
          'The run of 2027-03-28T01:00:00.000Z meets a clock change in Europe/Berlin: its time is skipped that day, so it runs once the clocks have changed (Sun 2027-03-28 03:00:00 +02:00).',
      },
    ]);
  });

  it('says that a grace hides missed runs', async () => {
    const { json } = await preview({ cron: '*/5 * * * *', grace_sec: 600 });

    expect(json['warnings']).toEqual([
      {
        kind: 'grace_longer_than_gap',
        detail:
          'grace_sec (10 min) lasts until the next run, which may come 5 min later: the ping of that run would hide a missed one.',
      },
    ]);
  });

  it.each([
    [{}, 'intervalo_invalido', ['interval_sec', 'cron']],
    [{ cron: '0 3 * * *', interval_sec: 300 }, 'cron_ou_interval', ['cron', 'interval_sec']],
    [{ cron: '0 3 * *' }, 'cron_invalido', ['five fields', '4']],
    [{ cron: `${'0,'.repeat(100_000)}0 3 * * *` }, 'cron_invalido', ['1000', '200009']],
    [{ cron: '* * 30 2 *', tz: 'America/St_Johns' }, 'cron_sem_ocorrencia', ['* * 30 2 *', 'never']],
    [{ cron: '0 3 * * *', tz: 'BST' }, 'tz_invalida', ['tz', 'BST', 'Europe/London']],
    [{ interval_sec: 300, tz: 'UTC' }, 'tz_invalida', ['tz', 'cron']],
    [{ interval_sec: 29 }, 'intervalo_invalido', ['interval_sec', '30', '29']],
    [{ cron: '0 3 * * *', grace_sec: 10 }, 'grace_invalido', ['grace_sec', '30', '10']],
    [{ cron: '0 3 * * *', name: 'x' }, 'campo_desconhecido', ['name', 'cron, tz, grace_sec']],
  ])('refuses request %# as it refuses a creation', async (body, error, names) => {
    await expectNothingWritten(service, () => preview(body), { status: 400, error, names });
  });
});
