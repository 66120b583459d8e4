import type { System } from '../../devices/facts.ts';
import { countOf, present, taggedCount, taggedWords, wordsOf } from '../lines.ts';
import type { Measure, RawReading, Source, Values } from '../measure.ts';
import { line } from '../powershell.ts';

/** States of `/proc/net/tcp`, as include/net/tcp_states.h of Linux numbers them. */
const ESTABLISHED = '01';
const TIME_WAIT = '06';
const LISTEN = '0A';
const LINUX = /^tcp=(?: *\d+ 0[16A])*$/;

/** TCP connections over IPv4 and IPv6 by their state, counted on the machine: no address and no port leaves it. */
export const tcp = {
  id: 'tcp',
  code: 'tc',
  label: 'TCP connections',
  description: 'Established TCP connections, those waiting after their end, and listening sockets',
  fields: [
    { id: 'estabelecidas', label: 'Established', format: 'int' },
    { id: 'espera', label: 'Waiting', format: 'int' },
    { id: 'escuta', label: 'Listening', format: 'int' },
  ],
  charted: ['estabelecidas'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_net_tcp'],
      label: '/proc/net/tcp',
      // No other column of a row is a word of two characters that begins with 0.
      reads: [{ run: 'echo tcp=$(grep -ho " 0[16A] " /proc/net/tcp*|sort|uniq -c)' }],
      parse: onLinux,
    },
    byNetstat('darwin'),
    byNetstat('freebsd'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Get-NetTCPConnection',
      reads: [
        {
          run: [
            line('tcp_estabelecidas', '@(Get-NetTCPConnection -State Established).Count'),
            line('tcp_espera', '@(Get-NetTCPConnection -State TimeWait).Count'),
            line('tcp_escuta', '@(Get-NetTCPConnection -State Listen).Count'),
          ].join('; '),
        },
      ],
      parse: ({ first }) =>
        present({
          estabelecidas: taggedCount(first, 'tcp_estabelecidas='),
          espera: taggedCount(first, 'tcp_espera='),
          escuta: taggedCount(first, 'tcp_escuta='),
        }),
    },
  ],
} satisfies Measure;

/** `tcp= 12 01 3 06 5 0A`; a state that no connection is in is not there. */
function onLinux({ first }: RawReading): Values | null {
  const text = first.find((each) => LINUX.test(each));
  if (text === undefined) return null;
  const words = wordsOf(text.slice('tcp='.length));
  const inState = (state: string) => {
    const at = words.findIndex((word, index) => index > 0 && index % 2 === 1 && word === state);
    return at === -1 ? 0 : countOf(words[at - 1]);
  };
  return present({
    estabelecidas: inState(ESTABLISHED),
    espera: inState(TIME_WAIT),
    escuta: inState(LISTEN),
  });
}

/** `tcp= 12 3 5`; nothing where netstat printed nothing. */
function byNetstat(system: System): Source {
  const count = '/ESTABLISHED/{e++}/TIME_WAIT/{w++}/LISTEN/{l++}END{if(NR)print \\"tcp=\\",e+0,w+0,l+0}';
  return {
    system,
    needs: ['netstat'],
    label: 'netstat',
    reads: [{ run: `netstat -anp tcp|awk "${count}"` }],
    parse: ({ first }) => {
      const [estabelecidas, espera, escuta] = (taggedWords(first, 'tcp=') ?? []).map(countOf);
      return present({ estabelecidas, espera, escuta });
    },
  };
}
