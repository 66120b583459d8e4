import { LIMITS } from '../../limits.ts';

/** A job name as the ingest key knows it: `[a-z0-9-]`, 40 characters; empty when nothing is left (SPEC.md "Ingest"). */
export function normalSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LIMITS.slugMaxChars)
    .replace(/-$/, '');
}

/** A job name as it was sent, and the slug that is left of it. */
export interface SentName {
  slug: string;
  sentAs: string;
}

/** The name in a path, which may be escaped once more than the path was. */
export function sentName(text: string): SentName {
  const name = unescaped(text);
  return { slug: normalSlug(name), sentAs: name.slice(0, LIMITS.nameMaxChars).toWellFormed() };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
