import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Makes something before the first test of a file, or of a `describe`, and disposes of it after the last. From then on what is returned works as what was made. */
export function shared<T extends object>(make: () => T | Promise<T>): T {
  return standIn(make, beforeAll, afterAll);
}

/** As `shared`, but makes a new one for each test. */
export function fresh<T extends object>(make: () => T | Promise<T>): T {
  return standIn(make, beforeEach, afterEach);
}

type Hook = (work: () => Promise<void>) => void;

function standIn<T extends object>(make: () => T | Promise<T>, before: Hook, after: Hook): T {
  let made: T | undefined;
  const current = () => {
    if (made === undefined)
      throw new Error('This is made before the tests run: use it in a test or in a hook that comes later.');
    return made;
  };
  before(async () => {
    made = undefined;
    made = await make();
  });
  after(async () => {
    if (made !== undefined && Symbol.asyncDispose in made)
      await (made as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.();
  });
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(current(), key),
    set: (_, key, value) => Reflect.set(current(), key, value),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(current(), key),
    defineProperty: (_, key, property) => Reflect.defineProperty(current(), key, property),
  });
}
