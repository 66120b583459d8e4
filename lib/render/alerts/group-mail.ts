import { cutTail } from '../../domain/alerts/output-tail.ts';
import { alertMail, OUTPUT_LABEL, reasonOf, toneOf, type MailLinks } from './alert-mail.ts';
import { incidentText, lastPingText, nameText, notHeardText, remarksOf, sentenceOf } from './alert-text.ts';
import { downText, groupHeadline, limitText, listedOutputOf, oldestFirst, runText } from './group-text.ts';
import type { Tone } from './mail-style.ts';
import { type MailContent, type MailItem, mailContent } from './mail.ts';
import { beyondText } from './threshold-text.ts';
import { momentText, OPEN_LIST, type Told } from './told.ts';

/** Of all outputs of a mail together: mail programs hide the end of one of more than 100 kB. */
const OUTPUTS_MAX_CHARS = 20_000;
/** For the same reason: the list leads to the others. */
const LINKED_MAX = 100;

/**
 * One mail for the alerts of several monitors of one owner that were found in the same check, longest down first; of
 * one alert the mail that `alertMail` writes. All are named, however many. At least one alert must be given.
 */
export function groupMail(contents: Told[], links: MailLinks): MailContent {
  const [only] = contents;
  if (only !== undefined && contents.length === 1) return alertMail(only, links);
  const headline = groupHeadline(contents);
  const listUrl = only?.reader?.listUrl;
  const outputMaxChars = Math.floor(OUTPUTS_MAX_CHARS / contents.length);
  return mailContent(headline, {
    heading: headline,
    tone: worstOf(contents.map(toneOf)),
    paragraphs: ['All of these were found in the same check, so they may share one cause.'],
    items: oldestFirst(contents).map((content, at) =>
      itemOf(content, { outputMaxChars, isLinked: at < LINKED_MAX }),
    ),
    facts: [],
    action: listUrl === undefined ? null : { label: OPEN_LIST, url: listUrl },
    footer: {
      text: reasonOf(links, 'these monitors'),
      link: { label: 'Unsubscribe', url: links.unsubscribeUrl },
    },
  });
}

function itemOf(
  content: Told,
  { outputMaxChars, isLinked }: { outputMaxChars: number; isLinked: boolean },
): MailItem {
  const lines = [...linesOf(content), ...remarksOf(content)];
  const output = listedOutputOf(content);
  const tail = output === null ? null : cutTail(output, (end) => end.length <= outputMaxChars);
  return {
    title: nameText(content.monitorName),
    url: isLinked ? content.reader?.url : undefined,
    lines,
    output: tail === null ? null : { label: OUTPUT_LABEL, text: tail },
  };
}

function linesOf(content: Told): string[] {
  if (content.kind === 'recovery')
    return [
      `Back at: ${momentText(content, content.recoveredAt ?? content.decidedAt)}`,
      `Down for: ${downText(content)}, since ${momentText(content, content.downSince)}`,
      `Incident: ${content.incident}`,
    ];
  if (content.kind !== 'miss') return [sentenceOf(content)];
  return [
    ...missLinesOf(content),
    `Incident: ${incidentText(content)}`,
    ...lineIf((text) => text, notHeardText(content)),
  ];
}

function missLinesOf(content: Told): string[] {
  const since = momentText(content, content.downSince);
  switch (content.reason) {
    case 'silence':
      return [`Silent since: ${since}`, `Last ping: ${lastPingText(content)}`];
    case 'fail':
      return [
        `Down since: ${since}`,
        ...lineIf((code) => `Exit code: ${code}`, content.exitCode),
        ...lineIf((count) => `In a row: ${count}`, content.inARow),
      ];
    case 'threshold':
      return [`Since: ${since}`, `Threshold: ${beyondText(content)}`];
    case 'too_long':
      return [
        `Down since: ${since}`,
        `Running longer than: ${limitText(content)}`,
        ...lineIf((run) => `Run: ${run}`, runText(content)),
      ];
  }
}

function lineIf<Value>(lineOf: (value: Value) => string, value: Value | null | undefined): string[] {
  return value === null || value === undefined ? [] : [lineOf(value)];
}

function worstOf(tones: readonly Tone[]): Tone {
  if (tones.includes('late')) return 'late';
  return tones.every((tone) => tone === 'ok') ? 'ok' : 'notice';
}
