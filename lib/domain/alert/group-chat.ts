import { chatHookOf } from './chat-hook.ts';
import { type AlertBody, bodyFor, chatBody } from './chat-shape.ts';
import { downText, groupHeadline, isSilence, lastPingText, oldestFirst } from './group-mail.ts';
import { instantText } from './instant-text.ts';
import type { Notice } from './notice.ts';
import { messageOf, nameText, notHeardText, remarksOf } from './notice-text.ts';

/**
 * One chat message for the alerts of several monitors that were found in the same check, longest down first; of one
 * notice the body that `bodyFor` writes. Throws a RangeError without a notice, and with several for a URL that is no
 * chat hook: such a receiver gets one POST per monitor.
 */
export function groupBodyFor(url: string, notices: Notice[]): AlertBody {
  const [only] = notices;
  if (only !== undefined && notices.length === 1) return bodyFor(url, only);
  const headline = groupHeadline(notices);
  const hook = chatHookOf(url);
  if (hook === null) throw new RangeError('only a chat hook takes several notices in one message');
  const isUrgent = notices.some((notice) => notice.kind === 'miss');
  const items = oldestFirst(notices).map(lineOf);
  const showsTitle = hook === 'teams' || hook === 'ntfy';
  return chatBody(hook, {
    title: headline,
    lines: showsTitle ? items : [headline, ...items],
    output: null,
    tag: isUrgent ? 'rotating_light' : 'white_check_mark',
    isUrgent,
  });
}

function lineOf(notice: Notice): string {
  if (notice.kind === 'recovery') {
    const since = instantText(notice.recoveredAt ?? notice.decidedAt);
    const line = `• ${nameText(notice.monitorName)}: back since ${since}, after ${downText(notice)} down, incident ${notice.incident}.`;
    return [line, ...remarksOf(notice)].join(' ');
  }
  if (!isSilence(notice)) return `• ${messageOf(notice)}`;
  const line =
    `• ${nameText(notice.monitorName)}: silent since ${instantText(notice.downSince)}, ` +
    `last ping ${lastPingText(notice)}, incident ${notice.incident}.`;
  return [line, notHeardText(notice), ...remarksOf(notice)].filter((part) => part !== null).join(' ');
}
