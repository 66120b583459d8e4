import type { ComponentChildren } from 'preact';
import { Brand } from '../parts/brand.tsx';
import { place } from '../router.ts';
import { arePublicPagesShown } from '../state/site.ts';
import { footLinks, SITE_LINKS } from './site-links.ts';

/** What the pages for the signed-out share. */
export function SiteFrame({ children }: { children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="bar site-bar">
        <Brand href="/" />
        <Links name="Site" links={SITE_LINKS} />
      </header>
      <main id="main" class="site" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <Links name="More" links={footLinks(arePublicPagesShown)} />
      </footer>
    </>
  );
}

function Links({ name, links }: { name: string; links: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={name}>
      <ul>
        {links.map(([path, label]) => (
          <li key={path}>
            <a href={path} aria-current={place.value.path === path ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
