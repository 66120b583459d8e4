import { effect, signal } from '@preact/signals';
import { faviconOf, type MarkVariant } from '../../render/mark.ts';

/** What the screen is called. */
export const screenTitle = signal('');

/** What the tab tells of all monitors, as far as the page knows: `2 late` and the mark for it. */
export const attention = signal<{ words: string; mark: MarkVariant } | null>(null);

/** Keeps title and icon of the tab. */
export function startTab(): void {
  effect(() => {
    const parts = [attention.value?.words ?? '', screenTitle.value, 'Rollcall'];
    document.title = parts.filter((part) => part !== '').join(' · ');
  });
  effect(() => {
    const icon = faviconOf(attention.value?.mark ?? 'plain');
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon);
  });
}
