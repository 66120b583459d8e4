import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { place } from '../router.ts';
import { keep, kept } from './kept.ts';

/**
 * What is typed on this screen, kept by the tab while the person proves who it is on a page of another service, and
 * forgotten once another screen is shown, or another person is shown it. `name` tells fields of a screen apart.
 */
export function useTyped(name: string, personId: string): Signal<string> {
  const keptAs = `rollcall-typed ${place.peek().path} ${name}`;
  const own = `${personId} `;
  const before = kept('sessionStorage', keptAs) ?? '';
  const text = useSignal(before.startsWith(own) ? before.slice(own.length) : '');
  useSignalEffect(() => keep('sessionStorage', keptAs, text.value ? own + text.value : null));
  useEffect(() => () => keep('sessionStorage', keptAs, null), []);
  return text;
}
