import { hashOf } from '../../lib/adapters/ids.ts';
import { etagOf } from '../../lib/domain/feed/etag-of.ts';
import { TextReply, type Ctx } from '../../lib/runtime/context.ts';

/**
 * A reply with its entity tag, or 304 when the caller has it. Compared weakly, since CloudFront weakens the tag of what
 * it compresses (RFC 9110 section 8.8.3.2).
 */
export function conditional(ctx: Ctx, text: string, headers: Record<string, string>): TextReply {
  const etag = etagOf(text, hashOf);
  const tagged = { ...headers, etag };
  return hasTag(ctx.headers['if-none-match'], etag)
    ? new TextReply('', tagged, 304)
    : new TextReply(text, tagged);
}

function hasTag(sent: string | undefined, etag: string): boolean {
  const tags = (sent ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
