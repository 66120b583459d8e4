import type { Output } from '../../api/operations.ts';
import { ingestCurl } from '../../../render/monitors/ingest-curl.ts';

type Import = Pick<Output<'importCrontab'>, 'existing' | 'created' | 'calls'>;

/** Begins the comment above a line that stays as it is; replaced when that crontab is imported again. */
const MARK = '# Rollcall: ';

/**
 * The same crontab, each line that has a monitor followed by the call that tells how its job ended. Where there is no
 * place for it, the line stays as it is below a comment that says why; `left` counts these.
 */
export function withCalls(
  crontab: string,
  { existing, created = [], calls }: Import,
): { text: string; left: number } {
  const urls = new Map([...existing, ...created].map(({ line, ingest_url: url }) => [line, url]));
  const places = new Map(calls.map((place) => [place.line, place]));
  const lines: string[] = [];
  let left = 0;
  crontab
    .replace(/^\uFEFF/, '')
    // A shell takes the return of a line end for a letter of its last word, which would be our call.
    .split(/\r?\n/)
    .forEach((text, at) => {
      const [url, place] = [urls.get(at + 1), places.get(at + 1)];
      if (url === undefined || place === undefined) return void lines.push(text);
      if (lines.at(-1)?.startsWith(MARK)) lines.pop();
      if (text.includes(url)) return void lines.push(text);
      const call = `${ingestCurl(url).replaceAll('%', '\\%')}/$?`;
      if ('after' in place) return void lines.push(called(text, call, place));
      left += 1;
      lines.push(`${MARK}the next line has no ping, because ${place.why}. Its ping would be: ${call}`, text);
    });
  return { text: lines.join('\n'), left };
}

function called(
  text: string,
  call: string,
  { after, group_from: from }: { after: number; group_from?: number | undefined },
): string {
  const job =
    from === undefined ? text.slice(0, after) : `${text.slice(0, from)}( ${text.slice(from, after)} )`;
  const rest = text.slice(after);
  // Behind a bracket a comment needs no blank, behind a word it does, or it would be run.
  return `${job}; ${call}${rest.startsWith('#') ? ' ' : ''}${rest}`;
}
