import { nameThisService, showKeptTheme } from '../site/static-page.ts';
import { sectionsFor, type FindableSection } from './search.ts';

showKeptTheme();
addEventListener('DOMContentLoaded', () => {
  nameThisService();
  const search = document.querySelector('search');
  const input = search?.querySelector('input');
  if (search && input) startSearch(search, input);
});

function startSearch(search: HTMLElement, input: HTMLInputElement): void {
  search.hidden = false;
  // What is searched comes with the first sign that somebody will; where it does not, the first letter says so.
  input.addEventListener('focus', () => void sections().catch(() => {}), { once: true });
  input.addEventListener('input', () => void show(search, input));
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') search.querySelector<HTMLAnchorElement>('ol a')?.click();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === input || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

async function show(search: HTMLElement, input: HTMLInputElement): Promise<void> {
  const status = search.querySelector('[role=status]');
  const list = search.querySelector('ol');
  if (!status || !list) return;
  try {
    const all = await sections();
    const found = sectionsFor(input.value, all);
    list.replaceChildren(...found.map(itemOf));
    status.textContent = input.value.trim() === '' ? '' : saidOf(found.length);
  } catch {
    status.textContent = 'Search is unavailable. The list has all pages.';
  }
}

function saidOf(count: number): string {
  if (count === 0) return 'No matches. The list has all pages.';
  return count === 1 ? '1 match' : `${count} matches`;
}

function itemOf({ path, heading, page }: FindableSection): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = heading;
  item.append(link);
  if (page !== heading) item.append(` ${page}`);
  return item;
}

async function sections(): Promise<readonly FindableSection[]> {
  return (await import('rollcall:docs-index')).sections;
}
