import { markup } from '../markup.ts';
import { pageFrame } from './page-frame.ts';

/** What the page says of what was done before, by the word that its address carries then. Anybody can write one into a link. */
const DONE = new Map([
  [
    'signed-out',
    'You are signed out of Rollcall in this browser. Your sign-in provider may still know you: if others use this browser, end all sessions before you leave.',
  ],
  [
    'deleted',
    'Your account is deleted. Your sign-in provider may still know this browser: signing in again starts a new account.',
  ],
  ['ended', 'All sessions have ended, and all API keys with them.'],
  [
    'ended-here',
    'All sessions have ended, and all API keys with them. This service could not sign you out at your sign-in provider, which may still know this browser: sign out there too.',
  ],
]);

interface SignInShown {
  off: string | null;
  done: string | undefined;
  onward: string;
  /** Whether second factors are set up by way of this service. */
  recovers: boolean;
}

/**
 * The page of a browser in which nobody is signed in; `off` says why nobody can be, null where that is not so. A sign-in
 * leads on to `onward`, a path of this service. To be sent with `accountPageSecurity`.
 */
export function signInPage({ off, done, onward, recovers }: SignInShown): string {
  const words = done === undefined ? undefined : DONE.get(done);
  const note = words === undefined ? null : markup`<p class="note" role="status">${words}</p>\n`;
  const way = markup`<p class="lead">An account shows your monitors in every browser, and gives programs keys of their own.</p>
<p><a class="button" href="/auth/login?return=${encodeURIComponent(onward)}">Sign in</a></p>${recovers ? markup`\n<p class="hint"><a href="/account/recovery">Lost your authenticator app?</a></p>` : null}`;
  return pageFrame({
    title: 'Sign in',
    heading: 'Sign in',
    email: null,
    theme: 'system',
    main: markup`${note}${off === null ? way : markup`<p class="lead">${off}</p>`}`,
  });
}
