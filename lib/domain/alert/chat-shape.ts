import { breakMentions, markdownEscape, slackEscape } from './chat-escape.ts';
import { chatHookOf } from './chat-hook.ts';
import { noticeBody } from './miss-json.ts';
import type { Notice } from './notice.ts';
import { headlineOf, sentenceOf } from './notice-text.ts';

/** What is POSTed; `headers` beside the content type where the receiver reads some. */
export interface AlertBody {
  contentType: string;
  body: string;
  headers?: Record<string, string>;
}

const DISCORD_MAX_CHARS = 2000;
const DISCORD_SUPPRESS_EMBEDS = 4;

/** Whether the URL is a known chat hook, which gets its own shape instead of the JSON. */
export function isChatHook(url: string): boolean {
  return chatHookOf(url) !== null;
}

/**
 * The body for a receiver: a known chat hook gets only what it reads, everyone else the exact JSON of
 * `templates.miss_json` or `recovery_json` (SPEC.md "Events" 2). The monitor's name can neither mark up the text
 * nor mention anybody.
 */
export function bodyFor(url: string, notice: Notice): AlertBody {
  const text = sentenceOf(notice);
  const hook = chatHookOf(url);
  switch (hook) {
    case null:
      return { contentType: 'application/json', body: noticeBody(notice) };
    case 'slack':
      return json({ text: slackEscape(text) });
    case 'discord_slack':
      return json({ text: breakMentions(slackEscape(text)) });
    case 'mattermost':
      return json({ text: markdownEscape(text) });
    case 'google_chat':
      return json({ text: breakMentions(text) });
    case 'discord':
      return json(discordMessage(text));
    case 'teams':
      return json(teamsMessage(notice, text));
    case 'telegram':
      return json({ text: breakMentions(text), link_preview_options: { is_disabled: true } });
    case 'ntfy':
      return ntfyMessage(notice, text);
  }
}

function json(shape: object): AlertBody {
  return { contentType: 'application/json', body: JSON.stringify(shape) };
}

function discordMessage(text: string): object {
  return {
    content: markdownEscape(text).slice(0, DISCORD_MAX_CHARS),
    allowed_mentions: { parse: [] },
    flags: DISCORD_SUPPRESS_EMBEDS,
  };
}

/** Text runs, because the text block of a card reads Markdown and a text run does not. */
function teamsMessage(notice: Notice, text: string): object {
  const line = (words: string, weight: 'Bolder' | 'Default'): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: words, weight }],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [line(headlineOf(notice), 'Bolder'), line(text, 'Default')],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** A topic's URL takes plain text with the rest in headers; JSON is read at the root of the server only. */
function ntfyMessage(notice: Notice, text: string): AlertBody {
  const isMiss = notice.kind === 'miss';
  return {
    contentType: 'text/plain; charset=utf-8',
    body: text,
    headers: {
      title: headerText(headlineOf(notice)),
      priority: isMiss ? 'high' : 'default',
      tags: isMiss ? 'rotating_light' : 'white_check_mark',
    },
  };
}

/** Text as a header value: RFC 2047 (which ntfy decodes) when it is more than printable ASCII. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('=?')) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`;
}
