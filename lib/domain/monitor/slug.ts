import { LIMITS } from '../limits.ts';

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
