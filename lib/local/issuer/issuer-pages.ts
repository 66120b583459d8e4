import { markup, trustedMarkup, type Markup } from '../../render/markup.ts';
import { qrModules } from '../../adapters/accounts/qr-modules.ts';
import { qrCode } from '../../render/accounts/qr-code.ts';
import { plainPage } from '../../render/plain-page.ts';

/** A page of the issuer on this machine. */
export function issuerPage(title: string, main: Markup): string {
  return plainPage({ title: `${title} - Rollcall on this machine`, heading: title, main });
}

/** Asks for the address that a code is mailed to. */
export function emailPage(problem: string | null): string {
  return issuerPage(
    'Sign in',
    markup`${problemOf(problem)}<form method="post"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus>
<button>Mail me a code</button></form>`,
  );
}

/** Asks for the code that was mailed. */
export function codePage(email: string, mailUrl: string, problem: string | null): string {
  return issuerPage(
    'Enter the code',
    markup`${problemOf(problem)}<p>A code of six digits was mailed to <strong>${email}</strong>. No mail leaves this machine: it lies in <a href="${mailUrl}" target="_blank">the mailbox</a>.</p>
${codeForm()}`,
  );
}

/** Asks for the code of an authenticator; says how to add it where the person has none yet. */
export function totpPage(setUp: { secret: string; uri: string } | null, problem: string | null): string {
  const how = setUp
    ? markup`<p>Add this account to your authenticator app, then enter the code that the app shows. Scan this:</p>
<p>${qrCode(qrModules(setUp.uri), 'The key below as a QR picture')}</p>
<p>Or take <a href="${setUp.uri}">this link</a>, or the key <code id="key">${setUp.secret}</code>.</p>`
    : markup`<p>Enter the code that your authenticator app shows.</p>`;
  return issuerPage('Second factor', markup`${problemOf(problem)}${how}\n${codeForm()}`);
}

/** Asks whether the next sign-in shall ask for a code again. */
export function issuerLogoutPage(form: string): string {
  return issuerPage(
    'Sign out',
    markup`<p>This browser is still signed in where this machine signs people in. Sign out there too, and the next sign-in asks for a code again.</p>
${trustedMarkup(form)}<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  );
}

function codeForm(): Markup {
  return markup`<form method="post"><label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus>
<button>Sign in</button></form>`;
}

function problemOf(problem: string | null): Markup | null {
  return problem === null ? null : markup`<p class="note fails" role="alert">${problem}</p>\n`;
}
