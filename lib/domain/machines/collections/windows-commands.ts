import type { Read } from '../measures/measure.ts';
import { spread } from '../../hash-number.ts';
import type { DeviceCommands } from './commands.ts';
import type { Reading } from './posix-reading.ts';

/** Where what a symbol reads is posted. */
interface Target {
  symbol: string;
  url: string;
}

/**
 * The commands of a machine with Windows, for PowerShell 5.1 and 7: not run on Windows, their syntax is checked by a grammar.
 * The task runs a script file, since `schtasks` takes 262 characters; it runs while the user is logged on.
 */
export function windowsCommands(
  target: Target,
  readings: readonly Reading[],
  isScheduled: boolean,
): DeviceCommands {
  const agora = nowCommand(target, readings);
  if (!isScheduled) {
    return { agora, agenda: null, instalar: null, conferir: null, remover: null, comecar: agora };
  }
  const task = `hp-${target.symbol}`;
  const agenda = `schtasks /Create /F /TN ${quoted(task)} /SC MINUTE /MO 1 /TR ${quoted(taskOf(target.symbol))}`;
  const instalar = [
    '$d="$env:LOCALAPPDATA\\hp"',
    'New-Item -ItemType Directory -Force -Path $d | Out-Null',
    `Set-Content -Path "$d\\${target.symbol}.ps1" -Encoding ASCII -Value ${quoted(taskScript(target, readings))}`,
    `${agenda} | Out-Null`,
    "if ($LASTEXITCODE -eq 0) { 'installed' }",
  ].join('; ');
  return {
    agora,
    agenda,
    instalar,
    conferir: `schtasks /Query /TN ${quoted(task)} 2>$null | Out-Null; if ($LASTEXITCODE -eq 0) { 'scheduled' } else { 'not installed' }`,
    remover: `schtasks /Delete /F /TN ${quoted(task)}; Remove-Item -Force -Path "$env:LOCALAPPDATA\\hp\\${target.symbol}.ps1"`,
    comecar: `${instalar}; ${agora}`,
  };
}

/** No quotes inside: PowerShell 5.1 and 7 hand those on differently. `conhost --headless` shows no window. */
const taskOf = (symbol: string) =>
  `conhost --headless powershell -NoProfile -ExecutionPolicy Bypass -Command & $env:LOCALAPPDATA\\hp\\${symbol}.ps1`;

/** A text as it stands. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** All machines wake at second 0. */
const SPREAD_SEC = 21;

function taskScript({ symbol, url }: Target, readings: readonly Reading[]): string {
  const minute = spread(symbol) % 60;
  return [
    `Start-Sleep -Seconds ${spread(symbol) % SPREAD_SEC}`,
    "$ErrorActionPreference='SilentlyContinue'",
    TLS,
    `$b=${body(readings, minute)}`,
    post(url),
  ].join('; ');
}

/** Reads and sends once, in a scope of its own. */
function nowCommand({ url }: Target, readings: readonly Reading[]): string {
  const failed = 'Write-Output "not sent: $($_.Exception.Message)"';
  const sent = `try { ${post(url)} -ErrorAction Stop | Out-Null; 'sent' } catch { ${failed} }`;
  return `& { ${TLS}; $b=${body(readings, null)}; ${sent} }`;
}

/** PowerShell 5.1 does not offer TLS 1.2 by itself. */
const TLS =
  '[Net.ServicePointManager]::SecurityProtocol=[Net.ServicePointManager]::SecurityProtocol -bor 3072';

const post = (url: string) =>
  `Invoke-RestMethod -Uri ${quoted(url)} -Method Post -ContentType 'text/plain' -TimeoutSec 20 -Body $b`;

/** The raw text of the sources, as `posixReading` lays it out. */
function body(readings: readonly Reading[], inMinute: number | null): string {
  const twice = runsOf(readings.filter(({ source }) => source.twice));
  const once = runsOf(readings.filter(({ source, isHourly }) => !source.twice && !isHourly));
  const hourly = runsOf(readings.filter(({ source, isHourly }) => !source.twice && isHourly));
  const atMinute =
    inMinute === null ? hourly : [`if ((Get-Date).Minute -eq ${inMinute}) { ${hourly.join('; ')} }`];
  const again = twice.length > 0 ? [...twice, "'@2'", 'Start-Sleep -Seconds 2', ...twice] : [];
  const all = ["'@1'", ...once, ...(hourly.length > 0 ? atMinute : []), ...again];
  return `(& { ${all.join('; ')} }) -join [char]10`;
}

const runsOf = (readings: readonly Reading[]): string[] => [
  ...new Set(
    readings.flatMap(({ source }) => source.reads).flatMap((read: Read) => ('run' in read ? [read.run] : [])),
  ),
];
