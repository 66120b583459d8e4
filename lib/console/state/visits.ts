import { effect } from '@preact/signals';
import { place } from '../router.ts';
import { screenAt } from '../screens.ts';
import { arePublicPagesShown } from './site.ts';

/** Tells the service which page was opened (`POST /api/visit`), by the pattern of its path: ids are nobody else's. */
export function startVisits(): void {
  if (!arePublicPagesShown) return;
  let told = '';
  effect(() => {
    const { path, visit } = place.value;
    const key = `${visit} ${path}`;
    if (key === told) return;
    told = key;
    tellVisit(screenAt(path)?.route.path ?? '/');
  });
}

/** Nothing hangs on it, so nobody is told where it does not work. */
function tellVisit(p: string): void {
  const headers = { 'content-type': 'application/json' };
  void fetch('/api/visit', { method: 'POST', keepalive: true, headers, body: JSON.stringify({ p }) }).catch(
    () => undefined,
  );
}
