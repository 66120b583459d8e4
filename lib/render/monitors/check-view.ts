import type { CheckView, FlipsView, PingsView } from '../../contract/monitors/checks.ts';
import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import { isMailChannelId, type OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import type { ChannelKind } from '../../domain/alerts/sending/channel-kind.ts';
import { sendingOf } from '../../domain/alerts/sending/sending.ts';
import { isoOf, type Instant } from '../../domain/instant.ts';
import type { IncidentRecord, Monitor } from '../../domain/monitors/monitor.ts';
import type { CheckFields } from '../../domain/monitors/switch/check-fields.ts';
import { checkStatusOf, nextPingAt } from '../../domain/monitors/switch/check-status.ts';
import type { Recorded } from './ping-view.ts';

type WritersFields = Required<
  Pick<CheckView, 'uuid' | 'ping_url' | 'update_url' | 'pause_url' | 'resume_url' | 'channels'>
>;

/** What a check is shown with. */
export interface ShownWith {
  now: Instant;
  version: string;
  badgeUrl: string;
  /** By what it is known: to a key that only reads by nothing that pings it. */
  named: Pick<CheckView, 'unique_key'> | WritersFields;
}

/** A check as Healthchecks shows it, field by field (`Check.to_dict` of its source). */
export function checkView(
  { monitor, fields }: { monitor: Monitor; fields: CheckFields },
  { now, version, badgeUrl, named }: ShownWith,
): CheckView {
  const status = checkStatusOf(monitor, fields, now);
  const isStarted = monitor.runs.length > 0;
  const { name, slug, tags, desc, grace, timeout, schedule, tz, manualResume } = fields;
  return {
    name,
    slug,
    tags,
    desc,
    grace,
    n_pings: monitor.lastEventAt === null ? 0 : 1,
    status: version === '1' && isStarted && status !== 'down' && status !== 'paused' ? 'started' : status,
    started: isStarted,
    last_ping: secondOf(monitor.lastEventAt),
    next_ping: secondOf(nextPingAt(monitor, fields, now)),
    manual_resume: manualResume,
    ...WITHOUT_EQUAL,
    badge_url: badgeUrl,
    ...(monitor.lastDurationMs !== null && { last_duration: Math.floor(monitor.lastDurationMs / 1_000) }),
    ...named,
    ...(schedule === null ? { timeout: timeout ?? 0 } : { schedule, tz: tz ?? 'UTC' }),
  };
}

/** What there is nothing of here, as there where nobody set it. */
const WITHOUT_EQUAL = {
  methods: '', subject: '', subject_fail: '', start_kw: '', success_kw: '', failure_kw: '', filter_subject: false,
  filter_body: false, filter_http_body: false, filter_default_fail: false,
} as const; // prettier-ignore

/** A moment as Healthchecks writes it: to the second, in UTC. */
function secondOf(at: Instant | null): string | null {
  return at === null ? null : isoOf(at).replace(/\.\d{3}Z$/, '+00:00');
}

/** Kinds that have another name there; others are webhooks to who knows its kinds alone. */
const KINDS: Partial<Record<ChannelKind, string>> = {
  slack: 'slack', mattermost: 'mattermost', google_chat: 'googlechat', discord: 'discord', discord_slack: 'discord', teams: 'msteamsw', telegram: 'telegram',
  ntfy: 'ntfy', matrix: 'matrix', pushover: 'po', gotify: 'gotify', pagerduty: 'pd', opsgenie: 'opsgenie',
}; // prettier-ignore

export function checkChannelView(
  channel: OwnerChannel,
  id: string,
): { id: string; name: string; kind: string } {
  const isText = channel.to !== null && isPhoneNumber(channel.to);
  const kind = isText
    ? 'sms'
    : isMailChannelId(channel.id)
      ? 'email'
      : (KINDS[sendingOf(channel).kind] ?? 'webhook');
  return { id, name: channel.name, kind };
}

const TYPES = { ping: 'success', start: 'start', fail: 'fail', log: 'log' } as const;

/** Events as pings of Healthchecks. What is not kept here is empty. */
export function checkPingsView(events: readonly Recorded[], checkUrl: string): PingsView {
  return events.map(({ at, kind, source, rid, hasOutput, durationMs }) => ({
    type: TYPES[kind],
    date: isoOf(at).replace(/Z$/, '000+00:00'),
    n: at,
    scheme: 'https',
    remote_addr: null,
    method: source?.toUpperCase() ?? '',
    ua: '',
    rid,
    body_url: hasOutput ? `${checkUrl}/pings/${at}/body` : null,
    ...(durationMs !== null && { duration: durationMs / 1_000 }),
  }));
}

/** Incidents as changes of status, the last first: down when it truly began, up when a success ended it. */
export function flipsView(records: readonly IncidentRecord[], isWanted: (at: Instant) => boolean): FlipsView {
  const flips = records.flatMap(({ downSince, closedAt }) => [
    { at: downSince, up: 0 as const },
    ...(closedAt === null ? [] : [{ at: closedAt, up: 1 as const }]),
  ]);
  return flips
    .filter(({ at }) => isWanted(at))
    .sort((one, other) => other.at - one.at)
    .map(({ at, up }) => ({ timestamp: secondOf(at) ?? '', up }));
}
