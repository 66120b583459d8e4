import { afterEach, expect, it } from 'vitest';
import { ApiError, type PaymentOffer } from '../../../../lib/console/api/api-error.ts';
import { askBy, paid, prompt } from '../../../../lib/console/paying/paying.ts';
import type { PayWith, Prompt } from '../../../../lib/console/paying/prompt.ts';

const OFFER = { maxAmountRequired: '100000' } as PaymentOffer;
const PAYMENT = { payment: 'signed' };

const refusal = (status: number, over: Partial<ApiError> = {}) =>
  new ApiError('No.', { status, code: 'unknown', retryAfterSec: 0, ...over });
const costs = (offer = OFFER) => refusal(402, { code: 'pagamento_necessario', offer });

/** A call that comes to one answer after the other, and how it was paid each time. */
function callOf(...answers: unknown[]) {
  const sent: PayWith[] = [];
  const run = async (by: PayWith) => {
    sent.push(by);
    const answer = await answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { run, sent };
}

askBy(async () => {});

async function asked(): Promise<Prompt> {
  await expect.poll(() => prompt.value).not.toBeNull();
  return prompt.value as Prompt;
}

afterEach(() => {
  prompt.value = null;
});

it.each([
  ['no answer came', refusal(0)],
  ['a gateway gave up', refusal(504)],
  ['the service failed', refusal(500)],
  ['it is in confirmation', refusal(503, { code: 'pagamento_em_confirmacao' })],
  ['too many calls were made', refusal(429)],
  ['the first call is under way', refusal(409, { code: 'chave_em_uso' })],
  ['the answer broke off', Object.assign(new TypeError('Failed to fetch'), { retryAfterSec: 0 })],
])('where %s the same payment is sent again, and no other', async (_, unknown) => {
  const { run, sent } = callOf(costs(), unknown, refusal(503), 'done');
  const done = paid(run);
  await (await asked()).pay(PAYMENT);

  expect(await done).toBe('done');
  expect(sent).toEqual([{}, PAYMENT, PAYMENT, PAYMENT]);
  expect(prompt.value).toBeNull();
});

it('a payment under way is not cancelled, and is said to be', async () => {
  const late = Promise.withResolvers<unknown>();
  const { run } = callOf(costs(), late.promise);
  const done = paid(run);
  const { pay, cancel, isSent } = await asked();
  const paying = pay(PAYMENT);
  cancel();
  expect([prompt.value === null, isSent.value]).toEqual([false, true]);
  late.resolve('token');
  await paying;

  expect(await done).toBe('token');
});

it('what a wallet signs after its question was closed is not sent', async () => {
  const { run, sent } = callOf(costs(), 'done');
  const done = paid(run);
  const { pay, cancel } = await asked();
  cancel();
  await expect(done).rejects.toMatchObject({ status: 402 });
  await pay(PAYMENT);

  expect(sent).toEqual([{}]);
});

it('a second call that costs something is refused while the first is asked about', async () => {
  const first = paid(callOf(costs(), 'first').run);
  const shown = await asked();
  await expect(paid(callOf(costs()).run)).rejects.toMatchObject({ status: 402 });
  expect(prompt.value).toBe(shown);
  await shown.pay(PAYMENT);

  expect(await first).toBe('first');
});

it('a payment that is refused for sure may be another one, of what is asked for now', async () => {
  const dearer = { ...OFFER, maxAmountRequired: '150000' };
  const { run, sent } = callOf(costs(), refusal(503), costs(dearer), 'done');
  const done = paid(run);
  const { pay, offer, isSent } = await asked();
  await expect(pay(PAYMENT)).rejects.toMatchObject({ status: 402 });
  expect([offer.value, isSent.value]).toEqual([dearer, false]);
  await pay({ payment: 'another' });

  expect(await done).toBe('done');
  expect(sent.at(-1)).toEqual({ payment: 'another' });
});

it('a call that is refused for another reason ends the question', async () => {
  const { run } = callOf(costs(), refusal(404, { code: 'not_found' }));
  const done = paid(run);
  const { pay } = await asked();
  const refused = expect(done).rejects.toMatchObject({ status: 404 });
  await pay(PAYMENT);

  await refused;
  expect(prompt.value).toBeNull();
});

it('a mistyped credit may be typed again', async () => {
  const { run } = callOf(costs(), refusal(401, { code: 'credencial_invalida' }), 'done');
  const done = paid(run);
  const { pay } = await asked();
  await expect(pay({ credit: 'cred_x' })).rejects.toMatchObject({ status: 401 });
  await pay({ credit: 'cred_y' });

  expect(await done).toBe('done');
});
