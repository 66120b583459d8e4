import { expect, it } from 'vitest';
import { prefersText } from '../../../lib/runtime/result-reply.ts';

it.each<[string | undefined, boolean]>([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/*', true],
  ['*/*;q=0.1, text/html;q=0.2', true],
  ['application/json;q=0.5, text/html', true],
  ['*/*, application/json;q=0', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html', false],
  ['text/html;q=0.4, application/json;q=0.5', false],
  ['text/html;q=0', false],
  ['text/*, text/html;q=0', false],
  ['image/png', false],
  ['text/html;q=high, application/json', false],
  [',;,q=', false],
])('%s prefers a page: %s', (accept, does) => {
  expect(prefersText(accept, 'text/html')).toBe(does);
});

it.each<[string | undefined, boolean]>([
  [undefined, false],
  ['*/*', false],
  ['text/plain', true],
  ['text/plain, */*;q=0.1', true],
  ['text/*', true],
  ['text/html', false],
  ['application/json, text/plain', false],
  ['application/json;q=0.5, text/plain', true],
])('Accept: %s prefers plain text: %s', (accept, does) => {
  expect(prefersText(accept, 'text/plain')).toBe(does);
});
