import { effect } from '@preact/signals';
import { call } from '../api/call.ts';
import { place } from '../router.ts';
import { screenAt } from '../screens.ts';
import { arePublicPagesShown } from '../state/site.ts';

/** Tells the service which page was opened, by the pattern of its path: ids are nobody else's. */
export function startVisits(): void {
  if (!arePublicPagesShown) return;
  let told = '';
  effect(() => {
    const { path, visit } = place.value;
    const key = `${visit} ${path}`;
    if (key === told) return;
    told = key;
    const p = screenAt(path)?.route.path ?? '/';
    // Nothing hangs on it, so nobody is told where it does not work.
    void call('recordVisit', { body: { p } }, { keepalive: true }).catch(() => undefined);
  });
}
