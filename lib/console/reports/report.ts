import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { screenAt } from '../screens.ts';

const MESSAGE_MAX = 2_000;
const STACK_MAX = 12_000;
/** A page that fails again and again is told of a few times. */
const REPORTS_MAX = 5;

/** What the page was doing. */
const PHASES = { 'UI-LOAD': 'load', 'UI-RENDER': 'render', 'UI-ERROR': 'run', 'UI-PROMISE': 'run' } as const;

/** The id of a monitor is the secret of its ping URL. */
const MONITOR_ID = /\b[0-9a-hjkmnp-tv-z]{26}\b/g;

let sent = 0;

/**
 * Tells the service that something of the console failed here. What the service refused is no failure of the console.
 * Never fails itself.
 */
export function report(code: keyof typeof PHASES, error: unknown): void {
  if (error instanceof ApiError) return;
  sent += 1;
  if (sent > REPORTS_MAX) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const body = {
    code,
    phase: PHASES[code],
    path: screenAt(location.pathname)?.route.path ?? '/',
    message: message.replaceAll(MONITOR_ID, ':id').slice(0, MESSAGE_MAX),
    stack: (stack ?? '').replaceAll(MONITOR_ID, ':id').slice(0, STACK_MAX),
    visivel: document.visibilityState === 'visible',
  };
  void call('reportBrowserError', { body }, { keepalive: true }).catch(() => undefined);
}

export function startReports(): void {
  addEventListener('error', ({ error, message }) => report('UI-ERROR', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => report('UI-PROMISE', reason));
}
