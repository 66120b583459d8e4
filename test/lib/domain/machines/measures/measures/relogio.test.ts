import { expect, it } from 'vitest';
import { relogio } from '../../../../../../lib/domain/machines/measures/measures/relogio.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

/** As chronyc 4.3 printed them, the second with the time server of a router. */
const UNSYNCHRONISED =
  '00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,1.000000000,1.000000000,0.0,Not synchronised';
const BEHIND =
  'C0000201,192.0.2.1,9,1795403223.687093515,0.012345678,0.000000186,0.000001536,-0.033,0.049,0.207,0.000005998,0.000001469,1.0,Normal';

it('reads how far the clock is off', () => {
  expect(read(relogio, 'linux')).toEqual({ desvio_ms: -0.001262, fonte: 'chrony' });
  expect(read(relogio, 'freebsd')).toEqual({ desvio_ms: 1.084, fonte: 'ntp' });
  expect(read(relogio, 'darwin')).toBeNull();
});

it('sends no name and no address of a time server', () => {
  const lines = printedBy(relogio, 'linux', { chronyc: `${BEHIND}\n` });
  expect(lines.join()).not.toMatch(/192\.0|C0000201/);
  expect(readLines(relogio, 'linux', lines)).toEqual({ desvio_ms: 12.345678, fonte: 'chrony' });
});

it('has no offset before the clock followed a server', () => {
  const lines = printedBy(relogio, 'linux', { chronyc: `${UNSYNCHRONISED}\n` });
  expect(readLines(relogio, 'linux', lines)).toEqual({ fonte: 'unsynchronised' });
  expect(readLines(relogio, 'freebsd', ['ntp=stratum=16, offset=0.000'])).toEqual({
    fonte: 'unsynchronised',
  });
});

it('says nothing where the daemon does not run', () => {
  const chronyc = { prints: '506 Cannot talk to daemon\n', ends: 1 };
  expect(printedBy(relogio, 'linux', { chronyc })).toEqual([]);
  const lines = printedBy(relogio, 'freebsd', { ntpq: { prints: '', ends: 1 } });
  expect(readLines(relogio, 'freebsd', lines)).toBeNull();
});
