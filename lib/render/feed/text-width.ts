/** Advance widths of the characters 32 to 126 in tenths of a pixel: DejaVu Sans at 11 px, which Verdana's are close to. */
const ASCII_TENTHS = [
  35, 44, 51, 92, 70, 105, 86, 30, 43, 43, 55, 92, 35, 40, 35, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 37,
  37, 92, 92, 92, 58, 110, 75, 75, 77, 85, 70, 63, 85, 83, 32, 32, 72, 61, 95, 82, 87, 66, 87, 76, 70, 67, 81,
  75, 109, 75, 67, 75, 43, 37, 43, 92, 55, 55, 67, 70, 60, 70, 68, 39, 70, 70, 31, 31, 64, 31, 107, 70, 67,
  70, 70, 45, 57, 43, 70, 65, 90, 65, 65, 58, 70, 37, 70, 92,
];

// Mean width of a whole character, from text set in DejaVu Sans and Noto at 11 px.
const OTHER_TENTHS: readonly [RegExp, number][] = [
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 48],
  [/[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Thai}]/u, 72],
  [/\p{Script=Latin}/u, 72],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 138],
];
const WIDE_TENTHS = 110;

const ASCII = /^[ -~]*$/;

// Made on the first text that needs it (3 ms), and once.
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them. */
export function graphemesOf(text: string): string[] {
  if (ASCII.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How wide a text is at 11 px in a common sans font, in whole pixels; an estimate outside ASCII. */
export function textWidthPx(text: string): number {
  const tenths = graphemesOf(text).reduce((sum, grapheme) => sum + tenthsOf(grapheme), 0);
  return Math.ceil(tenths / 10);
}

function tenthsOf(grapheme: string): number {
  // An accented letter is as wide as its letter.
  const ascii = ASCII_TENTHS[(grapheme.normalize('NFD').codePointAt(0) ?? 0) - 32];
  if (ascii !== undefined) return ascii;
  return OTHER_TENTHS.find(([script]) => script.test(grapheme))?.[1] ?? WIDE_TENTHS;
}
