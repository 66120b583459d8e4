import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { markup, trustedMarkup, type Markup } from '../../render/markup.ts';
import { markupEscape } from '../../render/escape.ts';
import { DOC_PAGES, DOCS } from './doc-pages.ts';

/** A page of the documentation, made of its Markdown. */
export interface Article {
  slug: string;
  title: string;
  html: Markup;
  sections: readonly Section[];
}

/** What stands below a heading, to be found by its words. */
export interface Section {
  /** Of its heading, as GitHub makes it. */
  id: string;
  heading: string;
  depth: number;
  markdown: string;
}

/** An article of the Markdown of our own `docs/`. Markup in it is shown as it is written. */
export function articleOf(slug: string, markdown: string): Article {
  const marked = new Marked({ renderer: rendererOf(), gfm: true });
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  return {
    slug,
    title: sections[0]?.heading ?? slug,
    html: trustedMarkup(marked.parser(tokens)),
    sections,
  };
}

function rendererOf(): RendererObject {
  const idOf = ids();
  let tables = 0;
  return {
    html: ({ text }) => markupEscape(text),
    heading({ tokens, depth }) {
      const id = idOf(plainText(tokens));
      const words = this.parser.parseInline(tokens);
      const anchor =
        depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${id}"${depth === 1 ? ' tabindex="-1"' : ''}>${words}${anchor}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const to = leadsTo(href);
      // A file's name says something in the repository alone.
      const words = LABELS.get(plainText(tokens)) ?? trustedMarkup(this.parser.parseInline(tokens));
      return String(to === null ? words : markup`<a href="${to}">${words}</a>`);
    },
    // Wider than the page it scrolls by itself, which a keyboard has to reach.
    table({ header, rows }) {
      tables += 1;
      const columns = header.map(({ tokens }) => plainText(tokens)).filter(Boolean);
      const name = [`Table ${tables}`, ...columns].join(', ');
      const row = (cells: readonly Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const body = rows.map((cells) => row(cells, 'td')).join('\n');
      const head = row(header, 'th')
        .replaceAll('<th>', '<th scope="col">')
        .replaceAll('<th scope="col"></th>', '<td></td>');
      return `<div class="table" role="region" aria-label="${markupEscape(name)}" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  };
}

/** By the names of their files. */
const LABELS = new Map(DOC_PAGES.map(([slug, label]) => [`${slug}.md`, label]));

/** Where a link of the Markdown leads on the site; null where the site has nothing of it: sources, decisions, what operators read. */
function leadsTo(href: string): string | null {
  if (/^https?:|^#/.test(href)) return href;
  const [, file = '', anchor = ''] = /^([\w-]+\.md)(#[\w-]+)?$/.exec(href) ?? [];
  return LABELS.has(file) ? `${DOCS}/${file.replace('.md', '')}${anchor}` : null;
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const idOf = ids();
  const sections: Section[] = [];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (token.type === 'heading') {
      const heading = plainText(token.tokens ?? []);
      sections.push({ id: idOf(heading), heading, depth: (token as Tokens.Heading).depth, markdown: '' });
    } else if (last) last.markdown += token.raw;
  }
  return sections;
}

/** The ids of the headings of one page, each once, as GitHub makes them: a link means the same in both places. */
function ids(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('');
}
