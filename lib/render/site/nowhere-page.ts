import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

const WAYS_ON = [
  ['/app', 'Your monitors'],
  ['/docs', 'Documentation'],
  ['/api/pricing', 'Prices'],
  ['/', 'What Rollcall is'],
] as const;

const TITLE = 'Nothing is at this address';
const WAYS = markup`<ul>
${WAYS_ON.map(
  ([path, label]) => markup`<li><a href="${path}">${label}</a></li>
`,
)}</ul>`;

/** The 404 page of a browser, to be sent with `plainPageSecurity`. It repeats nothing of the address. */
export function nowherePage(): string {
  const main = markup`<p>It may have been mistyped, or be gone. From here:</p>
${WAYS}`;
  return plainPage({ title: `${TITLE} · Rollcall`, heading: TITLE, main });
}

/** The same without a style, for where there is room for little. */
export function bareNowherePage(): string {
  return String(
    markup`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${TITLE}</title><h1>${TITLE}</h1>${WAYS}</html>`,
  );
}
