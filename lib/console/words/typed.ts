/** A moment as an input `datetime-local` has it: `2027-03-01T13:00`, in the zone of the browser. */
export function localInput(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The number that a person typed, with a point or a comma; null for what is none. */
export function numberIn(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}
