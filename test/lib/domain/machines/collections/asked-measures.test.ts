import { describe, expect, it } from 'vitest';
import { askedMeasures } from '../../../../../lib/domain/machines/collections/asked-measures.ts';
import {
  collectionsOf,
  withMeasures,
} from '../../../../../lib/domain/machines/collections/collections-of.ts';
import type { Device } from '../../../../../lib/domain/machines/devices/device.ts';
import { CAPABILITIES, SYSTEMS } from '../../../../../lib/domain/machines/devices/facts.ts';
import { LIMITS } from '../../../../../lib/domain/limits.ts';

const linux = { system: 'linux', capabilities: CAPABILITIES, transport: 'curl' } as const;

describe('askedMeasures', () => {
  it('is one measure, or those of a profile, which goes before it', () => {
    expect(askedMeasures({ measure: 'swap', profile: null }, linux)).toEqual({ ok: true, value: ['swap'] });
    expect(askedMeasures({ measure: 'swap', profile: 'essentials' }, linux)).toEqual({
      ok: true,
      value: ['loadavg', 'memoria', 'disco', 'cpu'],
    });
  });

  it('leaves out what the machine cannot tell', () => {
    const small = { ...linux, capabilities: ['df', 'proc_uptime'] } as const;

    expect(askedMeasures({ measure: 'cpu', profile: 'completo' }, small)).toEqual({
      ok: true,
      value: ['disco', 'uptime'],
    });
  });

  it('refuses what the machine can tell nothing of, and says what it can', () => {
    const small = { ...linux, capabilities: ['df'] } as const;

    expect(askedMeasures({ measure: 'cpu', profile: null }, small)).toEqual({
      ok: false,
      code: 'medida_incompativel',
      detail: 'The device cannot measure measure cpu; its measures are: disco.',
    });
    expect(
      askedMeasures({ measure: 'disco', profile: 'completo' }, { ...small, transport: null }),
    ).toMatchObject({
      detail: 'The device cannot measure profile completo; its measures are: none.',
    });
  });

  it.each(SYSTEMS)('never asks for more than one call may make, on %s', (system) => {
    const asked = askedMeasures({ measure: 'cpu', profile: 'completo' }, { ...linux, system });

    expect(asked.ok && asked.value.length).toBeLessThanOrEqual(LIMITS.collectionsPerCall);
  });
});

describe('withMeasures', () => {
  const device = { name: 'db 1', group: 'prod', collections: {} } as Device;
  let made = 0;
  const newSymbol = () => `symbol ${(made += 1)}`;

  it('adds what is missing in the order of the catalogue, and keeps what is there', () => {
    const first = withMeasures(device, ['cpu'], newSymbol, 1).device;
    const { device: both, added } = withMeasures(first, ['loadavg', 'cpu'], newSymbol, 2);

    expect(added.map(({ measure }) => measure)).toEqual(['loadavg']);
    expect(collectionsOf(both).map(({ measure, createdAt }) => [measure, createdAt])).toEqual([
      ['loadavg', 2],
      ['cpu', 1],
    ]);
  });

  it('knows nothing of a measure that is gone from the catalogue', () => {
    const { device: old, added } = withMeasures(device, ['cpu'], newSymbol, 1);
    const gone = Object.fromEntries(added.map((each) => ['vibe', { ...each, measure: 'vibe' }]));

    expect(
      collectionsOf({ collections: { ...old.collections, ...gone } }).map(({ measure }) => measure),
    ).toEqual(['cpu']);
  });
});
