import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What is loaded once it is shown, such as a component; null before that, and where it cannot be, as offline. */
export function useLoaded<T>(isShown: boolean, load: () => Promise<T>): T | null {
  const loaded = useSignal<T | null>(null);
  useEffect(() => {
    if (!isShown) return;
    void load().then(
      (came) => {
        loaded.value = came;
      },
      () => undefined,
    );
  }, [isShown]);
  return loaded.value;
}
