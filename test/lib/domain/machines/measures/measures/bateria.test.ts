import { expect, it } from 'vitest';
import { bateria } from '../../../../../../lib/domain/machines/measures/measures/bateria.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

const PMSET = (rest: string) => `Now drawing from 'AC Power'
 -InternalBattery-0 (id=4391011)\t${rest} present: true
`;
const ACPICONF = `Design capacity:\t5200 mAh
Remaining time:\tunknown
Model number:\tDELL 1VX1H93
Serial number:\t 3641
State:\t\t\tcharging
Remaining capacity:\t98%
Present rate:\t1200 mA
`;

it('reads the battery of each system', () => {
  expect(read(bateria, 'linux')).toEqual({ carga: 63.5, estado: 'discharging' });
  expect(read(bateria, 'darwin')).toEqual({ carga: 87, estado: 'discharging' });
  expect(read(bateria, 'freebsd')).toEqual({ carga: 98, estado: 'charging' });
  expect(read(bateria, 'windows')).toEqual({ carga: 96, estado: 'idle' });
});

it.each([
  ['100%; charged; 0:00 remaining', { carga: 100, estado: 'full' }],
  ['87%; discharging; (no estimate)', { carga: 87, estado: 'discharging' }],
  ['80%; AC attached; not charging', { carga: 80, estado: 'idle' }],
  ['99%; finishing charge; 0:10 remaining', { carga: 99, estado: 'charging' }],
])('reads "%s" of macOS without the id of the battery', (rest, values) => {
  const lines = printedBy(bateria, 'darwin', { pmset: PMSET(rest) });
  expect(lines.join()).not.toContain('4391011');
  expect(readLines(bateria, 'darwin', lines)).toEqual(values);
});

it('sends no serial number of FreeBSD', () => {
  const lines = printedBy(bateria, 'freebsd', { acpiconf: ACPICONF });
  expect(lines).toEqual(['acpiconf=State: charging Remaining capacity: 98%']);
});

it('knows no state that the system does not', () => {
  const path = '/sys/class/power_supply/BAT0';
  expect(readLines(bateria, 'linux', [`${path}/capacity:101`, `${path}/status:Unknown`])).toEqual({
    carga: 100,
  });
  expect(readLines(bateria, 'linux', [`${path}/status:Full`])).toBeNull();
});
