import { describe, expect, it } from 'vitest';
import type { TimedValues } from '../../../../../../lib/domain/machines/measures/measure.ts';
import { rede } from '../../../../../../lib/domain/machines/measures/measures/rede.ts';
import { read, readLines } from '../transcripts.ts';

const card = (name: string, rx: number, tx: number, errors = 0) =>
  `${name.padStart(6)}: ${rx} 1 ${errors} 0 0 0 0 0 ${tx} 1 0 0 0 0 0 0`;

it('reads the traffic of each system', () => {
  expect(read(rede, 'linux')).toEqual({
    entrada: 5.323,
    saida: 0.0099,
    erros: 0,
    rx: 625_577_772,
    tx: 1_015_376,
    err: 0,
  });
  expect(read(rede, 'darwin')).toEqual({
    entrada: 5,
    saida: 1,
    erros: 0,
    rx: 8_124_706_789,
    tx: 1_234_817_890,
    err: 3,
  });
  expect(read(rede, 'freebsd')).toEqual({
    entrada: 1.008,
    saida: 0.02,
    erros: 0,
    rx: 987_916_321,
    tx: 12_370_678,
    err: 4,
  });
  expect(read(rede, 'windows')).toEqual({
    entrada: 4,
    saida: 0.8,
    erros: 1,
    rx: 8_124_706_789,
    tx: 1_234_817_890,
    err: 4,
  });
});

it.each(['eth0', 'eno1', 'enp3s0f1', 'wlan0', 'wlp2s0', 'wwan0', 'ens18', 'enx0050b6'])(
  'counts %s',
  (name) => {
    expect(readLines(rede, 'linux', [card(name, 0, 0)], [card(name, 250_000, 125_000, 2)])).toEqual({
      entrada: 1,
      saida: 0.5,
      erros: 2,
      rx: 250_000,
      tx: 125_000,
      err: 2,
    });
  },
);

it.each([
  'lo',
  'veth12ab',
  'docker0',
  'br-1a2b',
  'virbr0',
  'cni0',
  'tun0',
  'tap0',
  'wg0',
  'dummy0',
  'ifb0',
  'br0',
  'vmbr0',
  'bond0',
  'team0',
  'eth0.100',
  'vnet3',
  'cali12',
  'flannel.1',
  'lxcbr0',
  'tailscale0',
])('does not count %s', (name) => {
  expect(readLines(rede, 'linux', [card(name, 0, 0)], [card(name, 9, 9)])).toBeNull();
});

it('keeps the counters of one read, and says no rate then', () => {
  expect(readLines(rede, 'linux', [card('eth0', 7, 8), card('wlan0', 1, 1)])).toEqual({
    rx: 8,
    tx: 9,
    err: 0,
  });
});

it('says no rate of a counter that went back', () => {
  const values = readLines(rede, 'linux', [card('eth0', 500, 0)], [card('eth0', 400, 250_000)]);
  expect(values).toEqual({ saida: 1, erros: 0, rx: 400, tx: 250_000, err: 0 });
});

describe('what is shown', () => {
  const at = (atSec: number, rx: number, tx = 0, err = 0): TimedValues => ({
    atSec,
    values: { entrada: 80, saida: 90, erros: 1, rx, tx, err },
  });
  const window = { entrada: 80, saida: 90, erros: 1 };

  it('is the average since the reading before', () => {
    expect(rede.shown(at(1_060, 7_500_000, 750_000, 5), at(1_000, 0))).toEqual({
      entrada: 1,
      saida: 0.1,
      erros: 5,
    });
    expect(rede.shown(at(1_599, 74_875_000), at(1_000, 0))).toMatchObject({ entrada: 1 });
  });

  it('is the two seconds without a reading before, or with one of ten minutes ago', () => {
    expect(rede.shown(at(1_000, 9), null)).toEqual(window);
    expect(rede.shown(at(1_600, 9), at(1_000, 0))).toEqual(window);
  });

  it('is the two seconds after the counters began anew', () => {
    expect(rede.shown(at(1_060, 5), at(1_000, 6))).toEqual(window);
    expect(rede.shown(at(1_060, 5, 3), at(1_000, 5, 4))).toEqual(window);
    expect(rede.shown(at(1_060, 7_500_000, 0, 1), at(1_000, 0, 0, 2))).toEqual({
      entrada: 1,
      saida: 0,
      erros: 1,
    });
  });

  it('is nothing where neither is known', () => {
    expect(rede.shown({ atSec: 1, values: { rx: 1, tx: 1, err: 0 } }, null)).toEqual({});
  });
});
