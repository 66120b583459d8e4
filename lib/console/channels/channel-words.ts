import type { Heard } from '../../domain/alerts/owner-channel.ts';
import { awsTargetOf } from '../../domain/alerts/sending/aws-target.ts';
import type { OwnersChannel } from '../words/told-by.ts';

/** What a kind of channel is called. */
export const KINDS: Record<OwnersChannel['kind'], string> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  google_chat: 'Google Chat',
  discord: 'Discord',
  discord_slack: 'Discord, in the form of Slack',
  teams: 'Teams',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  matrix: 'Matrix',
  pushover: 'Pushover',
  gotify: 'Gotify',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  alertmanager: 'Alertmanager',
  sns: 'SNS topic',
  event_bus: 'Event bus',
  webhook: 'Webhook',
  email: 'E-mail',
  sms: 'SMS',
};

/** What a channel can hear, in words. */
export const HEARD_WORDS: Record<Heard, string> = {
  silence: 'silence',
  fail: 'failures',
  too_long: 'long runs',
  recovery: 'recoveries',
};

const ALL = Object.keys(HEARD_WORDS).length;

/** Where a channel leads: path and query of a hook are often its secret. */
export function leadsWords({ kind, url, to }: Pick<OwnersChannel, 'kind' | 'url' | 'to'>): string {
  if (to !== undefined) return `${KINDS[kind]} to ${to}`;
  const aws = url === null ? null : awsTargetOf(url);
  if (aws) return `${KINDS[kind]} ${aws.arn.split(/[:/]/).at(-1)} in ${aws.region}`;
  const host = url === null ? null : URL.parse(url)?.host;
  return host ? `${KINDS[kind]} at ${host}` : KINDS[kind];
}

/** `hears failures and recoveries of monitors tagged db or prod`. */
export function hearsWords({ hears, tags }: Pick<OwnersChannel, 'hears' | 'tags'>): string {
  const what =
    hears.length === ALL
      ? 'everything'
      : listed(
          hears.map((each) => HEARD_WORDS[each]),
          'and',
        );
  return `gets ${what} from ${monitorsWords(tags)}`;
}

/** `monitors tagged db or prod`: those that something with these tags is for. */
export function monitorsWords(tags: readonly string[]): string {
  return tags.length === 0 ? 'every monitor' : `monitors tagged ${listed(tags, 'or')}`;
}

function listed(words: readonly string[], by: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1)}`;
}
