import type { SeriesView } from '../../lib/contract/machines/collection-output.ts';
import { LIMITS } from '../../lib/domain/limits.ts';

/** As many series as an answer holds; others say that they are left out. */
export function fittingReply(
  series: readonly SeriesView[],
  maxBytes: number = LIMITS.seriesReplyMaxBytes,
): SeriesView[] {
  let left = maxBytes;
  return series.map((each) => {
    const bytes = bytesInReply(each);
    if (bytes <= left) {
      left -= bytes;
      return each;
    }
    const { id, medida, ativa, api } = each;
    return { id, medida, ativa, api, erro: 'resposta_grande', retry_after_sec: LIMITS.seriesPollSec };
  });
}

/** Lambda takes the body as a string of a JSON document, where a quote or a backslash is two bytes. */
function bytesInReply(value: unknown): number {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) + countOf('"', text) + countOf('\\', text);
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
