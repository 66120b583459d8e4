import { expect, it } from 'vitest';
import { feedStatusOf } from '../../../../lib/render/feed/feed-status.ts';
import { FAILING, feedMonitor, NOW, rollOf, URLS } from '../../domain/feed/sample-feed.ts';

it('the JSON form carries the fields of the specification, the incident and what was noticed', () => {
  const status = feedStatusOf({
    monitors: [feedMonitor({ missCount: 3, incident: FAILING, drifts: ['slower'] })],
    now: NOW,
    urls: URLS,
  });

  expect(status).toEqual({
    generated_at: '2026-08-01T03:00:00.000Z',
    summary: { total: 1, ok: 1, overdue: 0, waiting_first_ping: 0, inactive: 0, all_ok: false },
    endpoints: [
      {
        badge: 'https://status.example.com/s/TOKEN/0123456789abcdef01234567.svg',
        id: '0123456789abcdef01234567',
        name: 'nightly-backup',
        status: 'ok',
        healthy: true,
        overdue: false,
        interval_sec: 600,
        last_event_at: '2026-08-01T02:56:00.000Z',
        miss_count: 3,
        incident: { number: 3, reason: 'fail', since: '2026-08-01T02:58:00.000Z' },
        drifts: ['slower'],
        maintenance: null,
        alerts: { email: true, url: false },
      },
    ],
    _links: {
      self: 'https://status.example.com/s/TOKEN',
      html: 'https://status.example.com/s/TOKEN',
      json: 'https://status.example.com/s/TOKEN.json',
      rss: 'https://status.example.com/s/TOKEN.rss',
      metrics: 'https://status.example.com/s/TOKEN/metrics',
      api_index: 'https://status.example.com/api/',
    },
  });
});

it('a monitor that never pinged has no last event', () => {
  const status = feedStatusOf({ monitors: rollOf(['waiting']), now: NOW, urls: URLS });

  expect(status.endpoints[0]).toMatchObject({ status: 'waiting', last_event_at: null, healthy: false });
});

it('the summary counts active monitors by health and the deactivated apart', () => {
  const monitors = rollOf(['ok', 'ok', 'late', 'waiting', 'inactive']);
  const paused = feedMonitor({ state: 'paused', healthy: true });

  const { summary } = feedStatusOf({ monitors: [...monitors, paused], now: NOW, urls: URLS });

  expect(summary).toEqual({
    total: 6,
    ok: 3,
    overdue: 1,
    waiting_first_ping: 1,
    inactive: 1,
    all_ok: false,
  });
});

it.each([
  ['nobody at all', [], false],
  ['one that answered', ['ok'], true],
  ['one late among others', ['ok', 'late'], false],
  ['one that never pinged', ['ok', 'waiting'], false],
  ['one deactivated beside one that answered', ['ok', 'inactive'], true],
  ['none that is active', ['inactive', 'inactive'], false],
] as const)('all_ok of %s', (_case, states, expected) => {
  const { summary } = feedStatusOf({ monitors: rollOf(states), now: NOW, urls: URLS });

  expect(summary.all_ok).toBe(expected);
});

it.each([
  ['ok', false],
  ['paused', true],
] as const)('all_ok beside an open incident of a monitor that is %s is %s', (state, expected) => {
  const failing = feedMonitor({ state, healthy: true, incident: FAILING });

  const { summary } = feedStatusOf({ monitors: [...rollOf(['ok']), failing], now: NOW, urls: URLS });

  expect(summary.all_ok).toBe(expected);
});

it('a deactivated monitor is neither overdue nor waiting, whatever it was', () => {
  const gone = feedMonitor({ state: 'inactive', overdue: true, lastEventAt: null });

  const { summary } = feedStatusOf({ monitors: [gone], now: NOW, urls: URLS });

  expect(summary).toMatchObject({ overdue: 0, waiting_first_ping: 0, inactive: 1 });
});
