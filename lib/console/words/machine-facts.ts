import type { Output } from '../api/operations.ts';

export type Facts = NonNullable<Output<'getDevice'>['ambiente']['dados']>;

const SYSTEMS: Record<Facts['os'], string> = {
  linux: 'Linux',
  darwin: 'macOS',
  freebsd: 'FreeBSD',
  windows: 'Windows',
};

const CONTEXTS: Record<NonNullable<Facts['contexto']>, string> = {
  bare: 'bare metal',
  vm: 'virtual machine',
  container: 'container',
  wsl: 'Windows Subsystem for Linux',
  jail: 'jail',
};

/** The system of a machine in short: `debian 12`, `macOS 15.1`. */
export function systemText(facts: Facts): string {
  const { os, versao, distribuicao, distribuicao_versao: release } = facts;
  if (distribuicao !== null) return [distribuicao, release].filter(Boolean).join(' ');
  return [SYSTEMS[os], versao].filter(Boolean).join(' ');
}

/** What a machine told of itself, as pairs of a label and words; what it did not tell is left out. */
export function factsOf(facts: Facts): [label: string, words: string][] {
  const { os, versao, arquitetura, contexto, shell, transporte, versoes } = facts;
  const client = transporte && [transporte, versoes[transporte]].filter(Boolean).join(' ');
  const all: [string, string | null][] = [
    ['System', systemText(facts)],
    ['Kernel', [SYSTEMS[os], versao].filter(Boolean).join(' ')],
    ['Processor', arquitetura],
    ['Runs as', contexto && CONTEXTS[contexto]],
    ['Shell', shell],
    ['Sends by', client ?? 'nothing available'],
  ];
  return all.flatMap(([label, words]) => (words === null || words === '' ? [] : [[label, words]]));
}
