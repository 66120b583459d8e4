import { effect, signal } from '@preact/signals';
import { keep } from './kept.ts';
import { keptTheme, THEME_KEPT_AS, THEMES, type Theme } from './kept-theme.ts';

export const theme = signal<Theme>(keptTheme());

/** Shows the theme, and keeps it for this browser. */
export function startTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'system') delete dataset['theme'];
    else dataset['theme'] = theme.value;
    keep('localStorage', THEME_KEPT_AS, theme.value);
  });
}

/** The one after it, for a switch. */
export function nextTheme(): Theme {
  return THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}
