import { countOf, present, taggedCount, taggedWords, safeNames } from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';
import { line } from '../powershell.ts';

const UNIT_SUFFIX = /\.(?:service|socket|mount|automount|swap|path|timer|target|device|slice|scope)$/;
/** ERROR_SERVICE_NEVER_STARTED: it waits for what starts it. */
const NEVER_STARTED = 1077;

/**
 * Services that failed, by their names; what follows an `@`, often a user or an
 * address, stays on the machine, and so do mounts, which are named after folders.
 */
export const servicos = {
  id: 'servicos',
  code: 'se',
  label: 'Failed services',
  description: 'Failed services, and the names of the first ones',
  fields: [
    { id: 'falhos', label: 'Failed', format: 'int' },
    { id: 'nomes', label: 'Names' },
  ],
  charted: ['falhos'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['systemctl'],
      label: 'systemctl --failed',
      // The first word of each line: with head and foot, as a list without them says nothing when systemctl fails.
      reads: [{ run: 'echo failed=$(systemctl --failed --plain|sed "s/[ @].*//;s/.*mount$//")' }],
      parse: onLinux,
    },
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_Service',
      reads: [
        {
          run: [
            `$svc = @(Get-CimInstance Win32_Service -Filter "StartMode=""Auto"" AND State=""Stopped"" AND ExitCode<>0 AND ExitCode<>${NEVER_STARTED}")`,
            line('servicos', '$svc.Count'),
            line('servicos_nomes', '$svc.Name -join " "'),
          ].join('; '),
        },
      ],
      parse: ({ first }) => failed(taggedCount(first, 'servicos='), taggedWords(first, 'servicos_nomes=')),
    },
  ],
} satisfies Measure;

/** `failed=UNIT backup nginx.service LOAD ACTIVE SUB 2`, of newer ones `failed=UNIT nginx.service Legend: ... 1`. */
function onLinux({ first }: RawReading): Values | null {
  const [head, ...words] = taggedWords(first, 'failed=') ?? [];
  if (head !== 'UNIT') return null;
  const end = words.findIndex((word) => word === 'LOAD' || word === 'Legend:' || countOf(word) !== undefined);
  const names = words.slice(0, Math.max(0, end)).map((word) => word.replace(UNIT_SUFFIX, ''));
  return failed(countOf(words.at(-1)), names);
}

function failed(count: number | undefined, names: readonly string[] = []): Values | null {
  return count === undefined ? null : present({ falhos: count, nomes: safeNames(names) });
}
