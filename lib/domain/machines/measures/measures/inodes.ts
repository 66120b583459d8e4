import type { System } from '../../devices/facts.ts';
import { countOf, percentOf, present, taggedWords } from '../lines.ts';
import type { Measure, Source, Values } from '../measure.ts';

/**
 * Files that the root file system can still hold. btrfs and ZFS have no limit and report 0. The name of a file system may
 * be an address, as with NFS, so the numbers alone leave the machine.
 */
export const inodes = {
  id: 'inodes',
  code: 'in',
  label: 'Inodes',
  description: 'Inodes in use on the root file system: each file takes one',
  fields: [
    { id: 'usados', label: 'Used', format: 'int' },
    { id: 'total', label: 'Total', format: 'int' },
    { id: 'pct', label: 'Share', format: 'pct' },
  ],
  charted: ['pct'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['df_i'],
      label: 'df -Pi /',
      reads: [{ run: 'df -Pi /|awk "END{print \\"inodes=\\",\\$3,\\$4}"' }],
      parse: ({ first }) => inodesOf(taggedWords(first, 'inodes=')),
    },
    byBsdDf('darwin'),
    byBsdDf('freebsd'),
  ],
} satisfies Measure;

/** Its columns: device, blocks, used, available, share, used inodes, free inodes, their share, mount point. */
function byBsdDf(system: System): Source {
  return {
    system,
    needs: ['df_i'],
    label: 'df -i /',
    reads: [{ run: 'df -i /|awk "END{print \\"inodes=\\",\\$6,\\$7}"' }],
    parse: ({ first }) => inodesOf(taggedWords(first, 'inodes=')),
  };
}

/** Used and free ones; the two are not quite all where some are held back. */
function inodesOf(words: readonly string[] = []): Values | null {
  const [used, free] = words.map(countOf);
  if (used === undefined || free === undefined || used + free === 0) return null;
  return present({ usados: used, total: used + free, pct: percentOf(used, used + free) });
}
