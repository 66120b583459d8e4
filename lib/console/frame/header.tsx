import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isAccountHere } from '../api/somebody.ts';
import { viewer } from '../api/viewer.ts';
import { Brand } from '../parts/brand.tsx';
import { IconButton } from '../parts/button.tsx';
import { place } from '../router.ts';
import { SCREENS, screenAt } from '../screens.ts';
import type { Theme } from '../state/kept-theme.ts';
import { nextTheme, theme } from '../state/theme.ts';
import { useLoaded } from '../parts/use-loaded.ts';

const THEME_NAMES: Record<Theme, string> = { system: 'system', light: 'light', dark: 'dark' };

/** Mark, navigation and what is always at hand. */
export function Header({ onHelp }: { onHelp: () => void }) {
  return (
    <header class="bar">
      <Brand href="/app" />
      <Navigation />
      <div class="at-hand">
        <OwnChoice />
        <button
          class="button quiet icon-only"
          type="button"
          aria-label="Help"
          title="Help (?)"
          onClick={onHelp}
        >
          <span aria-hidden="true">?</span>
        </button>
        <ThemeSwitch />
      </div>
    </header>
  );
}

const ACCOUNT = ['/app/account', 'Account'] as const;
const SIGN_IN = ['/account', 'Sign in'] as const;

/** Behind a button where it has no room beside the mark. */
function Navigation() {
  const { path: at, visit } = place.value;
  const here = screenAt(at)?.route;
  const isOpen = useSignal(false);
  useEffect(() => {
    isOpen.value = false;
  }, [visit]);
  const links = SCREENS.flatMap(({ path, nav }) => (nav === undefined ? [] : [[path, nav] as const]));
  return (
    <nav aria-label="Console">
      <button
        class="button quiet"
        type="button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Menu
      </button>
      <ul class={isOpen.value ? 'open' : ''}>
        {[...links, isAccountHere() ? ACCOUNT : SIGN_IN].map(([path, words]) => (
          <li key={path}>
            <a href={path} aria-current={isUnder(here?.path ?? '', path) ? 'page' : undefined}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The list of monitors is the root of the console, and theirs is what stands under `/app/monitors`. */
function isUnder(here: string, path: string): boolean {
  if (path === '/app') return here === '/app' || here.startsWith('/app/monitors');
  return here === path || here.startsWith(`${path}/`);
}

function ThemeSwitch() {
  const name = `Theme: ${THEME_NAMES[theme.value]}. Change to ${THEME_NAMES[nextTheme()]}`;
  return (
    <IconButton
      icon={theme.value}
      name={name}
      onClick={() => {
        theme.value = nextTheme();
        if (viewer.value === 'account') void person().then(({ saveTheme }) => saveTheme());
      }}
    />
  );
}

/** Of who is signed in. */
function OwnChoice() {
  const loaded = useLoaded(isAccountHere(), person);
  return loaded && <loaded.Person />;
}

const person = () => import('../person/person.tsx');
