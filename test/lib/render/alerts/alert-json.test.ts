import { describe, expect, it } from 'vitest';
import {
  blindJson,
  channelFailingJson,
  missJson,
  contentBody,
  recoveryJson,
} from '../../../../lib/render/alerts/alert-json.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

describe('missJson', () => {
  it('tells a silence with its true instants', () => {
    const url = 'https://rollcall.example/app/monitors/mon_1/incidents/3';
    const reader = {
      zone: 'UTC',
      url,
      listUrl: 'https://rollcall.example/app',
      pauseUrl: 'https://rollcall.example/pause/t',
    };

    expect(missJson({ ...sampleContent({ tags: ['db', 'prod'] }), reader })).toEqual({
      type: 'service.miss',
      reason: 'silence',
      alert_id: 'al_1',
      endpoint_id: 'mon_1',
      name: 'Nightly backup',
      text: 'Nightly backup went silent. Last ping: 2026-03-29 00:00:00 UTC. Expected: a ping at least every hour. Down since 2026-03-29 01:00:00 UTC.',
      url,
      incident: 3,
      alert: 1,
      down_since: '2026-03-29T01:00:00.000Z',
      alerted_at: '2026-03-29T01:04:30.000Z',
      last_event_at: '2026-03-29T00:00:00.000Z',
      interval_sec: 3600,
      cron: null,
      tz: null,
      grace_sec: null,
      next_expected_at: null,
      max_duration_sec: null,
      run_id: null,
      exit_code: null,
      miss_count: 7,
      tags: ['db', 'prod'],
      hint: null,
      not_heard: null,
      held: null,
      output: null,
      superseded: null,
    });
  });

  it('tells the schedule of a scheduled monitor', () => {
    const json = missJson(
      sampleContent({
        cron: '0 2 * * *',
        tz: 'Europe/Lisbon',
        graceSec: 90,
        nextExpectedAt: Date.UTC(2026, 2, 29, 1, 0, 0),
      }),
    );

    expect(json).toMatchObject({
      cron: '0 2 * * *',
      tz: 'Europe/Lisbon',
      grace_sec: 90,
      next_expected_at: '2026-03-29T01:00:00.000Z',
    });
    expect(json.text).toContain('Expected: schedule 0 2 * * * in Europe/Lisbon, with 1 min 30 s of grace.');
  });

  it.each([
    [
      'a failure',
      { reason: 'fail' as const },
      'Nightly backup reported a failure. Reported by the job itself. Down since 2026-03-29 01:00:00 UTC.',
    ],
    [
      'a failure with an exit code',
      { reason: 'fail' as const, exitCode: 137 },
      'Nightly backup reported a failure. Reported by the job itself, with exit code 137. Down since 2026-03-29 01:00:00 UTC.',
    ],
    [
      'a named run that is too long',
      { reason: 'too_long' as const, runId: 'r-1', maxDurationSec: 1800 },
      'Nightly backup is running too long. Run r-1 has been running for longer than 30 min. Down since 2026-03-29 01:00:00 UTC.',
    ],
    [
      'an unnamed run that is too long',
      { reason: 'too_long' as const, maxDurationSec: 60 },
      'Nightly backup is running too long. Its run has been running for longer than 1 min. Down since 2026-03-29 01:00:00 UTC.',
    ],
    [
      'a repeat',
      { alertNumber: 2, lastEventAt: null },
      'Nightly backup is still silent (alert 2). Last ping: never. Expected: a ping at least every hour. Down since 2026-03-29 01:00:00 UTC.',
    ],
    [
      'a test',
      { kind: 'test' as const },
      'Test alert for Nightly backup: this channel works, nothing is wrong.',
    ],
  ])('says %s in one sentence line', (_what, part, text) => {
    expect(missJson(sampleContent(part)).text).toBe(text);
  });

  it('marks a test and nothing else as a test', () => {
    expect(missJson(sampleContent({ kind: 'test' })).test).toBe(true);
    expect(missJson(sampleContent())).not.toHaveProperty('test');
  });
});

describe('recoveryJson', () => {
  it('has its own type and tells how long it took', () => {
    expect(recoveryJson(sampleRecovery({ reason: 'fail' }))).toMatchObject({
      type: 'service.recovery',
      reason: 'fail',
      incident: 3,
      down_since: '2026-03-29T01:00:00.000Z',
      recovered_at: '2026-03-29T02:05:00.000Z',
      downtime_sec: 3900,
      text: 'Nightly backup came back at 2026-03-29 02:05:00 UTC, after 1 h 5 min down.',
    });
  });

  it('carries every key of a miss', () => {
    const missing = Object.keys(missJson(sampleContent())).filter(
      (key) => !(key in recoveryJson(sampleRecovery())),
    );

    expect(missing).toEqual([]);
  });
});

describe('output and hint', () => {
  it('come with a failure', () => {
    const json = missJson(sampleContent({ reason: 'fail', output: 'copying\ndisk full' }));

    expect(json.output).toBe('copying\ndisk full');
    expect(json.text).not.toContain('disk full');
  });

  it('come masked and cut even when they were stored otherwise', () => {
    const output = `${'old\n'.repeat(20)}DB_PASSWORD=hunter2swordfish`;

    expect(missJson(sampleContent({ reason: 'fail', output })).output).toBe(
      `${'old\n'.repeat(9)}DB_PASSWORD=***`,
    );
  });

  it.each(['recovery', 'test'] as const)('leaves the output out of a %s', (kind) => {
    expect(JSON.parse(contentBody(sampleRecovery({ kind, output: 'disk full' }))).output).toBeNull();
  });

  it('end the text with the hint in one line', () => {
    const json = missJson(sampleContent({ hint: 'It seems to run\nin Lisbon time.' }));

    expect(json.hint).toBe('It seems to run\nin Lisbon time.');
    expect(json.text).toMatch(/Down since 2026-03-29 01:00:00 UTC\. It seems to run in Lisbon time\.$/);
  });

  it('leave the text of a test alone', () => {
    expect(missJson(sampleContent({ kind: 'test', hint: 'It seems late.' })).text).toBe(
      'Test alert for Nightly backup: this channel works, nothing is wrong.',
    );
  });
});

describe('blindJson', () => {
  it('tells from when to when we could not see and names no monitor', () => {
    const content = sampleContent({
      kind: 'blind',
      recoveredAt: Date.UTC(2026, 2, 29, 1, 25, 0),
      hint: 'h',
      output: 'o',
    });

    expect(blindJson(content)).toEqual({
      type: 'service.blind',
      alert_id: 'al_1',
      text: 'Rollcall could not receive pings from 2026-03-29 01:00:00 UTC to 2026-03-29 01:25:00 UTC (25 min). Deadlines that fell in that time were extended by as long. Failures that did reach us were alerted as usual.',
      url: null,
      blind_from: '2026-03-29T01:00:00.000Z',
      blind_to: '2026-03-29T01:25:00.000Z',
      blind_sec: 1500,
      alerted_at: '2026-03-29T01:04:30.000Z',
    });
  });
});

describe('channelFailingJson', () => {
  it.each([
    ['webhook', 'webhook'],
    ['email', 'e-mail'],
  ] as const)('tells since when %s fails', (failingChannel, words) => {
    const failing = { address: 'x.example', detail: 'It said no.' };
    const content = sampleContent({
      kind: 'channel_failing',
      failingChannel,
      failing,
      tags: ['db'],
      hint: 'h',
    });

    expect(channelFailingJson(content)).toEqual({
      type: 'service.channel_failing',
      alert_id: 'al_1',
      endpoint_id: 'mon_1',
      name: 'Nightly backup',
      text: `Alerts for Nightly backup by ${words} to x.example have been failing since 2026-03-29 01:00:00 UTC. It said no. Nothing was switched off: we still try every alert. We report this once, not for every monitor that alerts the same address.`,
      url: null,
      channel: failingChannel,
      address: 'x.example',
      detail: 'It said no.',
      failing_since: '2026-03-29T01:00:00.000Z',
      alerted_at: '2026-03-29T01:04:30.000Z',
      tags: ['db'],
    });
  });
});

describe('noticeBody', () => {
  it.each([
    ['miss', 'service.miss'],
    ['test', 'service.miss'],
    ['recovery', 'service.recovery'],
    ['blind', 'service.blind'],
    ['channel_failing', 'service.channel_failing'],
  ] as const)('of a %s has the type %s and is the same each time', (kind, type) => {
    const content = sampleRecovery({ kind });

    expect(JSON.parse(contentBody(content))).toMatchObject({ type });
    expect(contentBody(content)).toBe(contentBody({ ...content }));
  });
});
