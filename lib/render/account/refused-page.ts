import { markup } from '../markup.ts';
import { pageFrame } from './page-frame.ts';

/**
 * Says why a form or a sign-in did nothing, with a link that begins the same anew where there is one. A browser that goes
 * back still has what was filled in.
 */
export function refusedPage(
  { code, detail }: { code: string; detail: string },
  retry: string | null,
): string {
  const [path, words] = retry === null ? ['/account', 'To your account'] : [retry, 'Try again'];
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
