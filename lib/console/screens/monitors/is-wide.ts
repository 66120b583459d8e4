import { signal } from '@preact/signals';

const query = matchMedia('(min-width: 64rem)');

/** Whether there is room for all columns. */
export const isWide = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});
