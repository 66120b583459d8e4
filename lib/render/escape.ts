// Each language that a text is written into has its escaper here: markup, chats, metrics, a shell.

// What XML 1.0 (section 2.2) cannot carry even as a reference; the C1 controls can be carried and never mean anything.
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** The text without control characters and half surrogates: safe to write into XML 1.0, HTML and text forms. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, '');
}

// Most values are names, dates and addresses: one look tells that nothing is to be done.
const HARMLESS = /^[\w ./:?=*+,-]*$/;
const SPECIAL = /[&<>"']/g;
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for the content and the quoted attributes of HTML, XML and SVG. */
export function markupEscape(text: string): string {
  if (HARMLESS.test(text)) return text;
  return plainText(text).replace(SPECIAL, (character) => REFERENCES[character] ?? '');
}

/** Invisible, and enough to keep a reader from taking the signs around it for one mark. */
const BREAK = '\u200B';

/** Slack reads three entities and nothing else, so no `<!channel>` and no `<url|text>` survives. */
export function slackEscape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** No `@name`, no `<users/all>`, no `[text](url)`: a break after each `@`, `<` and `]` of such. For chats without an escape character. */
export function breakMentions(text: string): string {
  return text.replace(/[@<]|\](?=\()/g, `$&${BREAK}`);
}

/**
 * Markdown with a backslash before every mark that could open a link, an image, a style or a quote, a break after
 * `@`, which no backslash stops from being a mention, and a break before what would start a list.
 */
export function markdownEscape(text: string): string {
  return text
    .replace(/[\\`*_~|#<>[\]()!]/g, '\\$&')
    .replaceAll('@', `@${BREAK}`)
    .replace(/^(?=[-+]|\d+\.)/, BREAK);
}

/** No run of backticks: one before a code block would turn the block inside out. */
export function breakBackticks(text: string): string {
  return text.replace(/`(?=`)/g, `\`${BREAK}`);
}

/** Mail programs turn `example.com` and `https://…` into links by themselves; an invisible break stops them. */
export function breakLinks(text: string): string {
  return text.replace(/[.:/@](?=\S)/gu, `$&${BREAK}`);
}

/** A code block in which no run of backticks ends the block; whatever else the chat reads there is escaped before. */
export function codeBlock(text: string): string {
  return `\`\`\`\n${text.replaceAll('`', `\`${BREAK}`)}\n\`\`\``;
}

const LABEL_SPECIAL = /[\\"\n]/g;
const LABEL_ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** Text as the value of a label in the Prometheus text format. */
export function labelValue(text: string): string {
  // A bare carriage return ends a line for some readers and has no escape of its own.
  const oneLine = plainText(text).replace(/\r\n?/g, '\n');
  return oneLine.replace(LABEL_SPECIAL, (character) => LABEL_ESCAPES[character] ?? '');
}

/** A text as one word of a POSIX shell, quoted only when it must be. */
export function shellWord(text: string): string {
  return /^[\w/:.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
