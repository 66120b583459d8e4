import type { System } from '../../devices/facts.ts';
import {
  mebibytesOf,
  numberOf,
  percentOf,
  present,
  taggedNumber,
  taggedWords,
  times,
  wordsOf,
} from '../lines.ts';
import type { Measure, Source, Values } from '../measure.ts';
import { line } from '../powershell.ts';

/**
 * The file system that the system itself is on. Its name may be an address, as with NFS, so the numbers and where it is
 * mounted alone leave the machine.
 */
export const disco = {
  id: 'disco',
  code: 'di',
  label: 'Disk',
  description: 'Space in use on the system disk',
  fields: [
    { id: 'ponto', label: 'Mounted on' },
    { id: 'usado', label: 'Used', format: 'mib' },
    { id: 'total', label: 'Total', format: 'mib' },
    { id: 'pct', label: 'Share', format: 'pct' },
  ],
  charted: ['pct'],
  profile: 'essentials',
  sources: [
    byDf('linux', '/'),
    // The root is a sealed system of constant size.
    byDf('darwin', '/System/Volumes/Data'),
    byDf('freebsd', '/'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_LogicalDisk',
      reads: [
        {
          run: [
            '$disk = Get-CimInstance Win32_LogicalDisk -Filter "DeviceID=""$env:SystemDrive"""',
            line('disco_ponto', '$disk.DeviceID'),
            line('disco_total', '$disk.Size'),
            line('disco_livre', '$disk.FreeSpace'),
          ].join('; '),
        },
      ],
      parse: ({ first }) => onWindows(first),
    },
  ],
} satisfies Measure;

/** Its columns: kibibytes in all, used, free, their share, and where it is mounted. */
const ROW = /^ [\d -]+% +\/\S*$/;

/** The row of the portable table without the name in front, which may hold spaces: so the columns count from the end. */
function byDf(system: System, path: string): Source {
  return {
    system,
    needs: ['df'],
    label: `df ${path}`,
    reads: [{ run: `df -Pk ${path}|grep -o " [0-9 -]*. */[^ ]*\\$"` }],
    parse: ({ first }) => {
      const row = first.find((text) => ROW.test(text));
      const [total, used, free, , mount] = wordsOf(row ?? '').slice(-5);
      return spaceOf(mount, { total: numberOf(total), used: numberOf(used), free: numberOf(free) });
    },
  };
}

function onWindows(lines: readonly string[]): Values | null {
  const [total, free] = ['disco_total=', 'disco_livre='].map((tag) =>
    times(taggedNumber(lines, tag), 1 / 1024),
  );
  if (total === undefined || free === undefined || free > total) return null;
  return spaceOf(taggedWords(lines, 'disco_ponto=')?.[0], { total, used: total - free, free });
}

/** Of kibibytes. The share is what `df` shows: of the space that programs may have, which is not all of it. */
function spaceOf(
  mount: string | undefined,
  { total, used, free }: Record<'total' | 'used' | 'free', number | undefined>,
): Values | null {
  const within = total !== undefined && used !== undefined && used <= total ? used : undefined;
  if (within === undefined) return null;
  return present({
    ponto: mount,
    usado: mebibytesOf(within),
    total: mebibytesOf(total),
    pct: percentOf(within, within + (free ?? 0)),
  });
}
