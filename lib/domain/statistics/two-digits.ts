/** As strangers are shown a number: to two significant digits. Null, of what was not measured, stays null. */
export function twoDigits(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(2));
}

/** A part of a whole in percent, rounded down: 100 says that nothing was lost. Null where nothing was measured. */
export function wholePercentOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || !(whole > 0)) return null;
  const percent = Math.min(100, Math.max(0, (part / whole) * 100));
  return percent < 10 ? Math.floor(percent * 10) / 10 : Math.floor(percent);
}
