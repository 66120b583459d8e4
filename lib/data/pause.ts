/** Waits between half of `ms` and all of it, so that contenders come apart. */
export function pause(ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, ms / 2 + (ms / 2) * spread()));
}

let turn = 0;
function spread(): number {
  turn = (turn + 0.618_034) % 1;
  return turn;
}
