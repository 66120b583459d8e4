import type { System } from '../../devices/facts.ts';
import { numbersOf, present, taggedWords } from '../lines.ts';
import type { Measure, Source, Values } from '../measure.ts';

const LINUX = /^\d+\.\d\d \d+\.\d\d \d+\.\d\d \d+\/\d+ \d+$/;

/** The load averages; Windows has none, a queue length is something else. */
export const loadavg = {
  id: 'loadavg',
  code: 'lo',
  label: 'Load',
  description: 'Average load of the last 1, 5 and 15 minutes',
  fields: [
    { id: 'm1', label: '1 min', format: 'num' },
    { id: 'm5', label: '5 min', format: 'num' },
    { id: 'm15', label: '15 min', format: 'num' },
  ],
  charted: ['m1', 'm5', 'm15'],
  profile: 'essentials',
  sources: [
    {
      system: 'linux',
      needs: ['proc_loadavg'],
      label: '/proc/loadavg',
      reads: [{ proc: 'loadavg' }],
      parse: ({ first }) => averages(first.find((line) => LINUX.test(line))?.split(' ')),
    },
    bySysctl('darwin'),
    bySysctl('freebsd'),
  ],
} satisfies Measure;

/** `vm.loadavg: { 2.06 2.30 2.41 }` */
function bySysctl(system: System): Source {
  return {
    system,
    needs: ['sysctl'],
    label: 'vm.loadavg',
    reads: [{ run: 'sysctl vm.loadavg' }],
    parse: ({ first }) => averages(taggedWords(first, 'vm.loadavg:')?.slice(1)),
  };
}

function averages(words: readonly string[] = []): Values | null {
  const [m1, m5, m15] = numbersOf(words);
  return present({ m1, m5, m15 });
}
