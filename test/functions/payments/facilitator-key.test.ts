import { verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { cdpKey } from '../../support/money/cdp-key.ts';
import { contentsOf } from '../../support/service/refused.ts';
import {
  callPaying,
  fullGuest,
  MONITOR,
  paymentFor,
  startTill,
  type Till,
} from '../../support/money/till.ts';

async function paidCall(till: Till): Promise<number> {
  const alice = await fullGuest(till);
  const payment = await paymentFor(till, await alice.call('POST', '/api/endpoints', MONITOR));
  return (await callPaying(till, alice, payment)).status;
}

it('the facilitator that a key is set for is shown tokens of it, each for one call, and never the key', async () => {
  const { publicKey, text } = cdpKey();
  const till = await startTill({}, { facilitatorKey: text });
  try {
    expect(await paidCall(till)).toBe(201);

    const shown = till.facilitator.asked.map(({ path, headers }) => {
      const [head = '', claims = '', signature = ''] = (headers.authorization ?? '').slice(7).split('.');
      const isOurs = verify(
        null,
        Buffer.from(`${head}.${claims}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      );
      return [path, isOurs, JSON.parse(Buffer.from(claims, 'base64url').toString()).uris];
    });
    const { host } = new URL(till.facilitator.url);
    expect(shown).toEqual(['/verify', '/settle'].map((path) => [path, true, [`POST ${host}${path}`]]));
    const { privateKey } = JSON.parse(text);
    const { text: billing } = await till.service.call('GET', '/api/billing');
    for (const seen of [billing, till.facilitator.asked, await contentsOf(till.service)])
      expect(JSON.stringify(seen)).not.toContain(privateKey);
  } finally {
    await till.stop();
  }
});

it('without a key it is shown none', async () => {
  const till = await startTill();
  try {
    expect(await paidCall(till)).toBe(201);
    expect(till.facilitator.asked.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
    ]);
  } finally {
    await till.stop();
  }
});
