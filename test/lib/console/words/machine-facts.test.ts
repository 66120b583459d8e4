import { expect, it } from 'vitest';
import { factsOf, systemText, type Facts } from '../../../../lib/console/words/machine-facts.ts';

const DEBIAN: Facts = {
  os: 'linux',
  versao: '6.1.0-28-amd64',
  arquitetura: 'x86_64',
  distribuicao: 'debian',
  distribuicao_versao: '12',
  shell: 'dash',
  contexto: 'vm',
  transporte: 'curl',
  capacidades: [],
  versoes: { curl: '7.88.1' },
};

it('a system is told by its distribution, or else by its kernel', () => {
  expect(systemText(DEBIAN)).toBe('debian 12');
  expect(systemText({ ...DEBIAN, distribuicao_versao: null })).toBe('debian');
  expect(systemText({ ...DEBIAN, os: 'darwin', versao: '24.1', distribuicao: null })).toBe('macOS 24.1');
});

it('what a machine did not tell is left out, and that it cannot send is said', () => {
  expect(factsOf({ ...DEBIAN, shell: null, contexto: null, transporte: null })).toEqual([
    ['System', 'debian 12'],
    ['Kernel', 'Linux 6.1.0-28-amd64'],
    ['Processor', 'x86_64'],
    ['Sends by', 'nothing available'],
  ]);
  expect(factsOf(DEBIAN)).toContainEqual(['Sends by', 'curl 7.88.1']);
});
