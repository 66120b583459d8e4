import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyOf } from '../../../functions/ingest/ingest-body.ts';
import type { Call } from '../../../lib/runtime/call.ts';
import { callOf } from '../../../lib/runtime/lambda/lambda.ts';

/** A POST as the gateway hands it over; only what is read of it. */
function posted(body: string, isBase64Encoded: boolean): Call {
  const requestContext = { http: { method: 'POST' } };
  return callOf({ body, isBase64Encoded, requestContext } as APIGatewayProxyEventV2);
}
const outputOf = (bytes: Buffer) =>
  bodyOf(posted(bytes.toString('base64'), true), new URLSearchParams()).output;

/** The last 10 kB of the whole text, the slow way: characters from the end while they fit. */
function lastOf(text: string): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const character of [...text].toReversed()) {
    bytes += Buffer.byteLength(character);
    if (bytes > 10_000) break;
    kept.push(character);
  }
  return kept.toReversed().join('');
}

/** Characters of every length, and bytes that are no characters. */
const pieces = fc.constantFrom('a', '\n', 'é', '€', '𝄞', '\uFFFD').map((text) => Buffer.from(text));
const noise = fc.constantFrom([0xff], [0x80], [0x80, 0x80, 0x80, 0x80], [0xe2, 0x82], [0xf0, 0x9d, 0x84]);
const unit = fc.oneof(
  { weight: 3, arbitrary: pieces },
  noise.map((bytes) => Buffer.from(bytes)),
);

it('the end of a long body is the end of its whole text, whatever the bytes and wherever the cut', () => {
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 40 }),
      (units, more) => {
        const pattern = Buffer.concat([Buffer.from('x'), ...units]);
        const times = Math.ceil(100_000 / pattern.length);
        const bytes = Buffer.concat([
          Buffer.alloc(more, 'm'),
          ...Array.from({ length: times }, () => pattern),
        ]);

        expect(outputOf(bytes)).toBe(lastOf(bytes.toString('utf8')));
        const text = bytes.toString('utf8');
        expect(bodyOf(posted(text, false), new URLSearchParams()).output).toBe(lastOf(text));
      },
    ),
    { numRuns: 60 },
  );
});

it('a body of 4.7 MB takes no longer than one of 100 kB', () => {
  const fastest = (bytes: number): number => {
    const event = posted(Buffer.alloc(bytes, 'a line of a log\n').toString('base64'), true);
    const times = Array.from({ length: 30 }, () => {
      const startedAt = performance.now();
      bodyOf(event, new URLSearchParams());
      return performance.now() - startedAt;
    });
    return Math.min(...times);
  };
  fastest(100_000);

  expect(fastest(4_700_000)).toBeLessThan(fastest(100_000) * 5 + 5);
});
