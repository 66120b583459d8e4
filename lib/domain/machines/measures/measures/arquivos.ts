import type { System } from '../../devices/facts.ts';
import { countOf, percentOf, present, taggedCount, wordsOf } from '../lines.ts';
import type { Measure, Source, Values } from '../measure.ts';
import { line, rawTotal } from '../powershell.ts';

/** `/proc/sys/fs/file-nr`: open ones, 0, limit. */
const FILE_NR = /^\d+\t0\t\d+$/;

/** Open files of the whole machine; a limit that nobody can reach, as Linux has it today, is none. */
export const arquivos = {
  id: 'arquivos',
  code: 'fi',
  label: 'Open files',
  description: 'Open files of all processes, and how many the system allows',
  fields: [
    { id: 'abertos', label: 'Open', format: 'int' },
    { id: 'limite', label: 'Limit', format: 'int' },
    { id: 'pct', label: 'Share', format: 'pct' },
  ],
  charted: ['abertos'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_file_nr'],
      label: '/proc/sys/fs/file-nr',
      reads: [{ proc: 'sys/fs/file-nr' }],
      parse: ({ first }) => {
        const [open, , limit] = wordsOf(first.find((text) => FILE_NR.test(text)) ?? '');
        return filesOf(countOf(open), countOf(limit));
      },
    },
    bySysctl('darwin', 'kern.num_files'),
    bySysctl('freebsd', 'kern.openfiles'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_PerfRawData_PerfProc_Process',
      reads: [rawTotal('files', 'PerfProc_Process', [line('arquivos', '$files.HandleCount')])],
      parse: ({ first }) => filesOf(taggedCount(first, 'arquivos='), undefined),
    },
  ],
} satisfies Measure;

function bySysctl(system: System, open: string): Source {
  return {
    system,
    needs: ['sysctl'],
    label: open,
    reads: [{ run: `sysctl ${open} kern.maxfiles` }],
    parse: ({ first }) => filesOf(taggedCount(first, `${open}:`), taggedCount(first, 'kern.maxfiles:')),
  };
}

function filesOf(abertos: number | undefined, limite: number | undefined): Values | null {
  if (abertos === undefined) return null;
  return present({ abertos, limite, pct: percentOf(abertos, limite) });
}
