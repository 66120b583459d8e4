import { useEffect, useRef } from 'preact/hooks';
import { viewer } from '../api/viewer.ts';
import { Brand } from '../parts/brand.tsx';
import { place } from '../router.ts';
import { SCREENS, screenAt } from '../screens.ts';
import { nextTheme, theme, type Theme } from '../state/theme.ts';

const THEME_NAMES: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' };
const THEME_STROKES: Record<Theme, string> = {
  system: 'M2.5 3.5h11v7h-11zM6 13h4',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  dark: 'M13 9.6A5.4 5.4 0 0 1 6.4 3a5.4 5.4 0 1 0 6.6 6.6',
};

/** Mark, navigation and what is always at hand. */
export function Header({ onHelp }: { onHelp: () => void }) {
  return (
    <header class="bar">
      <Brand href="/app" />
      <Navigation />
      <div class="at-hand">
        <button
          class="button quiet icon-only"
          type="button"
          aria-label="Keyboard help"
          title="Keyboard help (?)"
          onClick={onHelp}
        >
          <span aria-hidden="true">?</span>
        </button>
        <ThemeSwitch />
      </div>
    </header>
  );
}

function Navigation() {
  const here = screenAt(place.value.path)?.route;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => scrollToHere(bar.current), [here]);
  const account = viewer.value === 'account' ? 'Account' : 'Sign in';
  return (
    <nav aria-label="Console" ref={bar}>
      <ul>
        {SCREENS.filter(({ nav }) => nav !== undefined).map(({ path, nav }) => (
          <li key={path}>
            <a href={path} aria-current={isUnder(here?.path ?? '', path) ? 'page' : undefined}>
              {nav}
            </a>
          </li>
        ))}
        <li>
          <a href="/account">{account}</a>
        </li>
      </ul>
    </nav>
  );
}

/** On a phone the navigation is wider than the page. Not `scrollIntoView`, from which Tab would go on. */
function scrollToHere(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>('[aria-current]');
  if (bar && current) bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
}

/** The list of monitors is the root of the console, and theirs is what stands under `/app/monitors`. */
function isUnder(here: string, path: string): boolean {
  if (path === '/app') return here === '/app' || here.startsWith('/app/monitors');
  return here === path || here.startsWith(`${path}/`);
}

function ThemeSwitch() {
  const name = `Theme: ${THEME_NAMES[theme.value]}. Change to ${THEME_NAMES[nextTheme()]}`;
  return (
    <button
      class="button quiet icon-only"
      type="button"
      aria-label={name}
      title={name}
      onClick={() => {
        theme.value = nextTheme();
      }}
    >
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={THEME_STROKES[theme.value]} />
      </svg>
    </button>
  );
}
