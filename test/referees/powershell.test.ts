import { describe, expect, it } from 'vitest';
import { deviceCommandsOf } from '../../lib/domain/machines/collections/device-commands.ts';
import { discoverySteps } from '../../lib/domain/machines/devices/probe/discovery-steps.ts';
import { MEASURE_IDS, MEASURES } from '../../lib/domain/machines/measures/catalogue.ts';
import { machine, SYMBOL } from '../lib/domain/machines/collections/machine.ts';
import { commandOf } from '../lib/domain/machines/measures/transcripts.ts';
import { powershellErrors } from './powershell.ts';

it.each([
  "& { $x = Get-CimInstance -ClassName Win32_Battery | Select-Object -First 1; if ($null -ne $x) { 'yes' } else { 'no' } }",
  '"$([math]::Round($x,1))"',
  "try { Invoke-RestMethod -Uri 'https://a.example/' -Method Post -Body $b } catch { Write-Output 'no' }",
  "schtasks /Query /TN 'hp-x' 2>$null | Out-Null; if ($LASTEXITCODE -eq 0) { 'yes' }",
])('takes %s', (script) => {
  expect(powershellErrors(script)).toEqual([]);
});

it.each([
  ['if ($x { 1 }', 'not PowerShell'],
  ["'open", 'not PowerShell'],
  ['$a = $b ? 1 : 2', 'not PowerShell'],
  ['$a ??= 1', 'not PowerShell'],
  ['$a?.Length', 'not PowerShell'],
  ["$a = @'\ntext\n'@", 'here-string'],
  ['$a = @"\ntext $b\n"@', 'here-string'],
  ['schtasks /Query && 1', 'PowerShell 7 only'],
  ["'{0:n1}' -f 1.5", 'culture'],
  ['$a = 1KB', 'number with a unit'],
  ["Get-Counter '\\Processor(_Total)\\% Processor Time'", 'not the same'],
  ['curl https://a.example/', 'not the same'],
  ["'não'", 'not ASCII'],
])('refuses %s', (script, problem) => {
  expect(powershellErrors(script).join('\n')).toContain(problem);
});

describe('5.1 and 7 read', () => {
  it('the commands of a machine with Windows, and the file that they write', () => {
    const facts = machine({ system: 'windows', transport: 'invoke-restmethod' });
    const measures = MEASURE_IDS.map((id) => MEASURES[id]);
    const commands = deviceCommandsOf({
      symbol: SYMBOL,
      ingestOrigin: 'https://in.example',
      facts,
      measures,
    });
    const written = /Set-Content [^']*-Value '((?:[^']|'')*)'/.exec(commands.instalar ?? '')?.[1];

    for (const [name, command] of Object.entries(commands))
      expect(powershellErrors(command ?? '<'), name).toEqual([]);
    expect(powershellErrors(written?.replaceAll("''", "'") ?? '<')).toEqual([]);
  });

  it.for(discoverySteps().powershell)('the step $id of a device that is looked at by hand', ({ comando }) => {
    expect(powershellErrors(comando)).toEqual([]);
  });

  const sources = MEASURE_IDS.flatMap((id) => {
    const source = MEASURES[id].sources.find(({ system }) => system === 'windows');
    return source ? [{ id, script: source.reads.map(commandOf).join('; ') }] : [];
  });
  it.each(sources)('what Windows is asked for $id', ({ script }) => {
    expect(powershellErrors(script)).toEqual([]);
  });
});
