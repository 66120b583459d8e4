import { browserClass } from '../statistics/browser-errors/browser-error.ts';

/** By what systems name themselves, the special ones before those whose words they repeat. */
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['an iPhone', /\biPhone\b/],
  ['an iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** What a person knows a browser by, of its `User-Agent` in our words alone: `Firefox 128 on Linux`. */
export function browserWords(userAgent = ''): string {
  const known = browserClass(userAgent);
  const browser = known === 'other' ? 'A browser' : known;
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  return system === undefined ? browser : `${browser} on ${system}`;
}
