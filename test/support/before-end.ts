/**
 * Whether something was over before this many milliseconds were. Both are told by timers of this process, which fire in
 * the order of their times however late: a busy machine changes nothing.
 */
export function isOverWithin(ms: number, something: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  const over = something.then(() => true).finally(() => clearTimeout(timer));
  return Promise.race([over, late.promise]);
}
