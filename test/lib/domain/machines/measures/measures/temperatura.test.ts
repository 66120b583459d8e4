import { expect, it } from 'vitest';
import { temperatura } from '../../../../../../lib/domain/machines/measures/measures/temperatura.ts';
import { read, readLines } from '../transcripts.ts';

it('reads the hottest sensor of each system that has some', () => {
  expect(read(temperatura, 'linux')).toEqual({ max: 58, sensor: 'coretemp' });
  expect(read(temperatura, 'freebsd')).toEqual({ max: 45.1, sensor: 'dev.cpu.0' });
  expect(read(temperatura, 'windows')).toEqual({ max: 45, sensor: 'TZ00_0' });
  expect(read(temperatura, 'darwin')).toBeNull();
});

it('takes no sensor that is not connected', () => {
  const input = '/sys/class/hwmon/hwmon0/temp1_input';
  for (const value of ['0', '-128000', '150000', '255000'])
    expect(readLines(temperatura, 'linux', [`${input}:${value}`]), value).toBeNull();
  expect(readLines(temperatura, 'linux', [`${input}:149500`])).toEqual({ max: 149.5 });
});

it('makes a safe word of the name of a sensor', () => {
  const lines = [
    '/sys/class/thermal/thermal_zone0/type:soc <b>; thermal "zone" of a very long name indeed',
    '/sys/class/thermal/thermal_zone0/temp:41000',
  ];
  expect(readLines(temperatura, 'linux', lines)).toEqual({
    max: 41,
    sensor: 'socbthermalzoneofaverylongnamein',
  });
});
