import { markup, type Markup } from '../render/markup.ts';
import { BELOW_DOCS, DOC_FILES, DOCS } from './docs/doc-pages.ts';

/** A document of the site. Its screen is made by the console's script, but for the landing page. */
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

/** What of a deployment the site depends on. */
export interface SiteSettings {
  /** The pages for strangers (DECISIONS.md "Owners" 10). */
  arePublicPagesShown: boolean;
}

const WHAT_IT_IS =
  'Rollcall hears from your cron jobs, webhooks and machines, and tells you about the one that went silent.';

/** The page for whoever has not been here, which is there before any script runs. */
export const LANDING = '/index.html';

/** Every document of the site, the most special path first. */
export const DOCUMENTS: readonly SiteDocument[] = [
  {
    file: LANDING,
    serves: ['/'],
    title: 'Rollcall: know when a job goes silent',
    description: WHAT_IT_IS,
    indexed: true,
  },
  {
    file: '/contact.html',
    serves: ['/contact'],
    title: 'Write to us · Rollcall',
    description: 'A message to whoever runs this copy of Rollcall.',
    forStrangers: true,
    indexed: true,
  },
  {
    file: '/numbers.html',
    serves: ['/numbers'],
    title: 'In numbers · Rollcall',
    description: 'How much this copy of Rollcall is used.',
    forStrangers: true,
    indexed: true,
  },
  {
    file: '/partners.html',
    serves: ['/partners'],
    title: 'Partners · Rollcall',
    description: 'Where sponsors of Rollcall are shown, and at what prices.',
    forStrangers: true,
    indexed: true,
  },
  {
    file: '/app/index.html',
    serves: ['/app', '/app/*'],
    title: 'Rollcall',
    description: WHAT_IT_IS,
  },
];

/** The documents that a deployment has. */
export function documentsOf({ arePublicPagesShown }: SiteSettings): SiteDocument[] {
  return DOCUMENTS.filter(({ forStrangers }) => arePublicPagesShown || !forStrangers);
}

/** The file at a path of a deployment's site, undefined where there is none. */
export function fileAt(path: string, settings: SiteSettings): string | undefined {
  const found = documentsOf(settings).find(({ serves }) => serves.some((served) => isServed(served, path)));
  return found?.file ?? DOC_FILES.get(path);
}

function isServed(served: string, path: string): boolean {
  return served.endsWith('*') ? path.startsWith(served.slice(0, -1)) : served === path;
}

/** Every path that a document or the documentation is served at, the documents for strangers where their pages are on. */
export function documentPaths(publicPages: boolean): string[] {
  return [
    ...documentsOf({ arePublicPagesShown: publicPages }).flatMap(({ serves }) => serves),
    DOCS,
    BELOW_DOCS,
  ];
}

/** How each document of the site and of the documentation begins. */
export function headOf({ title, description }: Pick<SiteDocument, 'title' | 'description'>): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">`;
}
