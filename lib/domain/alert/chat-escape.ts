/** Invisible, and enough to keep a chat from reading the signs around it as one mark. */
const BREAK = '\u200B';

/** Slack reads three entities and nothing else, so no `<!channel>` and no `<url|text>` survives. */
export function slackEscape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** No `@name` and no `<users/all>`: a break after each `@` and `<`. For chats without an escape character. */
export function breakMentions(text: string): string {
  return text.replace(/[@<]/g, `$&${BREAK}`);
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

/** A code block in which no run of backticks ends the block; whatever else the chat reads there is escaped before. */
export function codeBlock(text: string): string {
  return `\`\`\`\n${text.replaceAll('`', `\`${BREAK}`)}\n\`\`\``;
}
