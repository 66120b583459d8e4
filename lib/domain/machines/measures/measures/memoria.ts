import {
  mebibytesOf,
  numberOf,
  percentOf,
  present,
  taggedNumber,
  taggedWords,
  times,
  totalOf,
} from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';
import { line, OPERATING_SYSTEM } from '../powershell.ts';

const VM_STAT_PAGE = /^Mach Virtual Memory Statistics: \(page size of (\d+) bytes\)/;
const VM_STAT_AVAILABLE = ['free', 'inactive', 'speculative', 'purgeable'];
const FREEBSD_AVAILABLE = ['free', 'inactive', 'laundry'];
const PER_KIB = 1 / 1024;
const ARC = 'kstat.zfs.misc.arcstats.size';

/** Memory in use: what programs could not have without others giving some up. Caches are not in use. */
export const memoria = {
  id: 'memoria',
  code: 'me',
  label: 'Memory',
  description: 'Memory in use, without caches',
  fields: [
    { id: 'usada', label: 'Used', format: 'mib' },
    { id: 'total', label: 'Total', format: 'mib' },
    { id: 'pct', label: 'Share', format: 'pct' },
  ],
  charted: ['pct'],
  profile: 'essentials',
  sources: [
    {
      system: 'linux',
      needs: ['proc_meminfo'],
      label: '/proc/meminfo',
      reads: [{ proc: 'meminfo' }],
      parse: ({ first }) => memoryOf(taggedNumber(first, 'MemTotal:'), availableOnLinux(first)),
    },
    {
      system: 'darwin',
      needs: ['sysctl', 'vm_stat'],
      label: 'vm_stat',
      reads: [{ run: 'sysctl hw.memsize' }, { run: 'vm_stat' }],
      parse: onDarwin,
    },
    {
      system: 'freebsd',
      needs: ['sysctl'],
      label: 'vm.stats.vm',
      reads: [
        {
          run: `sysctl hw.physmem hw.pagesize ${FREEBSD_AVAILABLE.map((kind) => `vm.stats.vm.v_${kind}_count`).join(' ')} ${ARC}`,
        },
      ],
      parse: onFreeBsd,
    },
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_OperatingSystem',
      reads: [
        OPERATING_SYSTEM,
        {
          run: `${line('memoria_total', '$os.TotalVisibleMemorySize')}; ${line('memoria_livre', '$os.FreePhysicalMemory')}`,
        },
      ],
      parse: ({ first }) =>
        memoryOf(taggedNumber(first, 'memoria_total='), taggedNumber(first, 'memoria_livre=')),
    },
  ],
} satisfies Measure;

/** Of kibibytes. */
function memoryOf(total: number | undefined, available: number | undefined): Values | null {
  if (total === undefined || total === 0) return null;
  const used = available === undefined || available > total ? undefined : total - available;
  return present({ usada: mebibytesOf(used), total: mebibytesOf(total), pct: percentOf(used, total) });
}

/** Kernels before 3.14 and some containers say nothing of what is available. */
function availableOnLinux(lines: readonly string[]): number | undefined {
  const available = taggedNumber(lines, 'MemAvailable:');
  return available ?? totalOf(['MemFree:', 'Buffers:', 'Cached:'].map((tag) => taggedNumber(lines, tag)));
}

function onDarwin({ first }: RawReading): Values | null {
  const total = taggedNumber(first, 'hw.memsize:');
  const pageBytes = numberOf(first.map((each) => VM_STAT_PAGE.exec(each)?.[1]).find(Boolean));
  const pages = VM_STAT_AVAILABLE.map((kind) =>
    // Each number ends with a full stop.
    numberOf(taggedWords(first, `Pages ${kind}:`)?.[0]?.replace(/\.$/, '')),
  );
  return memoryOf(times(total, PER_KIB), times(times(totalOf(pages), pageBytes), PER_KIB));
}

/** The cache of ZFS shrinks when programs want memory; the sysctl is missing without ZFS. */
function onFreeBsd({ first }: RawReading): Values | null {
  const total = taggedNumber(first, 'hw.physmem:');
  const pages = FREEBSD_AVAILABLE.map((kind) => taggedNumber(first, `vm.stats.vm.v_${kind}_count:`));
  const free = times(totalOf(pages), taggedNumber(first, 'hw.pagesize:'));
  return memoryOf(
    times(total, PER_KIB),
    times(totalOf([free, taggedNumber(first, `${ARC}:`) ?? 0]), PER_KIB),
  );
}
