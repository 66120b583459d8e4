import type { Fact } from './notice-text.ts';

/** A mail before it is laid out: the text part and the HTML part say the same. */
export interface MailParts {
  heading: string;
  paragraphs: string[];
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
    parts.facts.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    parts.action === null ? '' : `${parts.action.label}:\n${parts.action.url}`,
    `--\n${parts.footer.text}`,
    parts.footer.link === null ? '' : `${parts.footer.link.label}:\n${parts.footer.link.url}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
