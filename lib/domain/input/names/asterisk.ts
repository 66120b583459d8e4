import type { Mapping } from '../mapping.ts';

/** The metrics of Asterisk's own exporter, whichever wire carries them. */
export function takeAsterisk(into: Mapping, name: string, value: number): void {
  switch (name) {
    case 'asterisk_channels_count':
      return into.value('asterisk.channels', value);
    case 'asterisk_calls_count':
      return into.value('asterisk.calls', value);
    case 'asterisk_calls_sum':
      return into.counter('asterisk.callsDone', '', value);
    case 'asterisk_endpoints_count':
      return into.value('asterisk.endpoints', value);
    case 'asterisk_core_uptime_seconds':
      return into.value('asterisk.uptime', value);
    default:
  }
}
