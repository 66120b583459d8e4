import type { System } from '../../devices/facts.ts';
import { countOf, present, taggedCount, taggedWords } from '../lines.ts';
import type { Measure, Source } from '../measure.ts';
import { line, OPERATING_SYSTEM } from '../powershell.ts';
import { PROC_STAT } from './cpu.ts';

/** How many processes there are; no name of one leaves the machine. */
export const processos = {
  id: 'processos',
  code: 'pr',
  label: 'Processes',
  description: 'Processes: all, running or ready to run, and blocked by a disk',
  fields: [
    { id: 'total', label: 'All', format: 'int' },
    { id: 'rodando', label: 'Running', format: 'int' },
    { id: 'bloqueados', label: 'Blocked', format: 'int' },
  ],
  charted: ['total'],
  profile: 'completo',
  sources: [
    {
      system: 'linux',
      needs: ['proc', 'proc_stat'],
      label: '/proc',
      reads: [{ run: 'echo processos=$(ls /proc|grep -c "^[0-9]")' }, PROC_STAT],
      parse: ({ first }) =>
        present({
          total: taggedCount(first, 'processos='),
          rodando: taggedCount(first, 'procs_running '),
          bloqueados: taggedCount(first, 'procs_blocked '),
        }),
    },
    byPs('darwin', '/^U/{b++}'),
    // Its idle process always runs, as `RNL`.
    byPs('freebsd', '/^RNL/{r--}/^D/{b++}'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_OperatingSystem',
      reads: [OPERATING_SYSTEM, { run: line('processos', '$os.NumberOfProcesses') }],
      parse: ({ first }) => present({ total: taggedCount(first, 'processos=') }),
    },
  ],
} satisfies Measure;

/** Counted on the machine by their states, which is all that is asked of them: `ps= 412 3 0`. */
function byPs(system: System, states: string): Source {
  return {
    system,
    needs: ['ps'],
    label: 'ps',
    reads: [{ run: `ps -axo state=|awk "{t++}/^R/{r++}${states}END{print \\"ps=\\",t,r+0,b+0}"` }],
    parse: ({ first }) => {
      const [total, rodando, bloqueados] = (taggedWords(first, 'ps=') ?? []).map(countOf);
      return present({ total, rodando, bloqueados });
    },
  };
}
