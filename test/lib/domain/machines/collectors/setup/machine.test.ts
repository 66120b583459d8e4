import { expect, it } from 'vitest';
import { machineOf } from '../../../../../../lib/domain/machines/collectors/setup/machine.ts';
import { FACTS } from '../../../../../support/machines/devices.ts';

it.each([
  ['debian', 'debian'],
  ['rocky', 'rhel'],
  ['alpine', 'other'],
  // Names that every object has.
  ['constructor', 'other'],
  ['__proto__', 'other'],
])('a machine that calls itself %s is of the family %s', (distribution, family) => {
  expect(machineOf({ ...FACTS, distribution }).family).toBe(family);
});
