import type { Chat } from '../../domain/alerts/sending/channel-kind.ts';
import { cutTail, mostThatFit } from '../../domain/alerts/output-tail.ts';
import { breakBackticks, breakMentions, codeBlock, markdownEscape, slackEscape } from '../escape.ts';
import type { Link } from './told.ts';

/** What a chat is told, in plain text: `lines` hold one line each. */
export interface ChatMessage {
  title: string;
  lines: string[];
  links: Link[];
  output: string | null;
  /** What those make of it that push: a word of the tags of ntfy, and whether it may wake somebody. */
  tag: 'rotating_light' | 'warning' | 'white_check_mark';
  isUrgent: boolean;
}

/** The parts of a message that are no title. Of lines and output a chat may not have room for all. */
export type Content = Pick<ChatMessage, 'lines' | 'links' | 'output'>;

/** How a chat is written to: what counts there, escaped, and how much of it there may be. */
interface Script {
  render: (content: Content) => string;
  sizeOf: (text: string) => number;
  room: number;
}

const OUTPUT_MAX_CHARS = 600;
const DISCORD_MAX_CHARS = 2_000;
const PUSHOVER_MAX_CHARS = 1_024;
/** Google Chat, Telegram and ntfy take 4,096 characters or bytes, and Slack asks for no more than 4,000. */
const TEXT_MAX_CHARS = 4_000;
/** A card may have 28 kB. */
const TEAMS_MAX_BYTES = 20_000;

/** The text of a message as a chat takes it, and the parts of the message that it holds: what does not fit is left out. */
export function chatText(chat: Chat, message: ChatMessage): { text: string; content: Content } {
  const script = scriptOf(chat, message.title);
  const content = fitted(message, script);
  return { text: script.render(content), content };
}

/** Whether a chat takes all lines of a message in one. */
export function takesAll(
  chat: Chat,
  { title, lines, links }: Pick<ChatMessage, 'title' | 'lines' | 'links'>,
): boolean {
  return fits(scriptOf(chat, title), { lines, links, output: null });
}

/** Text runs, because the text block of a card reads Markdown and a text run does not. */
export function teamsCard(title: string, { lines, links, output }: Content): object {
  const block = (text: string, style: object): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(title, { weight: 'Bolder' }),
      ...lines.map((line) => block(line, { weight: 'Default' })),
      ...(output?.split('\n') ?? [])
        .filter((line) => line !== '')
        .map((line) => block(line, { fontType: 'Monospace' })),
    ],
    ...(links.length > 0 && {
      actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
    }),
  };
}

/**
 * The same for a chat that is known by nothing but that it has some Markdown: nothing in a text mentions anybody, links or
 * opens a block there.
 */
export function textForAnyChat(message: Omit<ChatMessage, 'tag' | 'isUrgent'>): {
  title: string;
  description: string;
} {
  const script = markedUp((text) => breakMentions(slackEscape(text)));
  const description = script.render(fitted(message, script));
  return { title: breakBackticks(breakMentions(slackEscape(message.title))), description };
}

function scriptOf(chat: Chat, title: string): Script {
  switch (chat) {
    case 'slack':
      return markedUp(slackEscape, { linkOf: slackLink });
    case 'discord_slack':
      return markedUp((text) => breakMentions(slackEscape(text)), { room: DISCORD_MAX_CHARS });
    case 'mattermost':
      return markedUp(markdownEscape, { escapeInBlock: breakMentions, linkOf: markdownLink });
    case 'google_chat':
      return markedUp(breakMentions, { linkOf: slackLink });
    case 'discord':
      return markedUp(markdownEscape, {
        room: DISCORD_MAX_CHARS,
        escapeInBlock: breakMentions,
        linkOf: markdownLink,
      });
    case 'teams':
      return inBytes((content) => JSON.stringify(teamsCard(title, content)), TEAMS_MAX_BYTES);
    case 'telegram':
    case 'matrix':
      return inChars(({ lines, links, output }) =>
        [
          breakMentions(lines.join('\n')),
          ...links.map(spelledLink),
          ...listOf(output).map(breakMentions),
        ].join('\n'),
      );
    case 'ntfy':
      return inBytes(plain);
    case 'gotify':
      return inChars(plain);
    case 'pushover':
      return inChars(plain, PUSHOVER_MAX_CHARS);
  }
}

function plain({ lines, output }: Content): string {
  return [lines.join('\n'), ...listOf(output)].join('\n\n');
}

/** Google Chat reads the same. */
function slackLink({ label, url }: Link): string {
  return `<${slackEscape(url)}|${label}>`;
}

function markdownLink({ label, url }: Link): string {
  return `[${label}](${url})`;
}

/** Chats make a link of every address. */
function spelledLink({ label, url }: Link): string {
  return `${label}: ${url}`;
}

/** Text with the output in a code block; a chat may read less inside one than outside. */
function markedUp(
  escape: (text: string) => string,
  { room = TEXT_MAX_CHARS, escapeInBlock = escape, linkOf = spelledLink } = {},
): Script {
  return inChars(
    ({ lines, links, output }) =>
      [
        ...lines.map((line) => breakBackticks(escape(line))),
        ...(links.length > 0 ? [links.map(linkOf).join(' · ')] : []),
        ...listOf(output).map((text) => codeBlock(escapeInBlock(text))),
      ].join('\n'),
    room,
  );
}

function inChars(render: Script['render'], room = TEXT_MAX_CHARS): Script {
  return { render, sizeOf: (text) => text.length, room };
}

function inBytes(render: Script['render'], room = TEXT_MAX_CHARS): Script {
  return { render, sizeOf: (text) => new TextEncoder().encode(text).length, room };
}

/** As much as fits: all lines or the first ones and how many are left out, then the end of the output. */
function fitted({ lines, links, output }: Content, script: Script): Content {
  const first = (count: number): string[] =>
    count === lines.length ? lines : [...lines.slice(0, count), `and ${lines.length - count} more`];
  const count = mostThatFit(lines.length, (tried) =>
    fits(script, { lines: first(tried), links, output: null }),
  );
  const kept = first(Math.max(1, count));
  const outputFits = (tail: string): boolean =>
    tail.length <= OUTPUT_MAX_CHARS && fits(script, { lines: kept, links, output: tail });
  return { lines: kept, links, output: output === null ? null : cutTail(output, outputFits) };
}

function fits({ render, sizeOf, room }: Script, content: Content): boolean {
  return sizeOf(render(content)) <= room;
}

function listOf(text: string | null): string[] {
  return text === null ? [] : [text];
}
