import { describe, expect, it } from 'vitest';
import { type Colour, DARK, LIGHT, type Palette, tokenStyle } from '../../../lib/render/tokens.ts';

const SURFACES = ['paper', 'card', 'raised', 'sunken'] as const;
const STATES = ['ok', 'late', 'waiting', 'paused', 'inactive', 'notice'] as const;
const SERIES = [1, 2, 3, 4, 5, 6].map((each) => `series-${each}` as Colour);

// WCAG 2.2, 1.4.3: text of any size.
const TEXTS: [Colour, Colour][] = [
  ...SURFACES.flatMap((surface) =>
    (['ink', 'soft', 'accent', ...STATES] as const).map((text): [Colour, Colour] => [text, surface]),
  ),
  ...(['accent', ...STATES] as const).flatMap((each): [Colour, Colour][] => [
    [each, `${each}-tint`],
    ['ink', `${each}-tint`],
    ['soft', `${each}-tint`],
    ['on-fill', each],
  ]),
  ['on-alarm', 'alarm'],
];

// WCAG 2.2, 1.4.11: borders of controls, marks and lines of charts.
const MARKS: [Colour, Colour][] = [
  ...SURFACES.flatMap((surface) =>
    (['edge', 'focus'] as const).map((line): [Colour, Colour] => [line, surface]),
  ),
  ...(['accent', ...STATES] as const).map((each): [Colour, Colour] => ['focus', `${each}-tint`]),
  ...SERIES.flatMap((line) =>
    (['paper', 'card'] as const).map((surface): [Colour, Colour] => [line, surface]),
  ),
];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s theme', (_, palette) => {
  it.each(TEXTS)('reads %s on %s', (text, surface) => {
    expect(contrastOf(palette, text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS)('shows %s on %s', (mark, surface) => {
    expect(contrastOf(palette, mark, surface)).toBeGreaterThanOrEqual(3);
  });
});

describe('tokenStyle', () => {
  it('gives the theme of the system, and that of data-theme instead', () => {
    const style = tokenStyle();
    expect(style).toMatch(/^:root\{color-scheme:light;--paper:#f9f8f5;/u);
    expect(style).toContain(
      '@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;',
    );
    expect(style).toContain(':root[data-theme=dark]{color-scheme:dark;');
  });
});

/** WCAG 2.2, "contrast ratio". */
function contrastOf(palette: Palette, one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminanceOf(palette[one]), luminanceOf(palette[other])].toSorted(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, "relative luminance", of `#rrggbb`. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
