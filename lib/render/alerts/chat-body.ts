import { chatHookOf } from '../../domain/alerts/sending/chat-hook.ts';
import type { Chat } from '../../domain/alerts/sending/channel-kind.ts';
import type { SendingMethod, ChannelSending } from '../../domain/alerts/sending/sending.ts';
import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { breakMentions } from '../escape.ts';
import { contentBody } from './alert-json.ts';
import { alertHeadlineOf, messageOf, outputTextOf } from './alert-text.ts';
import { type ChatMessage, chatText, type Content, teamsCard } from './chat-format.ts';
import { linksOf, type Told } from './told.ts';

/** What is POSTed; `headers` beside the content type where the receiver reads some. */
export interface AlertBody {
  contentType: string;
  body: string;
  headers?: Record<string, string>;
}

/** One request of a message. */
export interface AlertRequest extends AlertBody {
  method: SendingMethod;
  url: string;
}

/** By what a chat is written to besides its URL. */
export type ChatAccess = Pick<ChannelSending, 'key' | 'priority'>;

const NO_ACCESS: ChatAccess = { key: null, priority: null };
const DISCORD_SUPPRESS_EMBEDS = 4;
const GOTIFY = { usual: 4, urgent: 8 } as const;
const PUSHOVER = { usual: 0, urgent: 1, untilConfirmed: 2, titleMaxChars: 250 } as const;

/**
 * The body for a receiver: a known chat hook gets only what it reads, everyone else the exact JSON of
 * `templates.miss_json` or `recovery_json` (SPEC.md "Events" 2). The monitor's name can neither mark up the text
 * nor mention anybody.
 */
export function bodyFor(
  url: string,
  content: Told,
  chat: Chat | null = chatHookOf(url),
  access?: ChatAccess,
): AlertBody {
  if (chat === null) return { contentType: 'application/json', body: contentBody(content) };
  const message = {
    title: alertHeadlineOf(content),
    lines: [messageOf(content)],
    links: linksOf(content),
    output: outputTextOf(content),
    tag: tagOf(content),
    isUrgent: content.kind === 'miss' || content.kind === 'channel_failing',
  };
  return chatBody(chat, message, access);
}

/** A message in the shape of a chat, escaped and cut to what it takes: lines that do not fit are counted. */
export function chatBody(chat: Chat, message: ChatMessage, access: ChatAccess = NO_ACCESS): AlertBody {
  const { text, content } = chatText(chat, message);
  switch (chat) {
    case 'slack':
    case 'discord_slack':
    case 'mattermost':
    case 'google_chat':
      return json({ text });
    case 'discord':
      return json({ content: text, allowed_mentions: { parse: [] }, flags: DISCORD_SUPPRESS_EMBEDS });
    case 'teams':
      return json(teamsMessage(teamsCard(message.title, content)));
    case 'telegram':
      return json(telegramMessage(text, content));
    case 'ntfy':
      return ntfyMessage(text, message, access);
    case 'matrix':
      return { ...json({ msgtype: 'm.text', body: text, 'm.mentions': {} }), headers: bearer(access) };
    case 'gotify':
      return gotifyMessage(text, message, access);
    case 'pushover':
      return pushoverMessage(text, message, access);
  }
}

function tagOf(content: Told): ChatMessage['tag'] {
  if (content.kind === 'miss') return 'rotating_light';
  return content.kind === 'blind' || content.kind === 'channel_failing' ? 'warning' : 'white_check_mark';
}

function json(shape: object): AlertBody {
  return { contentType: 'application/json', body: JSON.stringify(shape) };
}

/** The block is marked by its place, so that no text can end it. */
function telegramMessage(text: string, { output }: Content): object {
  const length = output === null ? 0 : breakMentions(output).length;
  return {
    text,
    ...(length === 0 ? {} : { entities: [{ type: 'pre', offset: text.length - length, length }] }),
    link_preview_options: { is_disabled: true },
  };
}

function teamsMessage(content: object): object {
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** A topic's URL takes plain text with the rest in headers; JSON is read at the root of the server only. */
function ntfyMessage(
  body: string,
  { title, isUrgent, tag, links }: ChatMessage,
  access: ChatAccess,
): AlertBody {
  const [first] = links;
  const actions = links.map(({ label, url }) => `view, ${label}, ${url}`).join('; ');
  return {
    contentType: 'text/plain; charset=utf-8',
    body,
    headers: {
      title: headerText(title),
      priority: ntfyPriority(isUrgent, access.priority),
      tags: tag,
      ...bearer(access),
      ...(first && { click: first.url, actions }),
    },
  };
}

/** Words where nothing is said, which ntfy takes as well as numbers. */
function ntfyPriority(isUrgent: boolean, priority: number | null): string {
  if (priority === null) return isUrgent ? 'high' : 'default';
  return String(isUrgent ? priority : Math.min(3, priority));
}

function bearer({ key }: ChatAccess): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

function gotifyMessage(
  text: string,
  { title, isUrgent, links }: ChatMessage,
  { key, priority }: ChatAccess,
): AlertBody {
  const [first] = links;
  const message = {
    title,
    message: text,
    priority: isUrgent ? (priority ?? GOTIFY.urgent) : Math.min(GOTIFY.usual, priority ?? GOTIFY.usual),
    extras: {
      'client::display': { contentType: 'text/plain' },
      ...(first && { 'client::notification': { click: { url: first.url } } }),
    },
  };
  return { ...json(message), ...(key !== null && { headers: { 'x-gotify-key': key } }) };
}

/** The greatest priority is repeated until somebody confirms it, for an hour. */
function pushoverMessage(
  text: string,
  { title, isUrgent, links }: ChatMessage,
  { key, priority }: ChatAccess,
): AlertBody {
  const [token = '', user = ''] = key?.split(':') ?? [];
  const wanted = isUrgent
    ? (priority ?? PUSHOVER.urgent)
    : Math.min(PUSHOVER.usual, priority ?? PUSHOVER.usual);
  const [first] = links;
  const fields = {
    token,
    user,
    title: cleanLine(title, PUSHOVER.titleMaxChars),
    message: text,
    priority: String(wanted),
    ...(wanted === PUSHOVER.untilConfirmed && { retry: '60', expire: '3600' }),
    ...(first && { url: first.url, url_title: first.label }),
  };
  return {
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  };
}

/** Text as a header value: RFC 2047 (which ntfy decodes) when it is more than printable ASCII. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('=?')) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`;
}
