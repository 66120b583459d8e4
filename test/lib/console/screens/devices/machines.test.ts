import { expect, it } from 'vitest';
import { machinesOf, type Device } from '../../../../../lib/console/screens/devices/machines.ts';

const T = '2027-03-01T12:00:00.000Z';
const LATER = '2027-03-01T12:05:00.000Z';
const device = (id: string) => ({ id, nome: id }) as Device;
const CPU = { rotulo: 'CPU', desc: '', painel: [{ c: 'uso', r: 'Use', f: 'pct' as const }], serie: ['uso'] };

type Known = NonNullable<Parameters<typeof machinesOf>[1]>;
const collection = (id: string, of: string, ativa = true) =>
  ({ id, ambiente_id: of, medida: 'cpu', ativa }) as Known['coletas'][number];
const channel = (of: string, lastSeenAt: string | null) =>
  ({ deviceRef: of, lastSeenAt, live: { host: { cpuPct: 7 } } }) as unknown as Known['inputs'][number];
const series = (id: string) => ({ id, medida: 'cpu', ativa: true, api: '', leituras: [{ t: T, uso: 50 }] });

it('each machine has the readings of its own collections, and else what its collectors told', () => {
  const known: Known = {
    coletas: [collection('a1', 'a'), collection('b1', 'b', false)],
    inputs: [channel('a', LATER), channel('c', T)],
    medidas: { cpu: CPU },
  };
  const shown = machinesOf([device('a'), device('b'), device('c'), device('d')], known, [series('a1')]);
  expect(shown.map(({ areActive, lastAt, live }) => ({ areActive, lastAt, live }))).toEqual([
    { areActive: [true, true], lastAt: Date.parse(LATER), live: [{ label: 'CPU', words: '50%' }] },
    { areActive: [false], lastAt: null, live: [] },
    { areActive: [true], lastAt: Date.parse(T), live: [{ label: 'CPU', words: '7%' }] },
    { areActive: [], lastAt: null, live: [] },
  ]);
});

it('a list stands before its numbers came', () => {
  expect(machinesOf([device('a')], null, null)).toEqual([
    { device: device('a'), areActive: [], lastAt: null, live: [] },
  ]);
});
