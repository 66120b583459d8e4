import type { CHANNEL_KINDS } from '../../alerts/sending/channel-kind.ts';

/** A channel as `GET /api/v3/channels/` of Healthchecks lists it: where it leads stands there for nobody. */
export interface HealthchecksChannel {
  id: string;
  name: string;
  kind: string;
}

type KindHere = (typeof CHANNEL_KINDS)[number];

/** Their kinds that there are here, under our names. */
const KINDS: Readonly<Record<string, KindHere>> = {
  webhook: 'webhook', slack: 'slack', mattermost: 'mattermost', rocketchat: 'mattermost', discord: 'discord', googlechat: 'google_chat',
  msteamsw: 'teams', telegram: 'telegram', ntfy: 'ntfy', matrix: 'matrix', po: 'pushover', gotify: 'gotify', pd: 'pagerduty',
  opsgenie: 'opsgenie',
}; // prettier-ignore
const SHOWN_CHARS = 60;

/** Why a channel stays behind, and what to name in its place. */
export function channelLost({ name, kind }: Pick<HealthchecksChannel, 'name' | 'kind'>): string {
  const called = name === '' ? '' : ` ${JSON.stringify([...name].slice(0, SHOWN_CHARS).join(''))}`;
  const here = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  return `The channel${called} of kind ${kind.slice(0, SHOWN_CHARS)} stays behind: ${adviceFor(kind, here)}`;
}

function adviceFor(kind: string, here: KindHere | undefined): string {
  if (kind === 'email')
    return 'the export hides its address; set it as alert_to of its monitors, or yours as `to` of one channel for all (POST /api/channels).';
  if (here === undefined) return 'there is no such kind here; try a webhook (POST /api/channels).';
  return `the export hides where it leads; add it again with kind ${here} (POST /api/channels).`;
}
