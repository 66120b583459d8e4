import { describe, expect, it } from 'vitest';
import { contentBody } from '../../../../lib/render/alerts/alert-json.ts';
import { type TemplateMonitor, templatesFor } from '../../../../lib/render/monitors/templates.ts';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { newMonitor } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { newSettings } from '../../../../lib/domain/monitors/settings/settings.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { stateOf } from '../../../../lib/domain/monitors/state.ts';
import { nextRunAfter } from '../../../../lib/domain/schedule/next-run.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

const URL_OF_JOB = 'https://in.example.com/in/abc';
const BASE = 'https://rollcall.example';

function monitor(part: Partial<TemplateMonitor> = {}): TemplateMonitor {
  return {
    id: 'abc',
    idTail: null,
    name: 'Nightly backup',
    intervalSec: 300,
    cron: null,
    tz: null,
    graceSec: null,
    nextExpectedAt: null,
    maxDurationSec: null,
    tags: [],
    ...part,
  };
}

const START_AT = Date.UTC(2027, 2, 1, 12);

/** A monitor of that interval that pinged in the second before. */
function watchedSince(intervalSec: number, at: number): Monitor {
  const settings = newSettings({ name: 'job', intervalSec }, { now: at, allowLoopback: false });
  if (!settings.ok) throw new Error(settings.detail);
  const made = newMonitor({ id: 'abc', spaceId: 'space', slug: null }, settings.value, at - 1_000);
  return { ...made, lastEventAt: at + 59_000 };
}

function cronOf(part: Partial<TemplateMonitor>): string {
  return templatesFor({ base: BASE, ingestUrl: URL_OF_JOB, monitor: monitor(part) }).ingest_cron;
}

describe('templatesFor', () => {
  it('gives the six strings, of a monitor and of nobody', () => {
    const keys = ['ingest_curl', 'ingest_cron', 'ingest_n8n', 'miss_json', 'recovery_json', 'miss_url_hint'];

    for (const one of [monitor(), null]) {
      const templates = templatesFor({ base: BASE, ingestUrl: URL_OF_JOB, monitor: one });
      expect(Object.keys(templates)).toEqual(keys);
      expect(Object.values(templates).every((text) => typeof text === 'string' && text !== '')).toBe(true);
    }
  });

  it('gives the curl line', () => {
    expect(templatesFor({ base: BASE, ingestUrl: URL_OF_JOB, monitor: null }).ingest_curl).toBe(
      'curl -fsS -m 10 --retry 5 -o /dev/null https://in.example.com/in/abc',
    );
  });

  it('quotes a URL that a shell would take apart', () => {
    expect(
      templatesFor({ base: BASE, ingestUrl: "https://x.example/in/<ID>?a='&b", monitor: null }).ingest_curl,
    ).toBe("curl -fsS -m 10 --retry 5 -o /dev/null 'https://x.example/in/<ID>?a='\\''&b'");
  });

  it('says in every way to call where to call', () => {
    const templates = templatesFor({ base: BASE, ingestUrl: URL_OF_JOB, monitor: monitor() });

    expect(templates.ingest_cron).toContain(URL_OF_JOB);
    expect(templates.ingest_n8n).toContain(URL_OF_JOB);
    expect(templates.miss_url_hint).toMatch(/^Public HTTPS only/);
  });

  it('shows bodies with the keys of real alerts and this monitor in them', () => {
    const templates = templatesFor({ base: BASE, ingestUrl: URL_OF_JOB, monitor: monitor({ tags: ['db'] }) });
    const miss = JSON.parse(templates.miss_json);
    const recovery = JSON.parse(templates.recovery_json);

    expect(Object.keys(miss)).toEqual(Object.keys(JSON.parse(contentBody(sampleContent()))));
    expect(Object.keys(recovery)).toEqual(Object.keys(JSON.parse(contentBody(sampleRecovery()))));
    expect(miss).toMatchObject({
      type: 'service.miss',
      reason: 'silence',
      endpoint_id: 'abc',
      name: 'Nightly backup',
      tags: ['db'],
    });
    expect(recovery).toMatchObject({ type: 'service.recovery', downtime_sec: 2700 });
  });

  it('dates the sample of a scheduled monitor by its next run and grace', () => {
    const nextExpectedAt = Date.UTC(2026, 2, 29, 1, 0, 0);
    const scheduled = monitor({ cron: '0 2 * * *', tz: 'Europe/Lisbon', graceSec: 120, nextExpectedAt });

    const miss = JSON.parse(
      templatesFor({ base: BASE, ingestUrl: URL_OF_JOB, monitor: scheduled }).miss_json,
    );

    expect(miss).toMatchObject({
      next_expected_at: '2026-03-29T01:00:00.000Z',
      down_since: '2026-03-29T01:02:00.000Z',
    });
  });
});

describe('ingest_cron', () => {
  const command =
    '/path/to/your-job; curl -fsS -m 10 --retry 5 -o /dev/null https://in.example.com/in/abc/$?';

  it("runs at the monitor's own schedule and names its zone", () => {
    expect(cronOf({ cron: '*/7 2 * * 1-5', tz: 'Europe/Lisbon' })).toBe(
      `*/7 2 * * 1-5 ${command} # schedule is read in Europe/Lisbon`,
    );
  });

  it.each([
    [70, '* * * * *'],
    [120, '* * * * *'],
    [121, '*/2 * * * *'],
    [300, '*/4 * * * *'],
    [301, '*/5 * * * *'],
    [1_800, '*/20 * * * *'],
    [3_600, '*/30 * * * *'],
    [3_601, '0 * * * *'],
    [7_201, '0 */2 * * *'],
    [86_400, '0 */12 * * *'],
    [86_401, '0 3 * * *'],
    [90_000, '0 3 * * *'],
    [604_800, '0 3 * * *'],
    [608_400, '0 3 * * 0'],
    [2_682_000, '0 3 1 * *'],
  ])('for %i s of tolerated silence runs at %s', (intervalSec, when) => {
    expect(cronOf({ intervalSec })).toBe(`${when} ${command}`);
  });

  it.each([
    [30, '0 20 40'],
    [39, '0 20 40'],
    [40, '0 30'],
    [60, '0 30'],
    [69, '0 30'],
  ])('for %i s of tolerated silence runs several times a minute, %s s in', (intervalSec, starts) => {
    expect(cronOf({ intervalSec })).toBe(
      `* * * * * for s in ${starts}; do (sleep $s; ${command}) & done; wait`,
    );
  });

  it('keeps a monitor of any short interval alive, though its runs vary by some seconds', () => {
    for (let intervalSec = LIMITS.intervalMinSec; intervalSec <= 120; intervalSec += 1) {
      const line = cronOf({ intervalSec });
      const cron = line.split(' ').slice(0, 5).join(' ');
      const starts = /for s in ([\d ]+);/.exec(line)?.[1]?.split(' ').map(Number) ?? [0];
      let watched = watchedSince(intervalSec, START_AT);
      let minuteAt: number | null = START_AT;
      for (let minute = 0; minute < 10; minute += 1) {
        minuteAt = nextRunAfter({ cron, tz: 'UTC' }, minuteAt ?? START_AT);
        for (const [turn, start] of starts.entries()) {
          // Early and late by turns, so that gaps are as long as they come.
          const at = (minuteAt ?? 0) + start * 1_000 + ((minute + turn) % 2) * 7_000;
          expect([intervalSec, minute, stateOf(watched, at)]).toEqual([intervalSec, minute, 'ok']);
          watched = applySignal(
            watched,
            { kind: 'ping', rid: null, status: null, latencyMs: null },
            at,
          ).monitor;
        }
      }
      expect([intervalSec, watched.missCount]).toEqual([intervalSec, 0]);
    }
  });

  it('escapes the percent sign, which ends a command in a crontab', () => {
    const templates = templatesFor({
      base: BASE,
      ingestUrl: 'https://x.example/in/a%20b',
      monitor: monitor(),
    });

    expect(templates.ingest_cron).toContain('https://x.example/in/a\\%20b/$?');
  });
});
