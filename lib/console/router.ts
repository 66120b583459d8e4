import { signal } from '@preact/signals';

/** Where the person is. `visit` counts up with each navigation, and not with changes of the query. */
export interface Place {
  path: string;
  query: URLSearchParams;
  visit: number;
  /** How far the page was scrolled when it was left, in pixels. */
  scrolled: number;
}

type How = 'push' | 'replace';

export const place = signal<Place>(placeNow(0));

/** Goes to an address of this site. */
export function go(href: string, how: How = 'push'): void {
  const url = new URL(href, location.href);
  if (how === 'push') {
    history.replaceState({ scrolled: scrollY }, '');
    history.pushState(null, '', url);
  } else history.replaceState(null, '', url);
  place.value = placeNow(place.value.visit + 1);
}

/** Changes the query and stays; null takes a parameter away. Such a change is no step back in the history. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history.replaceState(history.state, '', url);
  place.value = placeNow(place.value.visit);
}

/** A parameter of the query as what a field reads and sets; empty where it is not there. */
export const inQuery = (name: string) => ({
  get value(): string {
    return place.value.query.get(name) ?? '';
  },
  set value(text: string) {
    setQuery({ [name]: text });
  },
});

/** Follows the links of the page that `isOurs` says have a screen, and the buttons of the browser. */
export function startRouter(isOurs: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    const { path, query, visit } = place.value;
    const { scrolled = 0 } = (history.state ?? {}) as Partial<Place>;
    const there = { ...placeNow(visit + 1), scrolled };
    // A jump within the page is told as well.
    if (there.path === path && there.query.toString() === query.toString()) return;
    place.value = there;
  });
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || !isPlainClick(event) || !isFollowedHere(link)) return;
    if (!isOurs(link.pathname)) return;
    event.preventDefault();
    go(link.href);
  });
}

function placeNow(visit: number): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search), visit, scrolled: 0 };
}

/** With a key held the browser opens another tab or saves. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function isFollowedHere(link: HTMLAnchorElement): boolean {
  const isElsewhere = link.origin !== location.origin || link.hasAttribute('download') || link.target !== '';
  const isWithinPage = link.hash !== '' && link.pathname === location.pathname;
  return !isElsewhere && !isWithinPage;
}
