/** Milliseconds of CPU that some work of this process took: other processes of a busy machine do not count. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
