import type { IncomingMessage } from 'node:http';

/** Chats by the host that makes a hook theirs, the field that they read and how much of it they take. */
const CHATS = {
  'hooks.slack.com': { field: 'text', most: 4_000, refuses: false },
  'discord.com': { field: 'content', most: 2_000, refuses: true },
} as const;

type ChatHost = keyof typeof CHATS;

const PATH = /^\/chat\/([\w.]+)\//;

/** A hook of a chat, of somebody's own. */
export function hookOf(host: ChatHost, number: number): string {
  return host === 'discord.com'
    ? `https://discord.com/api/webhooks/${number}/token-${number}`
    : `https://hooks.slack.com/services/T0/B${number}/token`;
}

export const CHAT_HOSTS = Object.keys(CHATS) as ChatHost[];

/** Where a URL leads here: the hooks of chats to the receiver that plays them. */
export function playedAt(receiverUrl: string, url: string): string {
  const { host, pathname } = new URL(url);
  return host in CHATS ? `${receiverUrl}/chat/${host}${pathname}` : url;
}

/**
 * What a chat shows of a message: Slack the beginning of one that is too long, Discord nothing, which refuses it. Undefined
 * where a request is for no chat, null for what it refuses.
 */
export function shownInChat({ url = '' }: IncomingMessage, text: string): string | null | undefined {
  const host = PATH.exec(url)?.[1] as ChatHost | undefined;
  if (host === undefined) return undefined;
  const { field, most, refuses } = CHATS[host];
  const message = String((JSON.parse(text) as Record<string, unknown>)[field]);
  return message.length > most && refuses ? null : message.slice(0, most);
}
