import type { Browser } from 'playwright-core';
import { MARK } from './hostile-words.ts';

/** A text of a markup language, and what is told of it. */
export interface Written {
  type: string;
  text: string;
  from: string;
}

/** What a real parser finds in pages, feeds and pictures that a word must not have made; empty when nothing is. */
export async function markupFaults(browser: Browser, texts: readonly Written[]): Promise<string[]> {
  const page = await browser.newPage();
  return page.evaluate<string[]>(`(${FAULTS_IN})(${JSON.stringify([texts, MARK])})`);
}

/** Of the browser's own language: the types of this project know no document. */
const FAULTS_IN = `([texts, mark]) => {
  const acting = ['href', 'src', 'srcset', 'action', 'formaction', 'style', 'http-equiv', 'content'];
  const isMade = ({ name, value }) =>
    name.startsWith('on') || name.includes(mark) || (acting.includes(name) && value.includes(mark));
  return texts.flatMap(({ type, text, from }) => {
    const parsed = new DOMParser().parseFromString(text, type.startsWith('text/html') ? 'text/html' : 'application/xml');
    const broken = parsed.querySelector('parsererror') ? [from + ': is no XML'] : [];
    const made = [...parsed.querySelectorAll('*')].flatMap((element) => {
      const isCode = ['script', 'style'].includes(element.tagName.toLowerCase());
      const held = isCode && element.textContent.includes(mark) ? ['holds it'] : [];
      const attributes = [...element.attributes].filter(isMade).map(({ name, value }) => name + '=' + value);
      return [...held, ...attributes].map((what) => from + ': ' + element.tagName + ' ' + what);
    });
    return [...broken, ...made];
  });
}`;
