import type { AlertContent } from '../../domain/alert/alert-content.ts';
import { chatHookOf } from '../../domain/alert/chat-hook.ts';
import { instantText } from '../time-text.ts';
import { messageOf, nameText, notHeardText, remarksOf } from './alert-text.ts';
import { type AlertBody, bodyFor, chatBody } from './chat-body.ts';
import { downText, groupHeadline, isSilence, lastPingText, oldestFirst } from './group-mail.ts';

/**
 * One chat message for the alerts of several monitors that were found in the same check, longest down first; of one
 * notice the body that `bodyFor` writes. Throws a RangeError without an alert, and with several for a URL that is no
 * chat hook: such a receiver gets one POST per monitor.
 */
export function groupBodyFor(url: string, contents: AlertContent[]): AlertBody {
  const [only] = contents;
  if (only !== undefined && contents.length === 1) return bodyFor(url, only);
  const headline = groupHeadline(contents);
  const hook = chatHookOf(url);
  if (hook === null) throw new RangeError('only a chat hook takes several notices in one message');
  const isUrgent = contents.some((content) => content.kind === 'miss');
  const items = oldestFirst(contents).map(lineOf);
  const showsTitle = hook === 'teams' || hook === 'ntfy';
  return chatBody(hook, {
    title: headline,
    lines: showsTitle ? items : [headline, ...items],
    output: null,
    tag: isUrgent ? 'rotating_light' : 'white_check_mark',
    isUrgent,
  });
}

function lineOf(content: AlertContent): string {
  if (content.kind === 'recovery') {
    const since = instantText(content.recoveredAt ?? content.decidedAt);
    const line = `• ${nameText(content.monitorName)}: back since ${since}, after ${downText(content)} down, incident ${content.incident}.`;
    return [line, ...remarksOf(content)].join(' ');
  }
  if (!isSilence(content)) return `• ${messageOf(content)}`;
  const line =
    `• ${nameText(content.monitorName)}: silent since ${instantText(content.downSince)}, ` +
    `last ping ${lastPingText(content)}, incident ${content.incident}.`;
  return [line, notHeardText(content), ...remarksOf(content)].filter((part) => part !== null).join(' ');
}
