import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { joined, type Kept, type Page } from './pages.ts';

/** The newest page of a list, which is polled, and the older ones that are read when somebody asks for `more`. */
export function usePages<T>(
  newest: Page<T>,
  kept: Kept<T>,
  read: (cursor: string) => Promise<Page<T>>,
): { all: readonly T[]; more: (() => Promise<void>) | null } {
  const known = useSignal<Page<T> | null>(null);
  const { entries: all, next } = known.value ? joined(newest, known.value, kept) : newest;
  useEffect(() => {
    // What the next page pushes out is remembered.
    if (known.value) known.value = { entries: all, next };
  }, [newest.entries]);
  const more = async (cursor: string) => {
    const page = await read(cursor);
    known.value = { entries: [...all, ...page.entries], next: page.next };
  };
  return { all, more: next === undefined ? null : () => more(next) };
}
