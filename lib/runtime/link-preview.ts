import type { Call } from './call.ts';

const PREVIEWERS =
  /slack|facebookexternalhit|facebot|twitterbot|discordbot|telegrambot|whatsapp|linkedinbot|skypeuripreview|mattermost|redditbot|pinterest|google-(?:safety|inspection)|googlebot|bingbot|bingpreview|applebot|iframely|embedly|microsoftpreview|teamsbot/i;

/**
 * True for a GET by a browser or a link previewer, which operations that are `previewed` answer with a page: opening a
 * pasted ping URL must not keep a job alive (DECISIONS.md "Ingest" 5).
 */
export function isLinkPreview({ method, headers }: Call): boolean {
  if (method === 'POST') return false;
  const {
    'sec-fetch-mode': mode,
    'sec-purpose': purpose,
    purpose: oldPurpose,
    'user-agent': agent = '',
  } = headers;
  return mode === 'navigate' || /prefetch/i.test(`${purpose} ${oldPurpose}`) || PREVIEWERS.test(agent);
}
