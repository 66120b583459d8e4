import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

const WAYS_ON = [
  ['/app', 'Your monitors'],
  ['/docs', 'Documentation'],
  ['/api/pricing', 'Prices'],
  ['/', 'What Rollcall is'],
] as const;

export const NOWHERE_TITLE = 'Nothing is at this address';
export const NOWHERE_WAYS = markup`<ul>
${WAYS_ON.map(
  ([path, label]) => markup`<li><a href="${path}">${label}</a></li>
`,
)}</ul>`;

/** The 404 page of a browser, to be sent with `plainPageSecurity`. It repeats nothing of the address. */
export function nowherePage(): string {
  const main = markup`<p>It may have been mistyped, or be gone. From here:</p>
${NOWHERE_WAYS}`;
  return plainPage({ title: `${NOWHERE_TITLE} · Rollcall`, heading: NOWHERE_TITLE, main });
}
