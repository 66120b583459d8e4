/**
 * The text after as many changes as it takes until one more changes nothing, at most `times`: what a change leaves may
 * be what it looks for, as a mask changes what its neighbours look like.
 */
export function restOf(text: string, times: number, change: (text: string) => string): string {
  let before = text;
  for (let time = 0; time < times; time += 1) {
    const after = change(before);
    if (after === before) break;
    before = after;
  }
  return before;
}
