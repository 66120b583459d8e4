const NAME = /^!?[A-Za-z0-9._*-]{1,80}$/;
const NAMES_MAX = 50;
const ALIAS = /^(\d{12})=([a-z0-9](?:-?[a-z0-9]){0,15})$/;

/** The patterns of a setting such as `prod-*,!prod-test-*`. */
export function namePatternsOf(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

export function areNames(text: string): boolean {
  const names = namePatternsOf(text);
  return names.length > 0 && names.length <= NAMES_MAX && names.every((name) => NAME.test(name));
}

/** Whether a name is wanted by patterns: by one of those that want, where there are any, and by none behind a `!`. */
export function isNameWanted(patterns: readonly string[], name: string): boolean {
  const fits = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 's').test(name);
  const wanting = patterns.filter((pattern) => !pattern.startsWith('!'));
  const refusing = patterns.filter((pattern) => pattern.startsWith('!'));
  return (wanting.length === 0 || wanting.some(fits)) && !refusing.some((pattern) => fits(pattern.slice(1)));
}

/** The aliases of a setting such as `111122223333=prod`; undefined of a text that is none. */
export function aliasesOf(text: string): Record<string, string> | undefined {
  if (text === '') return {};
  const pairs = text.split(',').map((pair) => ALIAS.exec(pair));
  const known = pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [[pair[1], pair[2]] as const] : []));
  const isWhole = known.length === pairs.length && known.length <= NAMES_MAX;
  const isDistinct = new Set(known.map(([account]) => account)).size === known.length;
  // Two accounts of one alias would share the monitors of their jobs.
  return isWhole && isDistinct && new Set(known.map(([, alias]) => alias)).size === known.length
    ? Object.fromEntries(known)
    : undefined;
}
