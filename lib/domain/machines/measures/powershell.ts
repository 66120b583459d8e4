import type { Read } from './measure.ts';

/** What several sources ask; a machine does it once. */
export const OPERATING_SYSTEM: Read = { run: '$os = Get-CimInstance Win32_OperatingSystem' };

/** A statement that writes `key=value`; PowerShell puts a number into a text by no culture. */
export const line = (key: string, expression: string): string => `"${key}=$(${expression})"`;

/** The whole milliseconds of a counter of 100 ns: what these count since 1601 is more than a double holds exactly. */
export const asMs = (expression: string): string => `[long](${expression} / 10000)`;

/** Statements that begin with asking a class of raw counters for the instance of all together. */
export function rawTotal(name: string, className: string, lines: readonly string[]): Read {
  const ask = `$${name} = Get-CimInstance Win32_PerfRawData_${className} -Filter "Name=""_Total"""`;
  return { run: [ask, ...lines].join('; ') };
}
