import { percentOf, present, taggedCount } from '../lines.ts';
import type { Measure } from '../measure.ts';

const FOLDER = '/proc/sys/net/netfilter';

/** Connections that the firewall of Linux keeps in mind; when its table is full it drops new ones. */
export const conntrack = {
  id: 'conntrack',
  code: 'ct',
  label: 'Conntrack',
  description: 'Connections that the firewall keeps track of, and how many it can',
  fields: [
    { id: 'uso', label: 'Tracked', format: 'int' },
    { id: 'limite', label: 'Limit', format: 'int' },
    { id: 'pct', label: 'Share', format: 'pct' },
  ],
  charted: ['pct'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['proc_conntrack'],
      label: 'nf_conntrack_count',
      // nf_conntrack_count, nf_conntrack_max and a third that is not used, each with its path.
      reads: [{ run: 'grep "" /proc/sys/net/*/nf_conntrack_[cm]*' }],
      parse: ({ first }) => {
        const uso = taggedCount(first, `${FOLDER}/nf_conntrack_count:`);
        const limite = taggedCount(first, `${FOLDER}/nf_conntrack_max:`);
        return present({ uso, limite, pct: percentOf(uso, limite) });
      },
    },
  ],
} satisfies Measure;
