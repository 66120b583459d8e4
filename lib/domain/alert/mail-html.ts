import { htmlEscape } from './html-escape.ts';
import type { MailItem, MailParts } from './mail-text.ts';

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

/**
 * The HTML part. It names no colours but the reader's own, so it is legible in light and dark, and loads nothing:
 * no image, font or style from elsewhere. Every text is escaped here, once.
 */
export function mailHtml(parts: MailParts): string {
  const paragraphs = parts.paragraphs.map(
    (text) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${htmlEscape(text)}</p>`,
  );
  const facts = parts.facts.map(
    (fact) =>
      `<tr><th scope="row" style="${LABEL}">${htmlEscape(fact.label)}</th><td style="${VALUE}">${htmlEscape(fact.value)}</td></tr>`,
  );
  const { action, footer, output } = parts;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${htmlEscape(parts.heading)}</title></head>`,
    `<body style="${BODY}"><div style="max-width:600px;margin:0 auto">`,
    `<h1 style="${HEADING}">${htmlEscape(parts.heading)}</h1>`,
    ...paragraphs,
    ...(parts.items?.length ? [listHtml(parts.items)] : []),
    ...(output
      ? [
          `<p style="margin:0 0 4px">${htmlEscape(output.label)}:</p>`,
          `<pre style="${OUTPUT}">${htmlEscape(output.text)}</pre>`,
        ]
      : []),
    ...(facts.length === 0
      ? []
      : [`<table style="border-collapse:collapse;margin:0 0 24px">${facts.join('')}</table>`]),
    ...(action === null ? [] : [`<p style="margin:0 0 16px">${linkHtml(action, BUTTON)}</p>`]),
    `<p style="${FOOTER}">${htmlEscape(footer.text)}${footer.link === null ? '' : ` ${linkHtml(footer.link, 'color:inherit')}`}</p>`,
    '</div></body></html>',
    '',
  ].join('\n');
}

function listHtml(items: readonly MailItem[]): string {
  const entries = items.map((item) => {
    const lines = item.lines.map((line) => `<br>${htmlEscape(line)}`).join('');
    return `<li style="${ITEM}"><strong>${htmlEscape(item.title)}</strong>${lines}</li>`;
  });
  return `<ul style="${LIST}">${entries.join('')}</ul>`;
}

function linkHtml(link: { label: string; url: string }, style: string): string {
  return `<a href="${htmlEscape(link.url)}" style="${style}">${htmlEscape(link.label)}</a>`;
}
