import { present, taggedWords } from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';

/** `md0 : active raid1 sdb1[1] sda1[0]` */
const ARRAY = /^md\S* : (active|inactive)\b/;
/** `      1046528 blocks super 1.2 [2/1] [U_]`; arrays without redundancy have no such end. */
const MEMBERS = /^ +\d+ blocks .*\[\d+\/\d+\] \[([U_]+)\]$/;
const POOL_STATES = ['ONLINE', 'DEGRADED', 'FAULTED', 'OFFLINE', 'UNAVAIL', 'REMOVED', 'SUSPENDED'];

/** Arrays of disks, and how many of them have lost a disk or do not run. */
export const raid = {
  id: 'raid',
  code: 'ra',
  label: 'RAID',
  description: 'Disk arrays, and those missing a disk or stopped',
  fields: [
    { id: 'arranjos', label: 'Arrays', format: 'int' },
    { id: 'degradados', label: 'Degraded', format: 'int' },
  ],
  charted: ['degradados'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_mdstat'],
      label: '/proc/mdstat',
      reads: [{ proc: 'mdstat' }],
      parse: onLinux,
    },
    {
      system: 'freebsd',
      needs: ['zpool'],
      label: 'zpool list',
      reads: [{ run: 'echo zpool=$(zpool list -Ho health)' }],
      parse: ({ first }) => {
        const states = (taggedWords(first, 'zpool=') ?? []).filter((word) => POOL_STATES.includes(word));
        if (states.length === 0) return null;
        return present({
          arranjos: states.length,
          degradados: states.filter((state) => state !== 'ONLINE').length,
        });
      },
    },
  ],
} satisfies Measure;

/** The members of an array stand in the line after its name. */
function onLinux({ first }: RawReading): Values | null {
  let [arrays, degraded] = [0, 0];
  for (const [at, text] of first.entries()) {
    const [, state] = ARRAY.exec(text) ?? [];
    if (state === undefined) continue;
    arrays += 1;
    const [, members = ''] = MEMBERS.exec(first[at + 1] ?? '') ?? [];
    if (state === 'inactive' || members.includes('_')) degraded += 1;
  }
  return arrays === 0 ? null : present({ arranjos: arrays, degradados: degraded });
}
