import { markup } from '../markup.ts';
import { pageFrame } from './page-frame.ts';

/** The page on which a recovery code is entered, by whoever cannot sign in; complete without JavaScript. */
export function recoveryPage(): string {
  return pageFrame({
    title: 'Recovery code',
    heading: 'Use a recovery code',
    email: null,
    theme: 'system',
    main: markup`<p class="lead">For when you have lost your authenticator app. A code works once: it removes the app from your account, you sign in without it, and are mailed that this was done.</p>
<form method="post" action="/account/recovery"><label for="code">Recovery code</label>
<input id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="80" aria-describedby="code-hint">
<p class="hint" id="code-hint">Sixteen letters and digits, such as 1234-abcd-5678-efgh.</p>
<button>Use the code</button></form>
<p><a href="/account">Back to the sign-in</a></p>
`,
  });
}
