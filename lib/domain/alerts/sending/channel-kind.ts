import { AWS_KINDS, type AwsKind, awsTargetOf } from './aws-target.ts';
import { chatHookOf, type ChatHook } from './chat-hook.ts';

/** What reads a text: several alerts go in one message. */
export type Chat = ChatHook | 'matrix' | 'pushover' | 'gotify';
/** What keeps incidents of its own: each is opened by one request and closed by another. */
export type Pager = 'pagerduty' | 'opsgenie' | 'alertmanager';

/** All that a channel with a URL or an ARN can be. */
export const CHANNEL_KINDS = [
  'webhook', 'slack', 'mattermost', 'google_chat', 'discord', 'discord_slack', 'teams', 'telegram', 'ntfy',
  'matrix', 'pushover', 'gotify', 'pagerduty', 'opsgenie', 'alertmanager', ...AWS_KINDS,
] as const satisfies readonly (Chat | Pager | AwsKind | 'webhook')[]; // prettier-ignore
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

interface KindRule {
  /** Where it leads when no URL is named. */
  url?: string;
  /** How its URL ends, as a pattern and in words. */
  path?: RegExp;
  ends?: string;
  /** By which its URL is known; any URL that ends so, unless said. */
  host?: RegExp;
  key?: { form: RegExp; rule: string; isOptional?: true };
  /** The least and the greatest priority. */
  priority?: readonly [number, number];
}

const TOKEN = { form: /^[!-~]{8,400}$/, rule: 'a token of 8 to 400 characters without spaces' } as const;

/** What is told of the kinds that are more than a URL. */
const RULES: Partial<Record<ChannelKind, KindRule>> = {
  ntfy: { key: { ...TOKEN, isOptional: true }, priority: [1, 5] },
  matrix: {
    path: /\/_matrix\/client\/(?:v3|r0)\/rooms\/[^/]+\/send\/m\.room\.message\/?$/,
    ends: '/_matrix/client/v3/rooms/<room id>/send/m.room.message',
    key: TOKEN,
  },
  pushover: {
    url: 'https://api.pushover.net/1/messages.json',
    host: /^api\.pushover\.net$/,
    path: /\/1\/messages\.json$/,
    ends: '/1/messages.json',
    key: {
      form: /^[A-Za-z0-9]{30}:[A-Za-z0-9]{30}$/,
      rule: 'the token of the application and the key of the user or group, 30 letters and digits each, with a colon between',
    },
    priority: [-2, 2],
  },
  gotify: {
    host: /^gotify\./,
    path: /\/message\/?$/,
    ends: '/message',
    key: { ...TOKEN, isOptional: true },
    priority: [0, 10],
  },
  pagerduty: {
    url: 'https://events.pagerduty.com/v2/enqueue',
    host: /^events\.(?:eu\.)?pagerduty\.com$/,
    path: /\/v2\/enqueue\/?$/,
    ends: '/v2/enqueue',
    key: { form: /^[A-Za-z0-9]{32}$/, rule: 'the integration key of 32 letters and digits' },
  },
  opsgenie: {
    url: 'https://api.opsgenie.com/v2/alerts',
    host: /^api\.(?:eu\.)?opsgenie\.com$/,
    path: /\/v2\/alerts\/?$/,
    ends: '/v2/alerts',
    key: TOKEN,
    priority: [1, 5],
  },
  alertmanager: { path: /\/api\/v2\/alerts\/?$/, ends: '/api/v2/alerts' },
};

export function kindRule(kind: ChannelKind): KindRule {
  return RULES[kind] ?? {};
}

/** The kind that a URL is known to be; a webhook where it is none. */
export function kindByUrl(text: string): ChannelKind {
  const aws = awsTargetOf(text);
  if (aws) return aws.kind;
  const url = URL.parse(text);
  const known = CHANNEL_KINDS.find((kind) => {
    const { path, host } = kindRule(kind);
    return url !== null && path?.test(url.pathname) === true && host?.test(url.hostname) !== false;
  });
  return known ?? chatHookOf(text) ?? 'webhook';
}

const PAGERS: readonly string[] = ['pagerduty', 'opsgenie', 'alertmanager'] satisfies Pager[];

export function isPager(kind: ChannelKind): kind is Pager {
  return PAGERS.includes(kind);
}

/** Whether a channel is of AWS: it has an ARN in place of a URL, and is called as AWS has it. */
export function isAwsKind(kind: ChannelKind): kind is AwsKind {
  return (AWS_KINDS as readonly string[]).includes(kind);
}

/** The chat that a kind is; null of one that gets a request for each alert. */
export function chatOfKind(kind: ChannelKind): Chat | null {
  return kind === 'webhook' || isPager(kind) || isAwsKind(kind) ? null : kind;
}
