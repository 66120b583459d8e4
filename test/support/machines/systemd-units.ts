import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A timer and the service that it starts, in what `systemctl show` and `systemctl cat` print of them. */
export interface Unit {
  name: string;
  /** As `calendar_spec_to_string` (src/shared/calendarspec.c of systemd) writes it; several are several lines. */
  calendars?: readonly string[];
  /** As `OnUnitActiveUSec=10min`. */
  turns?: readonly string[];
  /** Other properties of the timer, and of the service. */
  timer?: Readonly<Record<string, string>>;
  service?: Readonly<Record<string, string>>;
  /** Lines of the unit file of the service. */
  text?: readonly string[];
}

const TIMER = { ActiveState: 'active', RandomizedDelayUSec: '0', AccuracyUSec: '1min' };
/** Of a service that says no more than what it runs (`systemctl show`, systemd 252 of Debian 12). */
const SERVICE = {
  LoadState: 'loaded',
  Type: 'oneshot',
  RemainAfterExit: 'no',
  PrivateNetwork: 'no',
  TimeoutStartUSec: 'infinity',
  TimeoutStopUSec: '1min 30s',
};

function properties(all: readonly (readonly [string, string])[]): string {
  return `${all.map(([name, value]) => `${name}=${value}`).join('\n')}\n`;
}

/** Some of Debian 12, by their unit files, and what else a machine may have. */
export const UNITS: readonly Unit[] = [
  { name: 'dpkg-db-backup', calendars: ['*-*-* 00:00:00'] },
  {
    name: 'certbot',
    calendars: ['*-*-* 00,12:00:00'],
    timer: { RandomizedDelayUSec: '12h' },
    text: ['ExecStart=/usr/bin/certbot -q renew --no-random-sleep-on-renew'],
  },
  {
    name: 'reports',
    calendars: ['Mon..Fri *-*-* 09..17:00/15:00 Europe/Berlin'],
    service: { Type: 'simple' },
  },
  { name: 'quarter', calendars: ['*-01,04,07,10-01 06:30:00 UTC'] },
  {
    name: 'systemd-tmpfiles-clean',
    turns: ['OnUnitActiveUSec=1d ; next_elapse=1d 15min', 'OnBootUSec=15min ; next_elapse=15min'],
  },
  { name: 'sync@photos', turns: ['OnUnitInactiveUSec=10min ; next_elapse=0'] },
  { name: 'apt-daily', calendars: ['*-*-* 06,18:00:00'], text: ['ConditionACPower=true'] },
  { name: 'fstrim', calendars: ['Mon *-*-* 00:00:00'], service: { PrivateNetwork: 'yes' } },
  { name: 'off', calendars: ['*-*-* 01:00:00'], timer: { ActiveState: 'inactive' } },
  { name: 'twice', calendars: ['*-*-* 01:00:00', '*-*-* 02:30:00'] },
  { name: 'seconds', calendars: ['*-*-* *:*:00/20'] },
  { name: 'last-day', calendars: ['*-*~01 00:00:00'] },
  { name: 'either', calendars: ['Fri *-*-13 00:00:00'] },
  { name: 'abroad', calendars: ['*-*-* 03:00:00 CEST'] },
  { name: 'stays-on', calendars: ['*-*-* 04:00:00'], service: { RemainAfterExit: 'yes' } },
  { name: 'daemon', calendars: ['*-*-* 04:00:00'], service: { Type: 'forking' } },
  { name: 'hurry', calendars: ['*-*-* 04:00:00'], service: { TimeoutStartUSec: '5s' } },
  { name: 'at-boot', turns: ['OnBootUSec=5min ; next_elapse=5min'] },
  {
    name: 'passing',
    calendars: ['*-*-* 04:00:00'],
    service: { FragmentPath: '/run/systemd/transient/passing.service' },
  },
  {
    name: 'pinging',
    calendars: ['*-*-* 04:00:00'],
    text: ['ExecStopPost=/usr/bin/curl https://example.com/in/abc'],
  },
  { name: 'rarely', calendars: ['*-*-* 04:00:00'], timer: { RandomizedDelayUSec: '1d' } },
];

/** Puts a `systemctl` into a folder that knows these units, and notes in `reloads` when it is told to read them again. */
export async function fakeSystemctl(folder: string, units: readonly Unit[]): Promise<void> {
  const shown = join(folder, 'units');
  await mkdir(shown, { recursive: true });
  for (const { name, calendars = [], turns = [], timer, service, text = ['ExecStart=/bin/true'] } of units) {
    const timed = [
      ...calendars.map((each) => ['TimersCalendar', `{ OnCalendar=${each} ; next_elapse=n/a }`] as const),
      ...turns.map((each) => ['TimersMonotonic', `{ ${each} }`] as const),
    ];
    const path = `/etc/systemd/system/${name}.service`;
    await writeFile(
      join(shown, `${name}.timer`),
      properties([...timed, ...Object.entries({ ...TIMER, ...timer })]),
    );
    await writeFile(
      join(shown, `${name}.service`),
      properties(Object.entries({ ...SERVICE, FragmentPath: path, ...service })),
    );
    await writeFile(join(shown, `${name}.service.cat`), `# ${path}\n[Service]\n${text.join('\n')}\n`);
  }
  const rows = units.map(
    ({ name }) => `Sat 2026-11-28 00:00:00 UTC 8h left n/a n/a ${name}.timer ${name}.service\n`,
  );
  await writeFile(join(shown, 'list'), rows.join(''));
  const command = join(folder, 'systemctl');
  await writeFile(
    command,
    `#!/bin/sh
for last; do :; done
case $1 in
  list-timers) cat "${shown}/list" ;;
  show) cat "${shown}/$last" ;;
  cat) cat "${shown}/$last.cat" ;;
  daemon-reload) echo >>"${shown}/reloads" ;;
  *) exit 1 ;;
esac
`,
  );
  await chmod(command, 0o755);
}
