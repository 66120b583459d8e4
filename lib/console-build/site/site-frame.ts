import { markOf } from '../../render/brand.ts';
import { markup, type Markup } from '../../render/markup.ts';
import { DOCS } from '../docs/doc-pages.ts';

type Links = readonly (readonly [path: string, label: string])[];

const LINKS: Links = [
  ['/app', 'Console'],
  [DOCS, 'Docs'],
  ['/api/pricing', 'Pricing'],
  ['/account', 'Sign in'],
];
const PUBLIC_LINKS: Links = [
  ['/numbers', 'Numbers'],
  ['/partners', 'Partners'],
  ['/contact', 'Contact'],
];
const ELSEWHERE: Links = [
  [DOCS, 'Documentation'],
  ['/api/', 'API'],
  ['/openapi.json', 'OpenAPI'],
  ['/llms.txt', 'For agents'],
];

/** How a static page of the site begins; the console draws the same for the others (`lib/console/site`). */
export const siteTop = (): Markup => markup`<a class="skip" href="#main">Skip to content</a>
<header class="bar site-bar">
<a class="brand" href="/">${markOf('plain')}Rollcall</a>
${linksOf('Site', LINKS)}
</header>`;

export const siteFoot = (arePublicPagesShown: boolean): Markup => markup`<footer class="foot">
${linksOf('More', arePublicPagesShown ? [...PUBLIC_LINKS, ...ELSEWHERE] : ELSEWHERE)}
</footer>`;

const linksOf = (name: string, links: Links): Markup => markup`<nav aria-label="${name}"><ul>
${links.map(
  ([path, label]) => markup`<li><a href="${path}">${label}</a></li>
`,
)}</ul></nav>`;
