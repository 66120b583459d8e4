import { signal } from '@preact/signals';
import { ApiError, type PaymentOffer } from '../api/api-error.ts';
import type { PayWith, Prompt } from './prompt.ts';

export const prompt = signal<Prompt | null>(null);

const ASK_AGAIN_SEC = 3;

let load: () => Promise<unknown>;

/** Names what loads the piece that asks, for the first call that costs something. */
export function askBy(loading: typeof load): void {
  load = loading;
}

type Run<T> = (by: PayWith) => Promise<T>;

/**
 * Makes a call, and has the person pay where it costs something. Rejects with the 402 where the person does not, and where
 * another call is asked about.
 */
export async function paid<T>(run: Run<T>, takesCredit = true): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.offer === null) throw error;
    await load();
    if (prompt.value !== null) throw error;
    return prompted(run, { error, first: error.offer, takesCredit });
  }
}

interface Asked extends Pick<Prompt, 'error' | 'takesCredit'> {
  first: PaymentOffer;
}

function prompted<T>(run: Run<T>, { first, ...asked }: Asked): Promise<T> {
  const offer = signal(first);
  const isSent = signal(false);
  return new Promise((resolve, reject) => {
    const end = () => {
      prompt.value = null;
    };
    const pay = async (by: PayWith) => {
      // It was closed while a wallet was asked.
      if (prompt.value !== mine) return;
      isSent.value = true;
      try {
        resolve(await known(() => run(by)));
        end();
      } catch (refusal) {
        if (mayPayAnew(refusal)) {
          offer.value = refusal.offer ?? offer.value;
          throw refusal;
        }
        reject(refusal);
        end();
      } finally {
        isSent.value = false;
      }
    };
    const cancel = () => {
      if (isSent.value) return;
      reject(asked.error);
      end();
    };
    const mine = { ...asked, offer, isSent, pay, cancel };
    prompt.value = mine;
  });
}

/**
 * What became of a call that pays. While nobody knows, the same payment is sent again, never another one, for as long as
 * the page is there: once its window has passed the service knows.
 */
async function known<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const sec = (error as Partial<ApiError>).retryAfterSec ?? ASK_AGAIN_SEC;
    await new Promise((resolve) => {
      setTimeout(resolve, sec * 1000);
    });
    return known(run);
  }
}

/** Whether the call may have been done, or be under way: no answer, a broken one, or one that leaves it open. */
const isUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.isPassing || error.code === 'chave_em_uso';

/** Whether it is certain that nothing was charged, so that the call may be paid otherwise. */
const mayPayAnew = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.offer !== null || error.code === 'credencial_invalida');
