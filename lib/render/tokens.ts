/** The states of a monitor, where `late` stands for every trouble; `notice` is what to heed though nothing is down. */
export type StateColour = 'ok' | 'late' | 'waiting' | 'paused' | 'inactive' | 'notice';

type Surface = 'paper' | 'card' | 'raised' | 'sunken' | 'alarm';
type Writing = 'ink' | 'soft' | 'accent' | 'on-fill' | 'on-alarm';
type Line = 'rule' | 'edge' | 'focus';
type Series = `series-${1 | 2 | 3 | 4 | 5 | 6}`;
export type Colour = Surface | Writing | Line | StateColour | `${StateColour | 'accent'}-tint` | Series;
export type Palette = Record<Colour, `#${string}`>;

/**
 * Colours by meaning. `paper` is the page, `card` stands on it, `raised` floats (menus, dialogs), `sunken` holds code and
 * is what a row under the pointer turns; `rule` only divides, `edge` is the border of what can be operated. A state's
 * colour is for words and marks, its tint for what lies behind them; `on-fill` is for words on a whole area of `accent`
 * or of a state's colour. `alarm` is an area that has to be seen from across a room. Lines of charts take `series-1` and so on.
 */
export const LIGHT: Palette = {
  paper: '#f9f8f5',
  card: '#ffffff',
  raised: '#ffffff',
  sunken: '#f0eee8',
  ink: '#1b2026',
  soft: '#586069',
  rule: '#e3dfd6',
  edge: '#83888d',
  accent: '#3b4ba3',
  'accent-tint': '#eaecf7',
  'on-fill': '#ffffff',
  focus: '#2f6fed',
  ok: '#1c6b3f',
  'ok-tint': '#e4f1e8',
  late: '#b3261e',
  'late-tint': '#fbe9e6',
  alarm: '#b3261e',
  'on-alarm': '#ffffff',
  waiting: '#2c5f85',
  'waiting-tint': '#e5eef5',
  paused: '#5d5480',
  'paused-tint': '#edebf3',
  inactive: '#5c6269',
  'inactive-tint': '#edecea',
  notice: '#7a5200',
  'notice-tint': '#faf0d7',
  'series-1': '#3b4ba3',
  'series-2': '#b5541c',
  'series-3': '#1f7a72',
  'series-4': '#9c3a86',
  'series-5': '#7a6a00',
  'series-6': '#4f6b86',
};

export const DARK: Palette = {
  paper: '#111417',
  card: '#191d21',
  raised: '#22272c',
  sunken: '#20252a',
  ink: '#e9e7e1',
  soft: '#a6adb4',
  rule: '#2c3238',
  edge: '#747c84',
  accent: '#aab6fb',
  'accent-tint': '#262c46',
  'on-fill': '#111417',
  focus: '#7fb0ff',
  ok: '#79cc9b',
  'ok-tint': '#18301f',
  late: '#ff9a90',
  'late-tint': '#43201d',
  alarm: '#9b2a22',
  'on-alarm': '#ffffff',
  waiting: '#93c2e6',
  'waiting-tint': '#1b2e3d',
  paused: '#bfb4e6',
  'paused-tint': '#2b2740',
  inactive: '#a6adb4',
  'inactive-tint': '#272b2f',
  notice: '#eac06e',
  'notice-tint': '#3a2e12',
  'series-1': '#aab6fb',
  'series-2': '#f0a070',
  'series-3': '#6fccc0',
  'series-4': '#e39ad2',
  'series-5': '#d8c55a',
  'series-6': '#9fb8d1',
};

/** Sizes of type, distances, corners and the like: the same in both themes. One `space` step is a multiple of 4 px. */
export const SIZES = {
  'font-sans': 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  'font-mono': 'ui-monospace,"Cascadia Mono","SF Mono",Menlo,Consolas,monospace',
  'text-xs': '.75rem',
  'text-s': '.875rem',
  'text-m': '1rem',
  'text-l': '1.125rem',
  'text-xl': '1.375rem',
  'text-2xl': '1.75rem',
  'text-3xl': '2.25rem',
  'line-tight': '1.2',
  'line-text': '1.5',
  'space-1': '.25rem',
  'space-2': '.5rem',
  'space-3': '.75rem',
  'space-4': '1rem',
  'space-5': '1.5rem',
  'space-6': '2rem',
  'space-7': '3rem',
  'space-8': '4rem',
  'radius-s': '4px',
  'radius-m': '8px',
  'radius-l': '12px',
  'radius-full': '999px',
  'shadow-raised': '0 1px 2px #00000014,0 8px 24px #00000024',
  quick: '120ms',
} as const;

/**
 * The tokens as custom properties (`--paper`, `--text-s`). The theme is the system's unless `data-theme` on the root
 * element says `light` or `dark`.
 */
export function tokenStyle(): string {
  const dark = `color-scheme:dark;${declared(DARK)}`;
  return `:root{color-scheme:light;${declared(LIGHT)};${declared(SIZES)}}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}`;
}

function declared(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}
