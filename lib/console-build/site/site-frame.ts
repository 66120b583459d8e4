import { footLinks, SITE_LINKS } from '../../console/site/site-links.ts';
import { markOf } from '../../render/brand.ts';
import { markup, type Markup } from '../../render/markup.ts';

/** How a static page of the site begins; the console draws the same for the others (`lib/console/site`). */
export const siteTop = (): Markup => markup`<a class="skip" href="#main">Skip to content</a>
<header class="bar site-bar">
<a class="brand" href="/">${markOf('plain')}Rollcall</a>
${linksOf('Site', SITE_LINKS)}
</header>`;

export const siteFoot = (arePublicPagesShown: boolean): Markup => markup`<footer class="foot">
${linksOf('More', footLinks(arePublicPagesShown))}
</footer>`;

const linksOf = (name: string, links: typeof SITE_LINKS): Markup => markup`<nav aria-label="${name}"><ul>
${links.map(
  ([path, label]) => markup`<li><a href="${path}">${label}</a></li>
`,
)}</ul></nav>`;
