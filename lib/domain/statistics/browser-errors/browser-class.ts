/** By what browsers tell themselves, the special ones before those whose words they repeat. */
const FAMILIES: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,3})\./],
  ['Opera', /\bOPR\/(\d{1,3})\./],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,3})\./],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,3})\./],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,3})\./],
  ['Safari', /\bVersion\/(\d{1,3})\.[^ ]* (?:Mobile\/\w+ )?Safari\//],
];

/** The family and the major version of the browser that sends a `User-Agent`, such as `Firefox 128`; `other` of what is none. */
export function browserClass(userAgent: string | undefined): string {
  for (const [name, mark] of FAMILIES) {
    const [, version] = mark.exec(userAgent ?? '') ?? [];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'other';
}
