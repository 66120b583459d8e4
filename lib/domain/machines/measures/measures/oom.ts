import { present, taggedCount } from '../lines.ts';
import type { Measure } from '../measure.ts';

/** Processes that Linux killed for want of memory since it started; in the kernel since 4.13. */
export const oom = {
  id: 'oom',
  code: 'om',
  label: 'Out-of-memory kills',
  description: 'Processes killed for lack of memory since the system started',
  fields: [{ id: 'total', label: 'Kills', format: 'int' }],
  charted: ['total'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_vmstat'],
      label: '/proc/vmstat',
      reads: [{ run: 'grep oom /proc/vmstat' }],
      parse: ({ first }) => present({ total: taggedCount(first, 'oom_kill ') }),
    },
  ],
} satisfies Measure;
