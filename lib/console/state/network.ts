import { signal } from '@preact/signals';

/** What the browser says of the network. */
export const isOnline = signal(true);

export function startNetwork(): void {
  const note = () => {
    isOnline.value = navigator.onLine;
  };
  note();
  addEventListener('online', note);
  addEventListener('offline', note);
}
