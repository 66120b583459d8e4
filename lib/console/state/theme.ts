import { effect, signal } from '@preact/signals';

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
    keep(theme.value);
  });
}

/** The one after it, for a switch. */
export function nextTheme(): Theme {
  return THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}

/** A browser may refuse storage; then it is the system's each time. */
function keptTheme(): Theme {
  try {
    return THEMES.find((each) => each === localStorage.getItem(KEPT_AS)) ?? 'system';
  } catch {
    return 'system';
  }
}

function keep(chosen: Theme): void {
  try {
    localStorage.setItem(KEPT_AS, chosen);
  } catch {
    // Only for this page, then.
  }
}
