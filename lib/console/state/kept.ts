/** What a browser keeps of a page: until its tab is closed, or for good. */
type Kept = 'sessionStorage' | 'localStorage';

/** What was kept under a name, null for nothing. A browser may refuse storage; then nothing was. */
export function kept(where: Kept, name: string): string | null {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps it, or with null forgets it; where the browser refuses storage it is for this page alone. */
export function keep(where: Kept, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    // Only for this page, then.
  }
}
