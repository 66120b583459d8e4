import { expect, it } from 'vitest';
import { gpu } from '../../../../../../lib/domain/machines/measures/measures/gpu.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the cards of each system that has some', () => {
  expect(read(gpu, 'linux')).toEqual({ uso: 20, memoria: 1240, total: 49152, temp: 61 });
  expect(read(gpu, 'windows')).toEqual({ uso: 0, memoria: 812, total: 8192, temp: 39 });
  expect(read(gpu, 'darwin')).toBeNull();
});

it('leaves out what a card does not tell', () => {
  const lines = ['[N/A], [Not Supported], [N/A], 35'];
  expect(readLines(gpu, 'linux', lines)).toEqual({ temp: 35 });
  expect(readLines(gpu, 'linux', ['[N/A], 12 MiB, 8192 MiB, N/A'])).toEqual({ memoria: 12, total: 8192 });
});

it('says nothing where the driver does not answer', () => {
  const failed = 'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.\n';
  const lines = printedBy(gpu, 'linux', { 'nvidia-smi': { prints: failed, ends: 9 } });
  expect(readLines(gpu, 'linux', lines)).toBeNull();
});
