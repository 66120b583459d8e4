/** What `work` gives, where it does in time; later it fails as `TimeoutError`, and the work goes on unheard. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error(`It took more than ${ms} ms.`), { name: 'TimeoutError' });
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
