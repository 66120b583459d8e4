import { isZone } from './zone.ts';

/** What people mean by an abbreviation; where several places use it, the most populous first. */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ACDT', ['Australia/Adelaide']],
  ['ACST', ['Australia/Adelaide']],
  ['ADT', ['America/Halifax']],
  ['AEDT', ['Australia/Sydney']],
  ['AEST', ['Australia/Sydney']],
  ['AKDT', ['America/Anchorage']],
  ['AKST', ['America/Anchorage']],
  ['ART', ['America/Argentina/Buenos_Aires']],
  ['AST', ['America/Halifax', 'Asia/Riyadh']],
  ['AWST', ['Australia/Perth']],
  ['BRT', ['America/Sao_Paulo']],
  ['BST', ['Europe/London', 'Asia/Dhaka']],
  ['CAT', ['Africa/Johannesburg']],
  ['CDT', ['America/Chicago']],
  ['CEST', ['Europe/Paris']],
  ['CET', ['Europe/Paris']],
  ['CLT', ['America/Santiago']],
  ['COT', ['America/Bogota']],
  ['CST', ['America/Chicago', 'Asia/Shanghai']],
  ['CST6CDT', ['America/Chicago']],
  ['EAT', ['Africa/Nairobi']],
  ['EDT', ['America/New_York']],
  ['EEST', ['Europe/Kyiv']],
  ['EET', ['Europe/Kyiv']],
  ['EST', ['America/New_York']],
  ['EST5EDT', ['America/New_York']],
  ['GMT', ['UTC', 'Europe/London']],
  ['GST', ['Asia/Dubai']],
  ['HKT', ['Asia/Hong_Kong']],
  ['HST', ['Pacific/Honolulu']],
  ['IST', ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']],
  ['JST', ['Asia/Tokyo']],
  ['KST', ['Asia/Seoul']],
  ['MDT', ['America/Denver']],
  ['MET', ['Europe/Paris']],
  ['MSK', ['Europe/Moscow']],
  ['MST', ['America/Denver', 'America/Phoenix']],
  ['MST7MDT', ['America/Denver']],
  ['NST', ['America/St_Johns']],
  ['NZDT', ['Pacific/Auckland']],
  ['NZST', ['Pacific/Auckland']],
  ['PDT', ['America/Los_Angeles']],
  ['PKT', ['Asia/Karachi']],
  ['PST', ['America/Los_Angeles', 'Asia/Manila']],
  ['PST8PDT', ['America/Los_Angeles']],
  ['SAST', ['Africa/Johannesburg']],
  ['SGT', ['Asia/Singapore']],
  ['TRT', ['Europe/Istanbul']],
  ['WAT', ['Africa/Lagos']],
  ['WEST', ['Europe/Lisbon']],
  ['WET', ['Europe/Lisbon']],
  ['WIB', ['Asia/Jakarta']],
  ['Z', ['UTC']],
]);
/** Cities whose present name the runtime lists under an older one. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['kolkata', 'Asia/Kolkata'],
  ['kyiv', 'Europe/Kyiv'],
]);

/** The zones somebody most likely means by a name that is none we take: an abbreviation, a country, a city. Most likely first. */
export function likelyZones(text: string): readonly string[] {
  const known = ABBREVIATIONS.get(text.toUpperCase());
  if (known !== undefined) return known;
  const city = text
    .slice(text.lastIndexOf('/') + 1)
    .trim()
    .replaceAll(' ', '_')
    .toLowerCase();
  const renamed = RENAMED.get(city);
  if (renamed !== undefined) return [renamed];
  const named = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`));
  if (named !== undefined) return [named];
  // Single names of old, such as `Japan` and `GB-Eire`, which the runtime knows as links.
  return isZone(text)
    ? [new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone]
    : [];
}
