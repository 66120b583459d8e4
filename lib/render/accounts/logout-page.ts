import { markup } from '../markup.ts';
import { pageFrame } from './page-frame.ts';

/** Says that all sessions have ended, and leads the browser on to end the one at the provider, with or without scripts. */
export function logoutPage(url: string): string {
  return pageFrame({
    title: 'Sessions ended',
    heading: 'All sessions have ended',
    email: null,
    theme: 'system',
    main: markup`<p class="lead">All API keys have ended with them. Now you are led to your sign-in provider, to be signed out there too.</p>
<p><a class="button" href="${url}">Go there</a></p>`,
    onward: url,
  });
}
