import type { Fact } from './alert-text.ts';

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

/** The plain text part, with lines ended by a line feed. */
export function mailText(parts: MailParts): string {
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
