import { expect, it } from 'vitest';
import { conntrack } from '../../../../../../lib/domain/machines/measures/measures/conntrack.ts';
import { read, readLines } from '../transcripts.ts';

it('reads what the firewall of Linux keeps track of', () => {
  expect(read(conntrack, 'linux')).toEqual({ uso: 0, limite: 262144, pct: 0 });
  expect(read(conntrack, 'freebsd')).toBeNull();
});

it('reads a table that fills', () => {
  const folder = '/proc/sys/net/netfilter';
  const lines = [`${folder}/nf_conntrack_count:65536`, `${folder}/nf_conntrack_max:262144`];
  expect(readLines(conntrack, 'linux', lines)).toEqual({ uso: 65536, limite: 262144, pct: 25 });
});
