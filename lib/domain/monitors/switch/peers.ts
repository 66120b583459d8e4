import type { Beside, Brought, Row } from './brought.ts';
import { readCronitorMonitor } from './cronitor-monitor.ts';
import { readKumaMonitor } from './kuma-monitor.ts';
import { readSnitch } from './snitch.ts';

/** Services whose pings name a monitor by a token of their own, as paths and ids name them. */
export type PeerService = 'uptime-kuma' | 'cronitor' | 'snitch';

/** How an entry of each is read, and what that calls its token. */
export const PEER_EXPORTS: Record<
  PeerService,
  { token: string; read: (row: Row, beside: Beside) => Brought }
> = {
  'uptime-kuma': { token: 'push token', read: readKumaMonitor },
  cronitor: { token: 'key', read: readCronitorMonitor },
  snitch: { token: 'token', read: readSnitch },
};
