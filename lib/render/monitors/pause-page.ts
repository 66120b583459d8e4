import type { Instant } from '../../domain/instant.ts';
import { isPaused } from '../../domain/monitors/deadline.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { PAUSE_LABEL, zonedText } from '../alerts/told.ts';
import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

interface PausePart {
  /** In which the end of a pause is read. */
  zone: string;
  /** Whether pressing would change anything. */
  canPause: boolean;
  token: string;
  now: Instant;
}

/** The page behind the pause link of an alert: how its monitor stands, and a button that POSTs. */
export function pausePage(monitor: Monitor, { zone, canPause, token, now }: PausePart): string {
  const { name, pausedUntil } = monitor;
  const paused = isPaused(monitor, now) && pausedUntil !== null ? zonedText(pausedUntil, zone) : null;
  const form = markup`<form method="post" action="/pause/${token}"><button>${PAUSE_LABEL}${paused === null ? '' : ' from now'}</button></form>
`;
  return plainPage({
    title: 'Pause a monitor',
    heading: paused === null ? 'Pause this monitor?' : 'This monitor is paused',
    main: markup`<p>${paused === null ? markup`While <strong>${name}</strong> is paused, it sends no alerts` : markup`<strong>${name}</strong> is paused until ${paused}. It sends no alerts until then`}, and its silence does not count. Its pings are recorded as usual.</p>
${canPause ? form : null}<p>${paused === null ? 'To see it' : 'To end the pause'}, open <a href="/app/monitors/${shownIdOf(monitor)}">its page in the console</a>.</p>`,
  });
}

/** What a link leads to that is good no more, or that nothing can be done by at the moment. */
export function refusedLinkPage({ code, detail }: { code: string; detail: string }): string {
  return plainPage({
    title: 'Pause a monitor',
    heading: code === 'not_found' ? 'This link no longer works' : 'That did not work',
    main: markup`<p>${detail}</p>
<p>You can pause any monitor in <a href="/app">the console</a>.</p>
<p class="hint">Code: ${code}</p>`,
  });
}
