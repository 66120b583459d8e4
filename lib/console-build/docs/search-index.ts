import type { FindableSection } from '../../console/docs/search.ts';
import type { Article } from './article.ts';
import { DOC_PAGES, DOCS } from './doc-pages.ts';

/** What is searched: of each section its heading, and each of its words once. */
export function searchIndex(articles: readonly Article[]): FindableSection[] {
  const labels = new Map(DOC_PAGES.map(([slug, label]) => [slug, label]));
  return articles.flatMap(({ slug, title, sections }) =>
    sections.map(({ id, heading, depth, markdown }) => ({
      page: labels.get(slug) ?? title,
      path: depth === 1 ? `${DOCS}/${slug}` : `${DOCS}/${slug}#${id}`,
      heading,
      words: [...wordsOf(markdown)].join(' '),
    })),
  );
}

const TARGET = /\]\([^)]*\)|https?:\/\/[^\s)"']+/g;
/** An id or a number that a machine made: nobody looks for it. */
const MADE = /\d{3}|^.$|^.{25,}$/;

function wordsOf(markdown: string): Set<string> {
  const words =
    markdown
      .replace(TARGET, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => !MADE.test(word)));
}
