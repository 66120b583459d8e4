import { effect, signal } from '@preact/signals';
import { keep, kept } from './kept.ts';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = 'rollcall-theme';

export const theme = signal<Theme>(keptTheme());

/** Shows the theme, and keeps it for this browser. */
export function startTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'system') delete dataset['theme'];
    else dataset['theme'] = theme.value;
    keep('localStorage', KEPT_AS, theme.value);
  });
}

/** The one after it, for a switch. */
export function nextTheme(): Theme {
  return THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}

function keptTheme(): Theme {
  const name = kept('localStorage', KEPT_AS);
  return THEMES.find((each) => each === name) ?? 'system';
}
