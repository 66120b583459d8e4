import type { System } from '../../devices/facts.ts';
import { countOf, present, taggedCount, taggedWords } from '../lines.ts';
import type { Measure, Source, Values } from '../measure.ts';
import { line, OPERATING_SYSTEM } from '../powershell.ts';

/** Who is logged in leaves the machine as two numbers. */
export const usuarios = {
  id: 'usuarios',
  code: 'us',
  label: 'Users',
  description: 'Sessions of logged-in users, and how many different users they are',
  fields: [
    { id: 'sessoes', label: 'Sessions', format: 'int' },
    { id: 'distintos', label: 'Users', format: 'int' },
  ],
  charted: ['sessoes'],
  profile: null,
  sources: [
    byWho('linux'),
    {
      system: 'linux',
      needs: ['loginctl'],
      label: 'loginctl',
      // Sessions at a seat or a terminal; cron jobs, file transfers and managers of users have sessions too.
      reads: [
        {
          run: 'loginctl --no-legend|awk "/ (seat|pts|tty)/{n++;u[\\$2]++||d++}END{print \\"loginctl=\\",n+0,d+0}"',
        },
      ],
      parse: ({ first }) => sessionsOf(taggedWords(first, 'loginctl=')),
    },
    byWho('darwin'),
    byWho('freebsd'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_OperatingSystem',
      reads: [OPERATING_SYSTEM, { run: line('usuarios', '$os.NumberOfUsers') }],
      parse: ({ first }) => present({ sessoes: taggedCount(first, 'usuarios=') }),
    },
  ],
} satisfies Measure;

function byWho(system: System): Source {
  return {
    system,
    needs: ['who'],
    label: 'who',
    reads: [{ run: 'echo who=$(who|wc -l) $(who|sort -uk1,1|wc -l)' }],
    parse: ({ first }) => sessionsOf(taggedWords(first, 'who=')),
  };
}

function sessionsOf(words: readonly string[] = []): Values | null {
  const [sessoes, distintos] = words.map(countOf);
  return present({ sessoes, distintos });
}
