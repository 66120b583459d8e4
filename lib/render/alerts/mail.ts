import { cleanLine } from '../../domain/alerts/clean-line.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { LIGHT } from '../tokens.ts';
import { DARK_STYLE, STYLES, type Tone } from './mail-style.ts';

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

interface MailLink {
  label: string;
  url: string;
}

/** Text to show as it is, line by line. */
interface MailOutput {
  label: string;
  text: string;
}

/** One entry of a list in a mail. */
export interface MailItem {
  title: string;
  /** Where its title leads. */
  url?: string | undefined;
  lines: string[];
  output?: MailOutput | null;
}

/** A mail before it is laid out: the text part and the HTML part say the same. */
export interface MailParts {
  heading: string;
  /** What it is about, as the colour above the heading; the words say the same. */
  tone?: Tone;
  paragraphs: string[];
  output?: MailOutput | null;
  /** A list, each item with its lines. */
  items?: MailItem[];
  facts: Fact[];
  /** The one thing to click, when there is one. */
  action: MailLink | null;
  /** What may be clicked in its place. */
  otherAction?: MailLink | null;
  /** Small print; its link is spelled out in the text part. */
  footer: { text: string; link: MailLink | null };
}

const SUBJECT_MAX_CHARS = 150;

/** Both parts of a mail under a subject that cannot hold more than one line. */
export function mailContent(subject: string, parts: MailParts): MailContent {
  return { subject: cleanLine(subject, SUBJECT_MAX_CHARS), text: mailText(parts), html: mailHtml(parts) };
}

/** The plain text part, with lines ended by a line feed. */
function mailText(parts: MailParts): string {
  const blocks = [
    parts.heading,
    ...parts.paragraphs,
    ...(parts.items ?? []).map(({ title, url, lines, output }) =>
      [`* ${title}`, ...indented([...lines, ...(url ? [url] : []), ...outputText(output)])].join('\n'),
    ),
    outputText(parts.output).join('\n'),
    parts.facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    linkText(parts.action),
    linkText(parts.otherAction),
    `--\n${parts.footer.text}`,
    linkText(parts.footer.link),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function linkText(link: MailLink | null | undefined): string {
  return link ? `${link.label}:\n${link.url}` : '';
}

function outputText(output: MailOutput | null | undefined): string[] {
  return output ? [`${output.label}:`, ...indented(output.text.split('\n'))] : [];
}

/** Set off, so that no line of a stranger's text passes for one of ours. */
function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`.trimEnd());
}

/** The HTML part. It loads nothing: no image, font or style from elsewhere. */
function mailHtml(parts: MailParts): string {
  const { heading, paragraphs, items, output, facts, action, footer } = parts;
  const { tone = 'accent', otherAction = null } = parts;
  return String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${heading}</title><style>${trustedMarkup(DARK_STYLE)}</style></head>
<body class="paper" style="${STYLES.body}"><div style="${STYLES.page}">
<p class="soft" style="${STYLES.brand}">Rollcall</p>
<div class="card ${tone}" style="${STYLES.card};border-top:4px solid ${LIGHT[tone]}"><h1 style="${STYLES.heading}">${heading}</h1>
${paragraphs.map((text) => markup`<p style="${STYLES.paragraph}">${text}</p>\n`)}${items?.length ? listHtml(items) : null}${output ? outputHtml(output) : null}${facts.length === 0 ? null : factsHtml(facts)}${action && markup`<p style="${STYLES.action}"><a class="button" href="${action.url}" style="${STYLES.button}">${action.label}</a></p>\n`}${otherAction && markup`<p style="${STYLES.action}"><a class="link" href="${otherAction.url}" style="${STYLES.link}">${otherAction.label}</a></p>\n`}</div>
<p class="soft" style="${STYLES.footer}">${footer.text}${footer.link && markup` <a class="soft" href="${footer.link.url}" style="${STYLES.footerLink}">${footer.link.label}</a>`}</p>
</div></body></html>
`);
}

function outputHtml({ label, text }: MailOutput): Markup {
  return markup`<p style="${STYLES.outputLabel}">${label}:</p>\n<pre class="output" style="${STYLES.output}">${text}</pre>\n`;
}

function factsHtml(facts: readonly Fact[]): Markup {
  const rows = facts.map(
    ({ label, value }) =>
      markup`<tr><th class="soft" scope="row" style="${STYLES.label}">${label}</th><td style="${STYLES.value}">${value}</td></tr>`,
  );
  return markup`<table style="${STYLES.table}">${rows}</table>\n`;
}

function listHtml(items: readonly MailItem[]): Markup {
  const entries = items.map(({ title, url, lines, output }) => {
    const rest = lines.map((line) => markup`<br>${line}`);
    const name = markup`<strong>${title}</strong>`;
    const head = url ? markup`<a class="link" href="${url}" style="${STYLES.link}">${name}</a>` : name;
    return markup`<li style="${STYLES.item}">${head}${rest}${output ? outputHtml(output) : null}</li>`;
  });
  return markup`<ul style="${STYLES.list}">${entries}</ul>\n`;
}
