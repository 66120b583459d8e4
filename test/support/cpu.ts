/** Milliseconds of CPU that some work of this process took: other processes of a busy machine do not count. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same, but what takes long is done twice more: a collection of garbage falls into one of three, not into each. */
export function leastCpuMsOf(work: () => unknown, longMs: number): number {
  const firstMs = cpuMsOf(work);
  return firstMs < longMs ? firstMs : Math.min(firstMs, cpuMsOf(work), cpuMsOf(work));
}
