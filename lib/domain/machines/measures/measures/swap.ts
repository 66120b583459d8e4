import { mebibytesOf, numberOf, percentOf, present, taggedNumber, taggedWords } from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';

const SWAPINFO_HEADER = /^Device\s+1K-blocks\s+Used\s+Avail\s+Capacity$/;
const SWAPINFO = /^\/dev\/\S+\s+(\d+)\s+(\d+)\s+\d+\s+\d+%$/;

/** Swap space. A machine without any has 0 MiB of it, and no share in use. */
export const swap = {
  id: 'swap',
  code: 'sw',
  label: 'Swap',
  description: 'Swap space in use',
  fields: [
    { id: 'usada', label: 'Used', format: 'mib' },
    { id: 'total', label: 'Total', format: 'mib' },
    { id: 'pct', label: 'Share', format: 'pct' },
  ],
  charted: ['pct'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_meminfo'],
      label: '/proc/meminfo',
      reads: [{ proc: 'meminfo' }],
      parse: ({ first }) => {
        const total = taggedNumber(first, 'SwapTotal:');
        const free = taggedNumber(first, 'SwapFree:');
        return swapOf(total, total === undefined || free === undefined ? undefined : total - free);
      },
    },
    {
      system: 'darwin',
      needs: ['sysctl'],
      label: 'vm.swapusage',
      reads: [{ run: 'sysctl vm.swapusage' }],
      parse: onDarwin,
    },
    {
      system: 'freebsd',
      needs: ['swapinfo'],
      label: 'swapinfo',
      reads: [{ run: 'swapinfo -k' }],
      parse: onFreeBsd,
    },
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_PageFileUsage',
      reads: [{ run: pageFiles() }],
      parse: ({ first }) => {
        const [total, used] = ['swap_total=', 'swap_usada='].map((tag) => taggedNumber(first, tag));
        return swapOf(kibOf(total), kibOf(used));
      },
    },
  ],
} satisfies Measure;

/** Of kibibytes. */
function swapOf(total: number | undefined, used: number | undefined): Values | null {
  if (total === undefined || used === undefined || used < 0 || used > total) return null;
  return present({ usada: mebibytesOf(used), total: mebibytesOf(total), pct: percentOf(used, total) });
}

function kibOf(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * 1024;
}

/** `vm.swapusage: total = 2048.00M  used = 1024.50M  free = 1023.50M  (encrypted)` */
function onDarwin({ first }: RawReading): Values | null {
  const words = taggedWords(first, 'vm.swapusage:') ?? [];
  const [total, used] = ['total', 'used'].map((name) => {
    const [is, amount] = words.slice(words.indexOf(name) + 1);
    return is === '=' && amount?.endsWith('M') ? kibOf(numberOf(amount.slice(0, -1))) : undefined;
  });
  return swapOf(total, used);
}

/** A line for each device, so none under the header where there is no swap. */
function onFreeBsd({ first }: RawReading): Values | null {
  if (!first.some((text) => SWAPINFO_HEADER.test(text))) return null;
  let [total, used] = [0, 0];
  for (const text of first) {
    const [, blocks, taken] = SWAPINFO.exec(text) ?? [];
    total += numberOf(blocks) ?? 0;
    used += numberOf(taken) ?? 0;
  }
  return swapOf(total, used);
}

/** Of no page file the sums are nothing, which is 0 as a whole number. */
function pageFiles(): string {
  const sum = (property: string) => `[long]($swap | Measure-Object ${property} -Sum).Sum`;
  return [
    '$swap = Get-CimInstance Win32_PageFileUsage',
    `"swap_total=$(${sum('AllocatedBaseSize')})"`,
    `"swap_usada=$(${sum('CurrentUsage')})"`,
  ].join('; ');
}
