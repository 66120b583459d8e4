import type { Profile } from '../../domain/accounts/profile.ts';
import { type Markup, markup } from '../markup.ts';
import { pageFrame } from './page-frame.ts';
import { qrCode } from './qr-code.ts';

/** What a person sets a second factor up with. */
export interface SetUp {
  /** In base32. */
  key: string;
  /** By which an app takes the key. */
  uri: string;
  /** The same for its camera. */
  qr: readonly (readonly boolean[])[];
}

interface Shown {
  email: string;
  theme: Profile['theme'];
  csrf: string;
  /** Null where there is a second factor already. */
  setUp: SetUp | null;
}

/** The page on which an authenticator app is set up or removed, complete without JavaScript. */
export function secondFactorPage({ email, theme, csrf, setUp }: Shown): string {
  const field = markup`<input type="hidden" name="csrf" value="${csrf}">`;
  return pageFrame({
    title: 'Second factor',
    heading: 'Second factor',
    email,
    theme,
    main: setUp === null ? removal(field) : enrolment(setUp, field),
  });
}

function enrolment({ key, uri, qr }: SetUp, csrf: Markup): Markup {
  return markup`<p class="lead">Add this account to an authenticator app, then enter the code that the app shows.</p>
<section aria-labelledby="add"><h2 id="add">Add the account</h2>
<p>Scan this code with the app:</p>
<p>${qrCode(qr, 'The key below as a QR picture')}</p>
<p>Or enter this key into the app: <code id="key">${key}</code></p>
<p>Is the app on this device? <a href="${uri}">Open the app</a>.</p></section>
<section aria-labelledby="enter"><h2 id="enter">Enter the code</h2>
<form method="post" action="/account/second-factor">${csrf}<label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="9" aria-describedby="code-hint">
<p class="hint" id="code-hint">Six digits. This page works for five minutes after your sign-in; from then on you sign in with such a code too.</p>
<button>Set up</button></form></section>
`;
}

function removal(csrf: Markup): Markup {
  return markup`<p class="lead">You sign in with the codes of an authenticator app. To change to another app, remove this one and set up the other.</p>
<form method="post" action="/account/second-factor/remove">${csrf}<button class="grave">Remove the authenticator app</button></form>
<p><a href="/account">Back to your account</a></p>
`;
}
