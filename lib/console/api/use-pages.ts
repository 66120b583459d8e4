import { useSignal } from '@preact/signals';

/** Part of a list, and the cursor of the part after it. */
export interface Page<T> {
  entries: readonly T[];
  next: string | undefined;
}

/** The newest page of a list, which is polled, and the older ones that are read when somebody asks for `more`. */
export function usePages<T>(
  newest: Page<T>,
  keyOf: (entry: T) => string,
  read: (cursor: string) => Promise<Page<T>>,
): { all: readonly T[]; more: (() => Promise<void>) | null } {
  const older = useSignal<Page<T> | null>(null);
  const { next } = older.value ?? newest;
  const more = async (cursor: string) => {
    const page = await read(cursor);
    older.value = { entries: [...(older.value?.entries ?? []), ...page.entries], next: page.next };
  };
  const seen = new Set(newest.entries.map(keyOf));
  const others = older.value?.entries.filter((entry) => !seen.has(keyOf(entry))) ?? [];
  return { all: [...newest.entries, ...others], more: next === undefined ? null : () => more(next) };
}
