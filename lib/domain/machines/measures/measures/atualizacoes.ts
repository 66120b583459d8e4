import type { Capability } from '../../devices/facts.ts';
import { countOf, present, taggedWords } from '../lines.ts';
import type { Measure, Source, Values } from '../measure.ts';

/** Exit codes of `dnf check-update`: nothing to update, something to update; 1 is a failure. */
const DNF_CODES = [0, 100];
const ZYPPER_CODES = [0];

/**
 * Updates that could be installed, by what the machine knows of them already: each source asks without the network, without
 * a lock and without being root, and none waits for anything. They are counted on the machine; an apt of 130 of them took 2 s
 * of processor time, so it is read once an hour. How many are of security only apt says.
 */
export const atualizacoes = {
  id: 'atualizacoes',
  code: 'at',
  label: 'Updates',
  description:
    'Packages that could be updated, read once an hour, and how many of these are security updates',
  fields: [
    { id: 'pendentes', label: 'Pending', format: 'int' },
    { id: 'seguranca', label: 'Security', format: 'int' },
  ],
  charted: ['pendentes'],
  profile: null,
  hourly: true,
  sources: [
    {
      system: 'linux',
      needs: ['apt_get'],
      label: 'apt-get -s dist-upgrade',
      // The sentence with the sum, and an `s` for each package that is updated from an archive of security.
      reads: [
        {
          run: 'echo apt=$(apt-get -so Debug::NoLocking=1 dist-upgrade|sed -n "s/^I.*] (.*-security.*/s/p;/^[0-9]/p")',
        },
      ],
      parse: ({ first }) => {
        const words = taggedWords(first, 'apt=') ?? [];
        const pending = countOf(words[0]);
        return updates(pending, words.filter((word) => word === 's').length);
      },
    },
    byCount('zypper', ZYPPER_CODES, 'zypper --no-refresh -q lu', 'grep -c "^v "'),
    // A list of what replaces what may follow that of the updates.
    byCount('dnf', DNF_CODES, 'dnf -qC check-update', String.raw`sed /^Obs/q|grep -c "^[^ ]*\.[^ ]* "`),
    byCount('apk', [0], 'apk version -l "<"', 'grep -c " < "'),
    {
      system: 'linux',
      needs: ['pacman'],
      label: 'pacman -Qu',
      // It ends alike when there is nothing to update and when it failed.
      reads: [{ run: String.raw`echo pacman=$(pacman -Qu 2>&1|grep -o "^error\|database\|->")` }],
      parse: ({ first }) => {
        if (first.includes('pacman=')) return updates(0);
        const words = taggedWords(first, 'pacman=') ?? ['error'];
        return words.every((word) => word === '->') ? updates(words.length) : null;
      },
    },
    byCount('pkg', [0], 'pkg version -vURL=', 'grep -c " < "', 'freebsd'),
  ],
} satisfies Measure;

/** `dnf=100 2`: how a command ended and how many of its lines count. */
function byCount(
  manager: Capability,
  codes: readonly number[],
  list: string,
  count: string,
  system: Source['system'] = 'linux',
): Source {
  return {
    system,
    needs: [manager],
    label: list,
    reads: [{ run: `echo ${manager}=$(u=$(${list});echo $?;echo "$u"|${count})` }],
    parse: ({ first }) => {
      const [code, pending] = (taggedWords(first, `${manager}=`) ?? []).map(countOf);
      return code !== undefined && codes.includes(code) ? updates(pending) : null;
    },
  };
}

function updates(pending: number | undefined, ofSecurity?: number): Values | null {
  if (pending === undefined) return null;
  return present({ pendentes: pending, seguranca: ofSecurity });
}
