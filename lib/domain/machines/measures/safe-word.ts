const MAX_CHARS = 32;
const UNSAFE = /[^A-Za-z0-9._:/,@-]/g;

/** A text as a field holds it: 32 characters at most, letters, digits and `._:/,@-`; nothing where none are left. */
export function safeWord(text: string | undefined): string | undefined {
  const word = text?.replace(UNSAFE, '').slice(0, MAX_CHARS);
  return word === '' ? undefined : word;
}

/** As many names as a field holds, between commas. */
export function safeNames(names: readonly string[]): string | undefined {
  let all = '';
  for (const name of names) {
    const next = all === '' ? (safeWord(name) ?? '') : `${all},${safeWord(name) ?? ''}`;
    if (next.length > MAX_CHARS) break;
    all = next.replace(/,$/, '');
  }
  return safeWord(all);
}
