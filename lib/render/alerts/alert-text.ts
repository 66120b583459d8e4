import type { SupersededAlert } from '../../domain/alerts/alert-content.ts';
import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { outputTail } from '../../domain/alerts/output-tail.ts';
import { LIMITS } from '../../domain/limits.ts';
import { durationText, everyText } from '../time-text.ts';
import { backText, beyondText, endText, reachedText, readingsText } from './threshold-text.ts';
import { momentText, type Told } from './told.ts';

const HINT_MAX_CHARS = 300;
const DETAIL_MAX_CHARS = 300;
const ADDRESS_MAX_CHARS = 254;
/** So many alerts that were not delivered are named one by one. */
const SUPERSEDED_TOLD_MAX = 4;

export const MOVED_DEADLINES =
  'Deadlines that fell in that time were extended by as long. Failures that did reach us were alerted as usual.';
export const STILL_TRIED =
  'Nothing was switched off: we still try every alert. ' +
  'We report this once, not for every monitor that alerts the same address.';

/** The monitor's name as one printable line. */
export function nameText(name: string): string {
  return cleanLine(name, LIMITS.nameMaxChars) || 'unnamed monitor';
}

/** Whole seconds between going down and coming back; of what still lasts, to the moment of the alert. */
export function downtimeSecOf(content: Told): number {
  return Math.max(0, Math.floor(((content.recoveredAt ?? content.decidedAt) - content.downSince) / 1000));
}

/** What happened in a few words, the monitor's name first: the subject of a mail, the title of a message. */
export function alertHeadlineOf(content: Told): string {
  const name = nameText(content.monitorName);
  switch (content.kind) {
    case 'test':
      return `Test alert for ${name}`;
    case 'recovery':
      return `${name} ${isBack(content)} after ${durationText(downtimeSecOf(content))}${content.stillRunning ? `, ${stuckRunText(content.stillRunning)} is still open` : ''}`;
    case 'blind':
      return `Rollcall could not receive pings for ${durationText(downtimeSecOf(content))}`;
    case 'channel_failing':
      return `Alerts for ${name} by ${failingChannelText(content)} are failing`;
    case 'miss':
      return `${name} ${whatHappened(content)}${isRepeat(content) ? ` (alert ${content.alertNumber})` : ''}`;
  }
}

/** The whole alert as plain sentences on one line. */
export function sentenceOf(content: Told): string {
  const name = nameText(content.monitorName);
  const since = momentText(content, content.downSince);
  const until = momentText(content, content.recoveredAt ?? content.decidedAt);
  const length = durationText(downtimeSecOf(content));
  switch (content.kind) {
    case 'test':
      return `Test alert for ${name}: this channel works, nothing is wrong.`;
    case 'recovery':
      return content.reason === 'threshold'
        ? `${name} went ${backText(content)} at ${until}, after ${length}.`
        : `${name} came back at ${until}, after ${length} down.`;
    case 'blind':
      return `Rollcall could not receive pings from ${since} to ${until} (${length}). ${MOVED_DEADLINES}`;
    case 'channel_failing':
      return [
        `Alerts for ${name} by ${failingPlaceText(content)} have been failing since ${since}.`,
        ...(content.failing ? [failureDetailOf(content.failing.detail)] : []),
        STILL_TRIED,
      ].join(' ');
    case 'miss':
      return [
        `${alertHeadlineOf(content)}. ${causeOf(content)} ${content.reason === 'threshold' ? `Beyond it since ${since}` : `Down since ${since}`}.`,
        notHeardText(content),
      ]
        .filter((sentence) => sentence !== null)
        .join(' ');
  }
}

/** When pings could not reach us while the deadline of a silence passed; null when they could. */
export function notHeardText(content: Told): string | null {
  const { notHeard, kind } = content;
  if (!notHeard || kind !== 'miss') return null;
  const from = momentText(content, notHeard.from);
  if (notHeard.to === null) return `Pings have not reached Rollcall since ${from}: the job may be fine.`;
  return `Pings could not reach Rollcall from ${from} to ${momentText(content, notHeard.to)}: one may have been lost.`;
}

/** The sentences of an alert and what is added to them: all that a reader of one line gets. */
export function messageOf(content: Told): string {
  return [sentenceOf(content), ...remarksOf(content)].join(' ');
}

/** What an alert says beyond what happened: that it was held back, what was not delivered before it, and the hint. */
export function remarksOf(content: Told): string[] {
  return [
    stillRunningText(content),
    pauseText(content),
    maintenanceText(content),
    heldText(content),
    supersededText(content),
    hintTextOf(content),
  ].filter((text) => text !== null);
}

/** Whether the reader has heard of this incident before. */
export function isRepeat({ alertNumber, firstHere }: Told): boolean {
  return alertNumber > 1 && !firstHere;
}

/** Which alert of which incident, as whoever reads it counts. */
export function incidentText(content: Told): string {
  return content.firstHere ? `${content.incident}` : `${content.incident}, alert ${content.alertNumber}`;
}

/** The run that hangs though others have succeeded since; null when none does. */
function stillRunningText(content: Told): string | null {
  const { stillRunning: run } = content;
  if (!run) return null;
  return `Another run has succeeded, but ${stuckRunText(run)}, already reported as running too long, has been open since ${momentText(content, run.since)}.`;
}

function stuckRunText({ rid }: NonNullable<Told['stillRunning']>): string {
  return rid === null ? 'a run' : `run ${cleanLine(rid, LIMITS.ridMaxChars)}`;
}

/** The pause that moved the deadline of a silence, and the silence it met; null without one. */
function pauseText(content: Told): string | null {
  const { pause } = content;
  if (!pause) return null;
  const from = pause.from === null ? '' : ` from ${momentText(content, pause.from)}`;
  const late =
    pause.lateSince === undefined ? '' : `, having been silent since ${momentText(content, pause.lateSince)}`;
  return `It was paused${from} until ${momentText(content, pause.to)}${late}; its deadline was extended accordingly.`;
}

/** The maintenance in which it began, so that it is told only now; null where it began in none. */
function maintenanceText({ maintenance }: Told): string | null {
  return maintenance === undefined
    ? null
    : `It began during maintenance ${cleanLine(maintenance, LIMITS.nameMaxChars)}, so this alert waited until that ended.`;
}

/** When the operator's stop kept the alert back; null when it did not. */
function heldText(content: Told): string | null {
  const { held } = content;
  return held
    ? `The operator held this alert back from ${momentText(content, held.from)} to ${momentText(content, held.to)}.`
    : null;
}

/** One sentence that names what could not be delivered before; null when all was. */
function supersededText(content: Told): string | null {
  const { superseded } = content;
  if (!superseded) return null;
  const told = superseded.last.slice(-SUPERSEDED_TOLD_MAX);
  const others = superseded.total - told.length;
  const more = others === 0 ? [] : [`${others} older alert${others === 1 ? '' : 's'}`];
  return `Not delivered earlier: ${[...more, ...told.map((each) => supersededWords(each, momentText(content, each.at)))].join(', ')}.`;
}

function supersededWords({ kind, alertNumber, reason }: SupersededAlert, when: string): string {
  if (kind === 'recovery') return `back at ${when}`;
  if (alertNumber > 1) return `still down at ${when}`;
  switch (reason) {
    case 'silence':
      return `went silent at ${when}`;
    case 'fail':
      return `failed at ${when}`;
    case 'too_long':
      return `ran too long at ${when}`;
    case 'threshold':
      return `went beyond its threshold at ${when}`;
  }
}

/** The hint as one printable line; null where it has no place: it is about the schedule of a monitor. */
export function hintTextOf(content: Told): string | null {
  if (content.hint === null || (content.kind !== 'miss' && content.kind !== 'recovery')) return null;
  return cleanLine(content.hint, HINT_MAX_CHARS) || null;
}

/** The output to show with a miss; null when there is none. Read anew, so that nothing depends on who stored it. */
export function outputTextOf(content: Told): string | null {
  return content.output === null || content.kind !== 'miss' ? null : outputTail(content.output);
}

/** Why a channel fails, as one printable line. */
export function failureDetailOf(detail: string): string {
  return cleanLine(detail, DETAIL_MAX_CHARS);
}

/** `webhook to hooks.example.com`: no path, no query. */
export function failingPlaceText(content: Told): string {
  const channel = failingChannelText(content);
  const address = content.failing?.address ?? null;
  return address === null ? channel : `${channel} to ${cleanLine(address, ADDRESS_MAX_CHARS)}`;
}

function failingChannelText(content: Told): string {
  switch (content.failingChannel) {
    case 'email':
      return 'e-mail';
    case 'webhook':
      return 'webhook';
    case null:
      return 'another channel';
  }
}

function isBack(content: Told): string {
  return content.reason === 'threshold' ? `is ${backText(content)}` : 'is back';
}

function whatHappened(content: Told): string {
  switch (content.reason) {
    case 'silence':
      return isRepeat(content) ? 'is still silent' : 'went silent';
    case 'fail':
      return 'reported a failure';
    case 'too_long':
      return 'is running too long';
    case 'threshold':
      return isRepeat(content) ? `is still ${beyondText(content)}` : reachedText(content);
  }
}

function causeOf(content: Told): string {
  switch (content.reason) {
    case 'silence':
      return `Last ping: ${lastPingText(content)}. Expected: ${expectationOf(content)}.`;
    case 'fail':
      return [
        'Reported by the job itself',
        ...(content.inARow === undefined ? [] : [`${content.inARow} times in a row`]),
        ...(content.exitCode === undefined ? [] : [`with exit code ${content.exitCode}`]),
      ]
        .join(', ')
        .concat('.');
    case 'too_long': {
      const run = content.runId === null ? 'Its run' : `Run ${cleanLine(content.runId, LIMITS.ridMaxChars)}`;
      const limit = content.maxDurationSec === null ? 'its limit' : durationText(content.maxDurationSec);
      return `${run} has been running for longer than ${limit}.`;
    }
    case 'threshold':
      return [readingsText(content), endText(content)].filter((text) => text !== null).join(' ');
  }
}

/** `never` or the moment of the last ping. */
export function lastPingText(content: Told): string {
  return content.lastEventAt === null ? 'never' : momentText(content, content.lastEventAt);
}

/** How often a ping is expected, or when. */
export function expectationOf(content: Told): string {
  if (content.cron === null) return `a ping at least ${everyText(content.intervalSec)}`;
  const grace = content.graceSec === null ? '' : `, with ${durationText(content.graceSec)} of grace`;
  return cleanLine(`schedule ${content.cron} in ${content.tz ?? 'UTC'}${grace}`, 200);
}
