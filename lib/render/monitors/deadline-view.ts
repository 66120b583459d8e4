import type { IncidentPacket } from '../../contract/monitors/incident-packet.ts';
import type { MonitorView } from '../../contract/monitors/monitor-output.ts';
import type { DeadlineSum } from '../../domain/monitors/incidents/deadline-sum.ts';
import { isoOf, isoOrNull, type Instant } from '../../domain/instant.ts';
import { durationText, instantText } from '../time-text.ts';
import type { BlindWindow } from '../../domain/monitors/outage/blind-window.ts';

const COUNTED_FROM = {
  ping: 'the last ping',
  pause: 'the end of the pause',
  schedule: 'the scheduled run',
} as const;

/** The sum of a deadline in fields. */
export function deadlineSumView(sum: DeadlineSum): NonNullable<MonitorView['deadline']> {
  return {
    counts_from: isoOf(sum.countsFrom),
    from: sum.from,
    tolerance_sec: sum.toleranceSec,
    held_sec: sum.extendedSec,
  };
}

/** The sum of the deadline of an incident, in fields and as one sentence. */
export function deadlineView(sum: DeadlineSum, now: Instant): NonNullable<IncidentPacket['deadline']> {
  const { notHeard } = sum;
  return {
    last_ping_at: isoOf(sum.lastPingAt),
    ...deadlineSumView(sum),
    not_heard: notHeard && { from: isoOf(notHeard.from), to: isoOrNull(notHeard.to) },
    deadline_at: isoOf(sum.deadlineAt),
    late_sec: Math.max(0, Math.floor((now - sum.deadlineAt) / 1000)),
    in_words: sumWords(sum, now),
  };
}

/** The sum of a deadline as one sentence. */
export function sumWords(
  { from, countsFrom, toleranceSec, extendedSec, deadlineAt }: DeadlineSum,
  now: Instant,
): string {
  const what = from === 'schedule' ? 'grace' : 'interval';
  const moved = extendedSec === 0 ? '' : ` + ${durationText(extendedSec)} in which pings could not reach us`;
  const sum = `${instantText(countsFrom)} (${COUNTED_FROM[from]}) + ${durationText(toleranceSec)} of ${what}${moved} = ${instantText(deadlineAt)}`;
  const apart = durationText(Math.abs(now - deadlineAt) / 1000);
  return `${sum}; it is ${instantText(now)} now, ${apart} ${now > deadlineAt ? 'later' : 'before it'}.`;
}

/** How well the service itself sees: when it last checked, and the latest time in which pings could not reach it. */
export function outageView(known: {
  state: { finishedAt: Instant | null };
  windows: readonly BlindWindow[];
}) {
  const { state, windows } = known;
  const latest = windows.at(-1);
  return {
    last_check_at: isoOrNull(state.finishedAt),
    blind_window: latest ? { from: isoOf(latest.from), to: isoOrNull(latest.to) } : null,
  };
}
