import { markup } from '../../render/markup.ts';
import { NOWHERE_TITLE, NOWHERE_WAYS } from '../../render/site/nowhere-page.ts';

/** The 404 page without a style, for the function at the edge, which has room for little. */
export function bareNowherePage(): string {
  return String(
    markup`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${NOWHERE_TITLE}</title><h1>${NOWHERE_TITLE}</h1>${NOWHERE_WAYS}</html>`,
  );
}
