import { kept } from './kept.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_KEPT_AS = 'rollcall-theme';

export function keptTheme(): Theme {
  const name = kept('localStorage', THEME_KEPT_AS);
  return THEMES.find((each) => each === name) ?? 'system';
}
