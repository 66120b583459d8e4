import { elapsedSec, elapsedSecBy, millionsPerSec } from '../elapsed.ts';
import { interfacesByNetstat, interfacesOnLinux, NETSTAT, type Interfaces } from '../interface-counters.ts';
import { present, riseOf, taggedCount, times, totalOf } from '../lines.ts';
import type { Measure, RawReading, Source, TimedValues, Values } from '../measure.ts';
import { asMs, line } from '../powershell.ts';

/** Older than this, the reading before says nothing about now. */
const BEFORE_MAX_SEC = 600;
const WINDOWS_NO_CARD = 'isatap|Teredo|6to4|Loopback|Bluetooth|Virtual.*Adapter';

/** The three numbers of each of these: bytes in, bytes out, errors of both. */
const COUNTERS = ['rx', 'tx', 'err'] as const;
type CounterId = (typeof COUNTERS)[number];

/** What a counter says, and by how much it rose between both reads. */
interface Counter {
  last: number | undefined;
  risen: number | undefined;
}

/**
 * Traffic of all interfaces that are real. Two seconds are a thirtieth of what happens, so the counters are stored too, and
 * what is shown is the average since the reading before, where there is one and nothing was counted from the start since.
 */
export const rede = {
  id: 'rede',
  code: 're',
  label: 'Network',
  description: 'Received and sent by all network cards, and their errors',
  fields: [
    { id: 'entrada', label: 'In', format: 'mbps' },
    { id: 'saida', label: 'Out', format: 'mbps' },
    { id: 'erros', label: 'Errors', format: 'int' },
  ],
  kept: COUNTERS,
  charted: ['entrada', 'saida'],
  profile: 'completo',
  sources: [
    {
      system: 'linux',
      needs: ['proc_net_dev'],
      label: '/proc/net/dev',
      reads: [{ proc: 'uptime' }, { run: 'grep -Ev "veth|cali|br-" /proc/net/dev' }],
      twice: true,
      parse: (raw) => trafficOf(interfacesOnLinux(raw.first), interfacesOnLinux(raw.second), elapsedSec(raw)),
    },
    byNetstat('darwin'),
    byNetstat('freebsd'),
    {
      system: 'windows',
      needs: ['cim'],
      label: 'Win32_PerfRawData_Tcpip_NetworkInterface',
      reads: [
        {
          run: [
            `$net = @(Get-CimInstance Win32_PerfRawData_Tcpip_NetworkInterface | Where-Object { $_.Name -notmatch "${WINDOWS_NO_CARD}" })`,
            line('rede_rx', sumOf('BytesReceivedPersec')),
            line('rede_tx', sumOf('BytesSentPersec')),
            line('rede_err', `${sumOf('PacketsReceivedErrors')} + ${sumOf('PacketsOutboundErrors')}`),
            line('rede_ms', asMs('$net[0].Timestamp_Sys100NS')),
          ].join('; '),
        },
      ],
      twice: true,
      parse: onWindows,
    },
  ],
  shown,
} satisfies Measure;

function byNetstat(system: 'darwin' | 'freebsd'): Source {
  return {
    system,
    needs: ['netstat'],
    label: 'netstat -ibn',
    reads: [NETSTAT[system]],
    twice: true,
    parse: (raw) =>
      trafficOf(interfacesByNetstat(raw.first), interfacesByNetstat(raw.second), elapsedSec(raw)),
  };
}

function sumOf(property: string): string {
  return `[long]($net | Measure-Object -Property ${property} -Sum).Sum`;
}

/** The average since the reading before where that is possible, else the values of the two seconds. */
function shown(now: TimedValues, before: TimedValues | null): Values {
  const { entrada, saida, erros } = now.values;
  const [rx, tx, err] = COUNTERS.map((id) => riseOf(asNumber(before?.values[id]), asNumber(now.values[id])));
  const seconds = before === null ? 0 : now.atSec - before.atSec;
  const window = present({ entrada, saida, erros }) ?? {};
  if (seconds <= 0 || seconds >= BEFORE_MAX_SEC || rx === undefined || tx === undefined) return window;
  const since = { entrada: megabitsPerSec(rx, seconds), saida: megabitsPerSec(tx, seconds), erros: err };
  return { ...window, ...present(since) };
}

function asNumber(value: number | string | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Of the interfaces that were there both times; the counters are those of the last read. */
function trafficOf(before: Interfaces, now: Interfaces, seconds: number): Values | null {
  const last = [...(now.size > 0 ? now : before).values()];
  const stayed = [...now].flatMap(([name, later]) => {
    const earlier = before.get(name);
    return earlier === undefined ? [] : [{ earlier, later }];
  });
  const [rx, tx, err] = COUNTERS.map((id) => ({
    last: totalOf(last.map((each) => each[id])),
    risen: totalOf(stayed.map(({ earlier, later }) => riseOf(earlier[id], later[id]))),
  }));
  return valuesOf({ rx, tx, err }, seconds);
}

function onWindows(raw: RawReading): Values | null {
  const seconds = elapsedSecBy('rede_ms=', raw);
  const [rx, tx, err] = COUNTERS.map((id) => {
    const [before, now] = [raw.first, raw.second].map((lines) => taggedCount(lines, `rede_${id}=`));
    return { last: now ?? before, risen: riseOf(before, now) };
  });
  return valuesOf({ rx, tx, err }, seconds);
}

function valuesOf(
  { rx, tx, err }: Record<CounterId, Counter | undefined>,
  seconds: number | undefined,
): Values | null {
  return present({
    entrada: megabitsPerSec(rx?.risen, seconds),
    saida: megabitsPerSec(tx?.risen, seconds),
    erros: err?.risen,
    rx: rx?.last,
    tx: tx?.last,
    err: err?.last,
  });
}

function megabitsPerSec(bytes: number | undefined, seconds: number | undefined): number | undefined {
  return millionsPerSec(times(bytes, 8), seconds);
}
