import type { System } from '../../devices/facts.ts';
import { present, rounded, signedNumberOf } from '../lines.ts';
import type { Measure, RawReading, Source, Values } from '../measure.ts';

/** Of `chronyc -c tracking`, without the server: stratum, reference time, offset in seconds, ..., state. */
const CHRONY =
  /^\d+,\d+\.\d+,(-?\d+\.\d+),(?:-?\d+\.\d+,)+(Normal|Insert second|Delete second|Not synchronised)$/;
/** `ntp=stratum=3, offset=-0.216`, in milliseconds. */
const NTP = /^ntp=stratum=(\d+),? offset=([+-]?\d+(?:\.\d+)?)$/;
const UNSYNCHRONISED_STRATUM = '16';

/**
 * How far the clock is from true time, as the daemon that keeps it says; it is behind where the number is positive. Which
 * server it follows stays on the machine. There is no offset before the daemon has followed one.
 */
export const relogio = {
  id: 'relogio',
  code: 'ck',
  label: 'Clock',
  description: 'How far the clock is from the time of its servers; positive if behind',
  fields: [
    { id: 'desvio_ms', label: 'Offset (ms)', format: 'num' },
    { id: 'fonte', label: 'Kept by' },
  ],
  charted: ['desvio_ms'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['chronyc'],
      label: 'chronyc tracking',
      // The first two fields name the server.
      reads: [{ run: 'chronyc -c tracking|cut -sd, -f3-' }],
      parse: byChrony,
    },
    byNtpq('linux'),
    byNtpq('freebsd'),
  ],
} satisfies Measure;

function byChrony({ first }: RawReading): Values | null {
  const [, seconds, state] = first.map((text) => CHRONY.exec(text)).find(Boolean) ?? [];
  const offset = signedNumberOf(seconds);
  if (offset === undefined) return null;
  return clockOf('chrony', state === 'Not synchronised' ? undefined : offset * 1000);
}

/** It waits 20 s for a daemon that does not answer. */
function byNtpq(system: System): Source {
  return {
    system,
    needs: ['ntpq'],
    label: 'ntpq',
    reads: [{ run: 'echo ntp=$(timeout 9 ntpq -c "rv 0 stratum,offset")' }],
    parse: ({ first }) => {
      const [, stratum, offset] = first.map((text) => NTP.exec(text)).find(Boolean) ?? [];
      const milliseconds = signedNumberOf(offset?.replace('+', ''));
      if (milliseconds === undefined) return null;
      return clockOf('ntp', stratum === UNSYNCHRONISED_STRATUM ? undefined : milliseconds);
    },
  };
}

function clockOf(daemon: string, offsetMs: number | undefined): Values | null {
  if (offsetMs === undefined) return present({ fonte: 'unsynchronised' });
  return present({ desvio_ms: rounded(offsetMs, 6), fonte: daemon });
}
