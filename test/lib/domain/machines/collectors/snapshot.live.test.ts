import { expect, it } from 'vitest';
import { LIVE_FIELDS, LIVE_KEYS } from '../../../../../lib/domain/machines/collectors/live.ts';
import { liveOf } from '../../../../../lib/domain/machines/collectors/snapshot.ts';

const NOW_SEC = 1_795_406_223;
const NOW = NOW_SEC * 1000;

it('shows the numbers of the last ten minutes by group, in the order of the fields', () => {
  const live = liveOf(
    {
      values: {
        'disk.usedPct': [75, NOW_SEC - 600],
        'host.load5': [0, NOW_SEC],
        'host.load1': [0.42, NOW_SEC],
        'network.in': [1, NOW_SEC - 601],
      },
    },
    NOW,
  );

  expect(live).toEqual({ host: { load1: 0.42, load5: 0 }, disk: { usedPct: 75 } });
  expect(JSON.stringify(live)).toBe('{"host":{"load1":0.42,"load5":0},"disk":{"usedPct":75}}');
});

it('shows nothing of a channel that never sent, and no number that it does not know', () => {
  expect(liveOf(undefined, NOW)).toEqual({});
  expect(liveOf({ values: {} }, NOW)).toEqual({});
  expect(liveOf({ values: { 'host.gone': [1, NOW_SEC], 'gone.load1': [1, NOW_SEC] } }, NOW)).toEqual({});
});

it('knows each number by a key of its own', () => {
  const count = Object.values(LIVE_FIELDS).reduce((all, fields) => all + fields.length, 0);

  expect(LIVE_KEYS.size).toBe(count);
  expect(LIVE_KEYS.get('network.in')?.field.label).toBe('In');
});
