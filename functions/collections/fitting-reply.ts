import type { SeriesView } from '../../lib/contract/machines/collection-output.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { bytesInReply } from '../../lib/runtime/reply-size.ts';

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
