import type { AlertContent } from '../../domain/alert/alert-content.ts';
import { type ChatHook, chatHookOf } from '../../domain/alert/chat-hook.ts';
import { cutTail, mostThatFit } from '../../domain/alert/output-tail.ts';
import { breakBackticks, breakMentions, codeBlock, markdownEscape, slackEscape } from '../escape.ts';
import { contentBody } from './alert-json.ts';
import { headlineOf, messageOf, outputTextOf } from './alert-text.ts';

/** What is POSTed; `headers` beside the content type where the receiver reads some. */
export interface AlertBody {
  contentType: string;
  body: string;
  headers?: Record<string, string>;
}

/** What a chat is told, in plain text: `lines` hold one line each. */
export interface ChatMessage {
  title: string;
  lines: string[];
  output: string | null;
  /** What ntfy makes of it: a word of its list of tags, and whether it may wake somebody. */
  tag: 'rotating_light' | 'warning' | 'white_check_mark';
  isUrgent: boolean;
}

type Content = Pick<ChatMessage, 'lines' | 'output'>;

const OUTPUT_MAX_CHARS = 600;
const DISCORD_MAX_CHARS = 2_000;
/** Google Chat, Telegram and ntfy take 4,096 characters or bytes, and Slack asks for no more than 4,000. */
const TEXT_MAX_CHARS = 4_000;
/** A card may have 28 kB. */
const TEAMS_MAX_BYTES = 20_000;
const DISCORD_SUPPRESS_EMBEDS = 4;

/**
 * The body for a receiver: a known chat hook gets only what it reads, everyone else the exact JSON of
 * `templates.miss_json` or `recovery_json` (SPEC.md "Events" 2). The monitor's name can neither mark up the text
 * nor mention anybody.
 */
export function bodyFor(url: string, content: AlertContent): AlertBody {
  const hook = chatHookOf(url);
  if (hook === null) return { contentType: 'application/json', body: contentBody(content) };
  return chatBody(hook, {
    title: headlineOf(content),
    lines: [messageOf(content)],
    output: outputTextOf(content),
    tag: tagOf(content),
    isUrgent: content.kind === 'miss' || content.kind === 'channel_failing',
  });
}

/** A message in the shape of a chat, escaped and cut to what it takes: lines that do not fit are counted. */
export function chatBody(hook: ChatHook, message: ChatMessage): AlertBody {
  switch (hook) {
    case 'slack':
      return json({ text: markedUp(message, slackEscape) });
    case 'discord_slack':
      return json({ text: markedUp(message, (text) => breakMentions(slackEscape(text)), DISCORD_MAX_CHARS) });
    case 'mattermost':
      return json({ text: markedUp(message, markdownEscape, TEXT_MAX_CHARS, breakMentions) });
    case 'google_chat':
      return json({ text: markedUp(message, breakMentions) });
    case 'discord':
      return json({
        content: markedUp(message, markdownEscape, DISCORD_MAX_CHARS, breakMentions),
        allowed_mentions: { parse: [] },
        flags: DISCORD_SUPPRESS_EMBEDS,
      });
    case 'teams':
      return json(teamsMessage(message));
    case 'telegram':
      return json(telegramMessage(message));
    case 'ntfy':
      return ntfyMessage(message);
  }
}

function tagOf(content: AlertContent): ChatMessage['tag'] {
  if (content.kind === 'miss') return 'rotating_light';
  return content.kind === 'blind' || content.kind === 'channel_failing' ? 'warning' : 'white_check_mark';
}

function json(shape: object): AlertBody {
  return { contentType: 'application/json', body: JSON.stringify(shape) };
}

/** As much as fits: all lines or the first ones and how many are left out, then the end of the output. */
function fitted(message: ChatMessage, sizeOf: (content: Content) => number, room: number): Content {
  const { lines } = message;
  const first = (count: number): string[] =>
    count === lines.length ? lines : [...lines.slice(0, count), `and ${lines.length - count} more`];
  const count = mostThatFit(lines.length, (tried) => sizeOf({ lines: first(tried), output: null }) <= room);
  const kept = first(Math.max(1, count));
  const fits = (output: string): boolean =>
    output.length <= OUTPUT_MAX_CHARS && sizeOf({ lines: kept, output }) <= room;
  return { lines: kept, output: message.output === null ? null : cutTail(message.output, fits) };
}

/** Text with the output in a code block; a chat may read less inside one than outside. */
function markedUp(
  message: ChatMessage,
  escape: (text: string) => string,
  room = TEXT_MAX_CHARS,
  escapeInBlock = escape,
): string {
  const render = ({ lines, output }: Content): string =>
    [
      ...lines.map((line) => breakBackticks(escape(line))),
      ...(output === null ? [] : [codeBlock(escapeInBlock(output))]),
    ].join('\n');
  return render(fitted(message, (content) => render(content).length, room));
}

/** The block is marked by its place, so that no text can end it. */
function telegramMessage(message: ChatMessage): object {
  const render = ({ lines, output }: Content): string =>
    breakMentions([...lines, ...(output === null ? [] : [output])].join('\n'));
  const content = fitted(message, (part) => render(part).length, TEXT_MAX_CHARS);
  const text = render(content);
  const length = content.output === null ? 0 : breakMentions(content.output).length;
  return {
    text,
    ...(length === 0 ? {} : { entities: [{ type: 'pre', offset: text.length - length, length }] }),
    link_preview_options: { is_disabled: true },
  };
}

/** Text runs, because the text block of a card reads Markdown and a text run does not. */
function teamsMessage(message: ChatMessage): object {
  const block = (text: string, style: object): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  const render = ({ lines, output }: Content): object => ({
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(message.title, { weight: 'Bolder' }),
      ...lines.map((line) => block(line, { weight: 'Default' })),
      ...(output?.split('\n') ?? [])
        .filter((line) => line !== '')
        .map((line) => block(line, { fontType: 'Monospace' })),
    ],
  });
  const content = render(
    fitted(message, (part) => byteLength(JSON.stringify(render(part))), TEAMS_MAX_BYTES),
  );
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** A topic's URL takes plain text with the rest in headers; JSON is read at the root of the server only. */
function ntfyMessage(message: ChatMessage): AlertBody {
  const render = ({ lines, output }: Content): string =>
    lines.join('\n') + (output === null ? '' : `\n\n${output}`);
  return {
    contentType: 'text/plain; charset=utf-8',
    body: render(fitted(message, (content) => byteLength(render(content)), TEXT_MAX_CHARS)),
    headers: {
      title: headerText(message.title),
      priority: message.isUrgent ? 'high' : 'default',
      tags: message.tag,
    },
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Text as a header value: RFC 2047 (which ntfy decodes) when it is more than printable ASCII. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('=?')) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`;
}
