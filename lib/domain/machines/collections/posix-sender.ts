import type { Transport } from '../devices/facts.ts';

/** Debian's cron gives `/usr/bin:/bin`; curl of FreeBSD stands in `/usr/local/bin`, and `sysctl` in `/sbin`. Numbers have no comma. */
export const ENVIRONMENT = 'export LC_ALL=C PATH="$PATH:/usr/local/bin:/usr/local/sbin:/usr/sbin:/sbin"';

export type PosixTransport = Exclude<Transport, 'invoke-restmethod'>;

/**
 * What comes before the URL. GNU wget cannot post what it is piped; busybox wget crashes on `-T` where it is built without
 * time limits, and toybox wget has none.
 */
const PROGRAMS: Record<PosixTransport, string> = {
  curl: 'curl -fsSm 20 --data-binary @-',
  wget: 'wget -qO- -T 20 -t 1 --post-data "$b"',
  'busybox-wget': 'busybox wget -qO- --post-data "$b"',
  'uclient-fetch': 'uclient-fetch -qO- -T 20 --post-data="$b"',
  'toybox-wget': 'toybox wget -O - -p "$b"',
};

/** The sh commands that send what others print: zero when the server took it. */
export function posixSender(transport: PosixTransport, reading: string, url: string): string {
  const program = `${PROGRAMS[transport]} ${url}`;
  return transport === 'curl' ? `{ ${reading};}|${program}` : `b=$(${reading});${program}`;
}
