import { shellWord } from '../escape.ts';

/** The command that answers the roll call. */
export function ingestCurl(ingestUrl: string): string {
  return `curl -fsS -m 10 --retry 5 -o /dev/null ${shellWord(ingestUrl)}`;
}
