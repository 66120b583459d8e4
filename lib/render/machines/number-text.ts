import type { Format } from '../../domain/machines/measures/measure.ts';
import { durationText } from '../time-text.ts';

/** A number of a machine in the unit of its format, for who reads it in an alert: `93%`, `23.5 GiB`, `1 h 22 min`. */
export function numberText(value: number, format: Format | undefined): string {
  switch (format) {
    case 'pct':
      return `${short(value)}%`;
    case 'mib':
      return Math.abs(value) < 1024 ? `${short(value)} MiB` : `${short(value / 1024)} GiB`;
    case 'mbs':
      return `${short(value)} MB/s`;
    case 'mbps':
      return `${short(value)} Mbit/s`;
    case 'seg':
      return durationText(value);
    case 'num':
    case 'int':
    case undefined:
      return String(Number(value.toFixed(2)));
  }
}

/** Four digits: 89.96 and 90 are not the same to who is told that one is above the other. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
