import { expect, it } from 'vitest';
import { CAPABILITIES, SYSTEMS, TRANSPORTS } from '../../../../../lib/domain/machines/devices/facts.ts';
import {
  MEASURES,
  PROFILES,
  measuresOf,
  sourceOf,
} from '../../../../../lib/domain/machines/measures/catalogue.ts';

const all = { capabilities: CAPABILITIES, transport: TRANSPORTS[0] };

it('takes the source of the system of a machine', () => {
  expect(sourceOf(MEASURES.loadavg, { system: 'linux', ...all })?.label).toBe('/proc/loadavg');
  expect(sourceOf(MEASURES.loadavg, { system: 'freebsd', ...all })?.label).toBe('vm.loadavg');
  expect(sourceOf(MEASURES.loadavg, { system: 'windows', ...all })).toBeNull();
});

it('takes no source whose needs are not met', () => {
  expect(sourceOf(MEASURES.loadavg, { system: 'linux', capabilities: ['proc', 'sysctl'] })).toBeNull();
});

it.each([
  ['linux', PROFILES.completo],
  ['darwin', PROFILES.completo],
  ['freebsd', PROFILES.completo],
  ['windows', PROFILES.completo.filter((id) => id !== 'loadavg')],
] as const)('measures the profiles on %s', (system, ids) => {
  expect(measuresOf({ system, ...all })).toEqual(expect.arrayContaining([...ids]));
});

it('measures nothing where nothing can be sent', () => {
  expect(measuresOf({ system: 'linux', capabilities: CAPABILITIES, transport: null })).toEqual([]);
});

it.each(SYSTEMS)('adds at most eight measures at once on %s', (system) => {
  const measured = measuresOf({ system, ...all });
  const added = PROFILES.completo.filter((id) => measured.includes(id));
  expect(added.length).toBeGreaterThanOrEqual(7);
  expect(added.length).toBeLessThanOrEqual(8);
});
