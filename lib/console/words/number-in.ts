/** The number that a person typed, with a point or a comma; null for what is none. */
export function numberIn(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}
