import { shellWord } from '../../render/escape.ts';
import type { SentCall } from '../api/api-error.ts';

/** The same call for a shell, with the token of its owner and its payment still to be put in. */
export function curlLine({ method, url, headers, body }: SentCall, isGuest: boolean): string {
  const told = [...headers].filter(([name]) => name !== 'x-csrf-token');
  return [
    `curl -X ${method} ${shellWord(url)}`,
    ...told.map((header) => `-H ${shellWord(header.join(': '))}`),
    `-H "${isGuest ? 'X-Guest-Token: $TOKEN' : 'X-Api-Key: $APIKEY'}"`,
    '-H "X-PAYMENT: $PAYMENT"',
    ...(body ? [`--data-raw ${shellWord(String(body))}`] : []),
  ].join(' \\\n  ');
}
