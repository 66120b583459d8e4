import { cleanLine } from '../../domain/alert/clean-line.ts';
import { type Markup, markup } from '../markup.ts';

/** A mail without its addresses. */
export interface MailContent {
  /** One printable line. */
  subject: string;
  text: string;
  html: string;
}

/** One line of a list of facts. */
export interface Fact {
  label: string;
  value: string;
}

/** One entry of a list in a mail. */
export interface MailItem {
  title: string;
  lines: string[];
}

/** A mail before it is laid out: the text part and the HTML part say the same. */
export interface MailParts {
  heading: string;
  paragraphs: string[];
  /** Text to show as it is, line by line. */
  output?: { label: string; text: string } | null;
  /** A list, each item with its lines. */
  items?: MailItem[];
  facts: Fact[];
  /** The one thing to click, when there is one. */
  action: { label: string; url: string } | null;
  /** Small print; its link is spelled out in the text part. */
  footer: { text: string; link: { label: string; url: string } | null };
}

const SUBJECT_MAX_CHARS = 150;

const BODY = 'margin:0;padding:24px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const HEADING = 'margin:0 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere';
const LABEL =
  'padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;opacity:.75;white-space:nowrap';
const VALUE = 'padding:4px 0;vertical-align:top;overflow-wrap:anywhere';
const BUTTON =
  'display:inline-block;padding:10px 16px;border:1px solid currentColor;border-radius:6px;color:inherit;text-decoration:none';
const LIST = 'margin:0 0 24px;padding:0 0 0 20px';
const ITEM = 'margin:0 0 12px;overflow-wrap:anywhere';
const OUTPUT =
  'margin:0 0 24px;padding:12px;border:1px solid currentColor;border-radius:6px;font:13px/1.45 Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere';
const FOOTER = 'margin:24px 0 0;font-size:13px;opacity:.75';

/** Both parts of a mail under a subject that cannot hold more than one line. */
export function mailContent(subject: string, parts: MailParts): MailContent {
  return { subject: cleanLine(subject, SUBJECT_MAX_CHARS), text: mailText(parts), html: mailHtml(parts) };
}

/** The plain text part, with lines ended by a line feed. */
function mailText(parts: MailParts): string {
  const blocks = [
    parts.heading,
    ...parts.paragraphs,
    ...(parts.items ?? []).map((item) => [`* ${item.title}`, ...indented(item.lines)].join('\n')),
    parts.output ? [`${parts.output.label}:`, ...indented(parts.output.text.split('\n'))].join('\n') : '',
    parts.facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    parts.action === null ? '' : `${parts.action.label}:\n${parts.action.url}`,
    `--\n${parts.footer.text}`,
    parts.footer.link === null ? '' : `${parts.footer.link.label}:\n${parts.footer.link.url}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Set off, so that no line of a stranger's text passes for one of ours. */
function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`.trimEnd());
}

/**
 * The HTML part. It names no colours but the reader's own, so it is legible in light and dark, and loads nothing:
 * no image, font or style from elsewhere.
 */
function mailHtml(parts: MailParts): string {
  const { heading, paragraphs, items, output, facts, action, footer } = parts;
  return String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${heading}</title></head>
<body style="${BODY}"><div style="max-width:600px;margin:0 auto">
<h1 style="${HEADING}">${heading}</h1>
${paragraphs.map((text) => markup`<p style="margin:0 0 16px;overflow-wrap:anywhere">${text}</p>\n`)}${items?.length ? listHtml(items) : null}${output ? outputHtml(output) : null}${facts.length === 0 ? null : factsHtml(facts)}${action && markup`<p style="margin:0 0 16px">${linkHtml(action, BUTTON)}</p>\n`}<p style="${FOOTER}">${footer.text}${footer.link && markup` ${linkHtml(footer.link, 'color:inherit')}`}</p>
</div></body></html>
`);
}

function outputHtml({ label, text }: { label: string; text: string }): Markup {
  return markup`<p style="margin:0 0 4px">${label}:</p>\n<pre style="${OUTPUT}">${text}</pre>\n`;
}

function factsHtml(facts: readonly Fact[]): Markup {
  const rows = facts.map(
    ({ label, value }) =>
      markup`<tr><th scope="row" style="${LABEL}">${label}</th><td style="${VALUE}">${value}</td></tr>`,
  );
  return markup`<table style="border-collapse:collapse;margin:0 0 24px">${rows}</table>\n`;
}

function listHtml(items: readonly MailItem[]): Markup {
  const entries = items.map(({ title, lines }) => {
    const rest = lines.map((line) => markup`<br>${line}`);
    return markup`<li style="${ITEM}"><strong>${title}</strong>${rest}</li>`;
  });
  return markup`<ul style="${LIST}">${entries}</ul>\n`;
}

function linkHtml(link: { label: string; url: string }, style: string): Markup {
  return markup`<a href="${link.url}" style="${style}">${link.label}</a>`;
}
