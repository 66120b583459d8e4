/** Part of a list, and the cursor of the part after it. */
export interface Page<T> {
  entries: readonly T[];
  next: string | undefined;
}

/** What tells entries apart. */
export interface Kept<T> {
  keyOf: (entry: T) => string;
  /** Of a list that has open entries first. @default none is */
  isOpen?: (entry: T) => boolean;
}

/**
 * What is known of a list, newest first, once its newest page has come anew: nothing that was seen goes, and nothing lies
 * unread between. Where that is not to be had it is the newest page alone.
 */
export function joined<T>(
  newest: Page<T>,
  known: Page<T>,
  { keyOf, isOpen = () => false }: Kept<T>,
): Page<T> {
  const keys = new Set(newest.entries.map(keyOf));
  const others = known.entries.filter((entry) => !keys.has(keyOf(entry)));
  // More has come than a page has.
  const isApart = newest.next !== undefined && others.length === known.entries.length;
  // It is open no more: those that are would stand before the closed ones.
  const isOld = others.some(isOpen) && !newest.entries.every(isOpen);
  return isApart || isOld ? newest : { entries: [...newest.entries, ...others], next: known.next };
}
