import { keptTheme } from '../state/kept-theme.ts';

/** As the lines to copy name the service. */
const ANY_SERVICE = /http:\/\/localhost:8787|https:\/\/rollcall\.example\.com/g;

/** Before anything of a static page is shown: the theme that was chosen in the console. */
export function showKeptTheme(): void {
  const theme = keptTheme();
  if (theme !== 'system') document.documentElement.dataset['theme'] = theme;
}

export function nameThisService(): void {
  for (const code of document.querySelectorAll('pre code'))
    code.textContent = (code.textContent ?? '').replace(ANY_SERVICE, location.origin);
}
