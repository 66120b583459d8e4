import { expect, it } from 'vitest';
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
