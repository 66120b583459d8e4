// What XML 1.0 (section 2.2) cannot carry even as a reference; the C1 controls can be carried and never mean anything.
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** The text without control characters and half surrogates: safe to write into XML 1.0, HTML and text forms. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, '');
}
