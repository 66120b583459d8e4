import { markup } from '../markup.ts';
import { pageFrame } from './page-frame.ts';

/**
 * Says why a form or a sign-in did nothing, with the link that leads on from there. A browser that goes back still has
 * what was filled in.
 */
export function refusedPage(
  { code, detail }: { code: string; detail: string },
  { path, words }: { path: string; words: string } = { path: '/account', words: 'To your account' },
): string {
  return pageFrame({
    title: 'That did not work',
    heading: 'That did not work',
    email: null,
    theme: 'system',
    main: markup`<p class="lead">${detail}</p>
<p><a class="button" href="${path}">${words}</a></p>
<p class="hint">Code: ${code}</p>`,
  });
}
