import type { Page } from 'playwright-core';

/** Chromium writes this where a test is in a field before the page puts its reader there: no fault of the page. */
const FASTER_THAN_AUTOFOCUS =
  'Autofocus processing was blocked because a document already has a focused element.';
const STATUS = /^Failed to load resource: the server responded with a status of (\d{3})/;

type IsExpected = (status: number, path: string) => boolean;

/**
 * What the browser refuses and what scripts throw on a page from now on. It writes each status of 400 and above down:
 * those that a test expects are left out, and the icon that a window asks for by itself where a document names none.
 */
export function complaintsOf(page: Page, isExpected: IsExpected = () => false): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const [, status] = STATUS.exec(text) ?? [];
    if (status === undefined) return text !== FASTER_THAN_AUTOFOCUS && complaints.push(text);
    const { pathname } = new URL(message.location().url);
    if (pathname !== '/favicon.ico' && !isExpected(Number(status), pathname))
      complaints.push(`${status} for ${pathname}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
