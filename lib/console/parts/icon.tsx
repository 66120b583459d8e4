/** Strokes in a square of 16. */
const STROKES = {
  add: 'M8 3v10M3 8h10',
  check: 'M3 8.5l3.2 3.2L13 5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  dark: 'M13 9.6A5.4 5.4 0 0 1 6.4 3a5.4 5.4 0 1 0 6.6 6.6',
  down: 'M4 6l4 4 4-4',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  link: 'M6 3H3v10h10v-3M9 3h4v4M13 3L7.5 8.5',
  mail: 'M2.5 4h11v8h-11zM2.5 4.5L8 9l5.5-4.5',
  more: 'M3.5 8h0M8 8h0M12.5 8h0',
  pause: 'M6 4v8M10 4v8',
  play: 'M5 3.5v9l7-4.5z',
  search: 'M7 3a4 4 0 1 0 0 8a4 4 0 0 0 0-8M10 10l3.5 3.5',
  system: 'M2.5 3.5h11v7h-11zM6 13h4',
  trash: 'M3 5h10M6 5V3h4v2M4.5 5l.6 8h5.8l.6-8',
  webhook:
    'M5.5 10.5a2.2 2.2 0 1 1-1-3M10.5 10.5a2.2 2.2 0 1 0 1-3M6 5a2.2 2.2 0 1 1 4 0M4.8 10.2L7 6.5M9 6.5l2.2 3.7M6.7 10.5h4.6',
} as const;

export type IconName = keyof typeof STROKES;

/** A picture beside words, or in a button that has a name. Not read out. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
