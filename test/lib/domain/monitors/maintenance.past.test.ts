import { expect, it } from 'vitest';
import {
  endedWindow,
  isOverAt,
  maintenanceNames,
  openAmong,
  windowsToKeep,
  type MaintenanceWindow,
} from '../../../../lib/domain/monitors/maintenance.ts';
import { at } from '../../../support/alerts/monitor-builder.ts';

const MINUTE_MS = 60_000;
const window = (name: string, times: MaintenanceWindow['times'], createdAt = 0): MaintenanceWindow => ({
  id: name,
  name,
  tags: [],
  times,
  createdAt,
});
const hourly = { cron: '0 * * * *', tz: 'UTC', lengthSec: 1_200 };

it('names of the past are those that each instant alone would have, in whatever order they are asked', () => {
  const windows = [
    window('hourly', hourly),
    window('quarterly', { cron: '*/15 * * * *', tz: 'Europe/Berlin', lengthSec: 300 }),
    window('once', { from: at('12:10'), until: at('12:40') }),
  ];
  const instants = Array.from({ length: 300 }, (_, minute) => at('10:00') + minute * MINUTE_MS);
  const alone = instants.map((each) => openAmong(windows, each)?.window.name);
  expect(instants.map(maintenanceNames(windows))).toEqual(alone);
  expect(instants.toReversed().map(maintenanceNames(windows))).toEqual(alone.toReversed());
  expect(new Set(alone)).toEqual(new Set(['hourly', 'quarterly', 'once', undefined]));
});

it('a recurring window names nothing before it was made, one that was planned once does', () => {
  const made = at('12:10');
  expect(maintenanceNames([window('hourly', hourly, made)])(at('12:09'))).toBeUndefined();
  expect(maintenanceNames([window('hourly', hourly, made)])(at('12:10'))).toBe('hourly');
  const once = window('once', { from: at('12:00'), until: at('13:00') }, made);
  expect(maintenanceNames([once])(at('12:09'))).toBe('once');
});

it('a window that is ended while it is open is over from then on, and one that is not leaves nothing', () => {
  const ended = endedWindow(window('hourly', hourly), at('12:05'));
  expect(ended).toMatchObject({ times: { from: at('12:00'), until: at('12:05') }, isEnded: true });
  expect(ended && isOverAt(ended, at('12:05'))).toBe(true);
  expect(endedWindow(window('hourly', hourly), at('12:30'))).toBeNull();
});

it('of what is over the last twenty are kept, and all that is ahead', () => {
  const over = Array.from({ length: 25 }, (_, index) =>
    window(`over ${index}`, { from: index, until: index + 1 }),
  );
  const ahead = Array.from({ length: 20 }, (_, index) => window(`ahead ${index}`, hourly));
  const kept = windowsToKeep([...over, ...ahead], at('12:00'));
  expect(kept).toEqual([...over.slice(5), ...ahead]);
});
