import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** A component that is loaded once it is shown; null before that, and where it cannot be, as offline. */
export function useLoaded<Props>(
  isShown: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const loaded = useSignal<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!isShown) return;
    void load().then(
      (component) => {
        loaded.value = component;
      },
      () => undefined,
    );
  }, [isShown]);
  return loaded.value;
}
