import { nameThisService, showKeptTheme } from '../site/static-page.ts';
import { arePublicPagesShown } from '../state/site.ts';
import { priceWords } from './price-words.ts';

const COPIED_MS = 2_000;

showKeptTheme();
addEventListener('DOMContentLoaded', () => {
  nameThisService();
  const button = document.querySelector<HTMLButtonElement>('.copy');
  if (button) startCopying(button);
  void showPrices();
  if (arePublicPagesShown) void tellVisit();
});

function startCopying(button: HTMLButtonElement): void {
  button.hidden = false;
  const said = button.querySelector('[role=status]');
  const say = (text: string) => {
    if (said) said.textContent = text;
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '').then(
      () => {
        say('Copied');
        setTimeout(say, COPIED_MS, '');
      },
      () => say('Not copied'),
    );
  });
}

async function showPrices(): Promise<void> {
  const place = document.getElementById('prices');
  if (!place) return;
  try {
    const reply = await fetch('/api/pricing', { headers: { accept: 'application/json' } });
    if (!reply.ok) throw new Error(`${reply.status}`);
    place.replaceWith(...priceWords(await reply.json()).map(paragraph));
  } catch {
    place.replaceWith(paragraph('The prices cannot be reached just now.'));
  }
}

function paragraph(text: string): HTMLParagraphElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}

/** Nothing hangs on it, so nobody is told where it does not work. */
async function tellVisit(): Promise<void> {
  const sent = { method: 'POST', body: '{"p":"/"}', keepalive: true };
  // What nobody reads keeps its connection.
  await fetch('/api/visit', sent).then(
    (reply) => reply.text(),
    () => undefined,
  );
}
