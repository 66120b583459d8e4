/** The pages that are told apart, by how their paths begin; what is none of them is `other`. */
const PAGES = {
  home: /^\/$/,
  app: /^\/app(\/|$)/,
  account: /^\/account(\/|$)/,
  pricing: /^\/pricing(\/|$)/,
  status: /^\/s\//,
  contact: /^\/contact(\/|$)/,
  partners: /^\/partners(\/|$)/,
  numbers: /^\/numbers(\/|$)/,
} as const satisfies Record<string, RegExp>;

export type PageName = keyof typeof PAGES | 'other';

export const PAGE_NAMES = [...(Object.keys(PAGES) as (keyof typeof PAGES)[]), 'other'] as const;

/** Which page a path is. Only this is kept: the path of a status page holds its token. */
export function pageOf(path: string): PageName {
  const [name] = Object.entries(PAGES).find(([, begins]) => begins.test(path)) ?? [];
  return (name as PageName | undefined) ?? 'other';
}

/** The path without query and fragment. */
export function pathSeen(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
