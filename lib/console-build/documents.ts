/** A document of the site. Its screen is made by the console's script. */
export interface SiteDocument {
  /** The file: `/app/index.html`. */
  file: string;
  /** The paths that it is served at; `*` at the end of one is whatever follows. */
  serves: readonly [string, ...string[]];
  title: string;
  description: string;
  /** Shows what is there for strangers alone: off on a private copy, as the operations with this mark. */
  forStrangers?: true;
  /** May be found by search engines. */
  indexed?: true;
}

const WHAT_IT_IS =
  'Rollcall hears from your cron jobs, webhooks and machines, and tells you about the one that went silent.';

/** Every document of the site, the most special path first. */
export const DOCUMENTS: readonly SiteDocument[] = [
  {
    file: '/index.html',
    serves: ['/'],
    title: 'Rollcall: know when a job goes silent',
    description: WHAT_IT_IS,
    indexed: true,
  },
  {
    file: '/app/index.html',
    serves: ['/app', '/app/*'],
    title: 'Rollcall',
    description: WHAT_IT_IS,
  },
];

/** The document at a path of the site, undefined where there is none. */
export function documentAt(path: string): SiteDocument | undefined {
  return DOCUMENTS.find(({ serves }) => serves.some((served) => isServed(served, path)));
}

function isServed(served: string, path: string): boolean {
  return served.endsWith('*') ? path.startsWith(served.slice(0, -1)) : served === path;
}

/** Every path that a document is served at, those for strangers where their pages are on. */
export function documentPaths(publicPages: boolean): string[] {
  return DOCUMENTS.filter(({ forStrangers }) => publicPages || !forStrangers).flatMap(({ serves }) => serves);
}
