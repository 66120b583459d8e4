import type { Mapping, Sample } from '../mapping.ts';

/** The metrics of Asterisk's own exporter, whichever wire carries them, by the name that it gives them. */
export function takeAsterisk(into: Mapping, name: string, sample: Sample): void {
  switch (name) {
    case 'asterisk_channels_count':
      return into.value('asterisk.channels', sample.value);
    case 'asterisk_calls_count':
      return into.value('asterisk.calls', sample.value);
    case 'asterisk_calls_sum':
      return into.counter('asterisk.callsDone', '', sample);
    case 'asterisk_endpoints_count':
      return into.value('asterisk.endpoints', sample.value);
    case 'asterisk_core_uptime_seconds':
      return into.value('asterisk.uptime', sample.value);
    default:
  }
}
