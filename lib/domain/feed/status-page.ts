import { accepted, refused, shown, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { refuseUnreadable } from '../readable-name.ts';
import type { Instant } from '../instant.ts';
import type { FeedScope } from './feed-scope.ts';

/** A page on which an owner shows how some of its monitors stand. */
export interface StatusPage {
  id: string;
  title: string;
  /** Plain text that stands above the monitors; empty for none. */
  note: string;
  /** Monitors with one of these tags; empty for all. */
  tags: readonly string[];
  /** What its address ends in, where its owner chose that; else a secret stands there. */
  address: string | null;
  /** Whether search engines may list it. */
  isIndexed: boolean;
  /** Whose monitors: those of its space, or of all spaces of whoever owns that. */
  scope: FeedScope;
  /** Of its address: each one that it has had has its own. */
  version: number;
  createdAt: Instant;
}

/** As many characters as a secret has; one that is chosen has fewer, so that no two ever meet. */
const SECRET = /^[0-9A-Za-z]{43}$/;
const CHOSEN = new RegExp(`^[a-z0-9](?:[a-z0-9-]{1,${LIMITS.pageAddressMaxChars - 2}})[a-z0-9]$`);

/** Whether a text can be what the address of a page ends in. */
export function canBePageAddress(text: string): boolean {
  return SECRET.test(text) || CHOSEN.test(text);
}

/** What an owner wants the address of a page to end in. */
export function pageAddress(text: string): Decision<string, 'pagina_invalida'> {
  if (CHOSEN.test(text)) return accepted(text);
  const rule = `3 to ${LIMITS.pageAddressMaxChars} characters out of a-z 0-9 and -, the first and last of them no -`;
  return refused('pagina_invalida', `address must have ${rule}; got ${shown(text)}.`);
}

/** Plain text of some lines, trimmed. */
export function pageNote(text: string): Decision<string, 'pagina_invalida'> {
  const note = text.replaceAll('\r\n', '\n').trim();
  const length = [...note].length;
  if (length > LIMITS.pageNoteMaxChars)
    return refused(
      'pagina_invalida',
      `note must have at most ${LIMITS.pageNoteMaxChars} characters; got ${length}.`,
    );
  const line = refuseUnreadable(note.replaceAll('\n', ' '), 'pagina_invalida', 'note');
  return line.ok ? accepted(note) : line;
}
