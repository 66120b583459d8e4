import { chatHookOf } from '../../domain/alerts/sending/chat-hook.ts';
import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { mostThatFit } from '../../domain/alerts/output-tail.ts';
import type { Chat } from '../../domain/alerts/sending/channel-kind.ts';
import { breakLinks } from '../escape.ts';
import { lastPingText, messageOf, nameText, notHeardText, remarksOf } from './alert-text.ts';
import { type ChatAccess, type AlertBody, bodyFor, chatBody } from './chat-body.ts';
import { type ChatMessage, takesAll } from './chat-format.ts';
import { downText, groupHeadline, limitText, listedOutputOf, oldestFirst, runText } from './group-text.ts';
import { reachedText } from './threshold-text.ts';
import { momentText, OPEN_LIST, type Told } from './told.ts';

const OUTPUT_LINE_MAX_CHARS = 200;
const SHOW_TITLES: ReadonlySet<Chat> = new Set(['teams', 'ntfy', 'pushover', 'gotify']);

/**
 * The alerts of a group as messages for a URL, in the order of their list: `groupBodyFor` names each whole in one of
 * them, where a longer list would be cut. A receiver that is no chat hook gets one message for each alert.
 */
export function partsFor(url: string, contents: Told[], chat: Chat | null = chatHookOf(url)): Told[][] {
  const sorted = oldestFirst(contents);
  if (chat === null) return sorted.map((content) => [content]);
  const lines = sorted.map(lineOf);
  const parts: Told[][] = [];
  for (let from = 0; from < sorted.length; from += parts.at(-1)?.length ?? 1) {
    const partOf = (count: number): Told[] => sorted.slice(from, from + count);
    const count = mostThatFit(sorted.length - from, (tried) =>
      takesAll(chat, listed(chat, partOf(tried), lines.slice(from, from + tried))),
    );
    // One that is too long for a line of a list is a message of its own, which has more room.
    parts.push(partOf(Math.max(1, count)));
  }
  return parts;
}

/**
 * One chat message for the alerts of several monitors that were found in the same check, longest down first; of one
 * notice the body that `bodyFor` writes. Throws a RangeError without an alert, and with several for a URL that is no
 * chat hook: such a receiver gets one POST per monitor.
 */
export function groupBodyFor(
  url: string,
  contents: Told[],
  chat: Chat | null = chatHookOf(url),
  access?: ChatAccess,
): AlertBody {
  const [only] = contents;
  if (only !== undefined && contents.length === 1) return bodyFor(url, only, chat, access);
  if (only === undefined) throw new RangeError('a group needs at least one alert');
  if (chat === null) throw new RangeError('only a chat hook takes several notices in one message');
  const isUrgent = contents.some((content) => content.kind === 'miss');
  const message: ChatMessage = {
    ...listed(chat, contents, oldestFirst(contents).map(lineOf)),
    output: null,
    tag: isUrgent ? 'rotating_light' : 'white_check_mark',
    isUrgent,
  };
  return chatBody(chat, message, access);
}

function listed(
  chat: Chat,
  contents: Told[],
  items: string[],
): Pick<ChatMessage, 'title' | 'lines' | 'links'> {
  const title = groupHeadline(contents);
  const url = contents[0]?.reader?.listUrl;
  const showsTitle = SHOW_TITLES.has(chat);
  return {
    title,
    lines: showsTitle ? items : [title, ...items],
    links: url === undefined ? [] : [{ label: OPEN_LIST, url }],
  };
}

function lineOf(content: Told): string {
  const facts = factsOf(content);
  if (facts === null) return `• ${messageOf(content)}`;
  const line = `• ${nameText(content.monitorName)}: ${[...facts, `incident ${content.incident}`].join(', ')}.`;
  return [line, notHeardText(content), ...remarksOf(content), lastOutputText(content)]
    .filter((part) => part !== null)
    .join(' ');
}

/** What a list says of an alert, in pieces; null of one that is told in its sentences. */
function factsOf(content: Told): string[] | null {
  const { kind, reason, exitCode, inARow } = content;
  if (kind === 'recovery')
    return [
      `recovered at ${momentText(content, content.recoveredAt ?? content.decidedAt)}`,
      `after ${downText(content)} down`,
    ];
  if (kind !== 'miss') return null;
  const run = runText(content);
  switch (reason) {
    case 'silence':
      return [`silent since ${momentText(content, content.downSince)}`, `last ping ${lastPingText(content)}`];
    case 'fail':
      return [
        exitCode === undefined ? 'failed' : `failed with exit code ${exitCode}`,
        ...(inARow === undefined ? [] : [`${inARow} times in a row`]),
        `down since ${momentText(content, content.downSince)}`,
      ];
    case 'threshold':
      return [reachedText(content), `since ${momentText(content, content.downSince)}`];
    case 'too_long':
      return [
        `running longer than ${limitText(content)}`,
        ...(run === null ? [] : [`run ${run}`]),
        `down since ${momentText(content, content.downSince)}`,
      ];
  }
}

/**
 * The last line of the output of a job, which is not ours and so comes last; null when there is none. Outside of a block a
 * chat makes a link of every address.
 */
function lastOutputText(content: Told): string | null {
  const line = cleanLine(listedOutputOf(content)?.split('\n').at(-1) ?? '', OUTPUT_LINE_MAX_CHARS);
  return line === '' ? null : `Last output: ${breakLinks(line)}`;
}
