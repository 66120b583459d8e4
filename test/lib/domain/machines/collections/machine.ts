import { CAPABILITIES, type MachineFacts } from '../../../../../lib/domain/machines/devices/facts.ts';
import type { Measure, Read, Source } from '../../../../../lib/domain/machines/measures/measure.ts';

export const SYMBOL = 'aB3_eFgHiJkLm-OpQrStUv';

/** A Linux machine that has everything, changed. */
export const machine = (change: Partial<MachineFacts> = {}): MachineFacts => ({
  system: 'linux',
  version: '6.1.0',
  architecture: 'x86_64',
  distribution: 'debian',
  distributionVersion: '12',
  shell: 'dash',
  context: 'vm',
  transport: 'curl',
  capabilities: CAPABILITIES,
  versions: {},
  ...change,
});

/** A machine without some of its capabilities. */
export const without = (...missing: readonly string[]): Pick<MachineFacts, 'capabilities'> => ({
  capabilities: CAPABILITIES.filter((capability) => !missing.includes(capability)),
});

/** A measure of every system by these reads. */
export const measured = (
  id: string,
  reads: readonly Read[],
  change: Partial<Measure & Source> = {},
): Measure => ({
  id,
  code: 'zz',
  label: id,
  description: id,
  fields: [],
  charted: [],
  profile: null,
  sources: (['linux', 'darwin', 'freebsd', 'windows'] as const).map((system) => ({
    system,
    needs: [],
    label: `${id} of ${system}`,
    reads,
    parse: () => null,
    ...(change.twice ? { twice: true } : {}),
  })),
  ...(change.hourly ? { hourly: true } : {}),
});

export const LOAD = measured('load', [{ proc: 'loadavg' }]);
export const CPU = measured('cpu', [{ proc: 'stat' }], { twice: true });
export const DISK = measured('disk', [{ run: 'df -Pk /' }]);
export const UPDATES = measured('updates', [{ run: 'echo updates=$((3+4))' }], { hourly: true });
