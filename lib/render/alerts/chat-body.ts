import { type ChatHook, chatHookOf } from '../../domain/alerts/chat-hook.ts';
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

const DISCORD_SUPPRESS_EMBEDS = 4;

/**
 * The body for a receiver: a known chat hook gets only what it reads, everyone else the exact JSON of
 * `templates.miss_json` or `recovery_json` (SPEC.md "Events" 2). The monitor's name can neither mark up the text
 * nor mention anybody.
 */
export function bodyFor(url: string, content: Told): AlertBody {
  const hook = chatHookOf(url);
  if (hook === null) return { contentType: 'application/json', body: contentBody(content) };
  return chatBody(hook, {
    title: alertHeadlineOf(content),
    lines: [messageOf(content)],
    links: linksOf(content),
    output: outputTextOf(content),
    tag: tagOf(content),
    isUrgent: content.kind === 'miss' || content.kind === 'channel_failing',
  });
}

/** A message in the shape of a chat, escaped and cut to what it takes: lines that do not fit are counted. */
export function chatBody(hook: ChatHook, message: ChatMessage): AlertBody {
  const { text, content } = chatText(hook, message);
  switch (hook) {
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
      return ntfyMessage(text, message);
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
function ntfyMessage(body: string, { title, isUrgent, tag, links }: ChatMessage): AlertBody {
  const [first] = links;
  const actions = links.map(({ label, url }) => `view, ${label}, ${url}`).join('; ');
  return {
    contentType: 'text/plain; charset=utf-8',
    body,
    headers: {
      title: headerText(title),
      priority: isUrgent ? 'high' : 'default',
      tags: tag,
      ...(first && { click: first.url, actions }),
    },
  };
}

/** Text as a header value: RFC 2047 (which ntfy decodes) when it is more than printable ASCII. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('=?')) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`;
}
