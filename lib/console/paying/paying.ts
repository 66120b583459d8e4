import { signal } from '@preact/signals';
import { ApiError, type PaymentOffer } from '../api/api-error.ts';
import type { PayWith, Prompt } from './prompt.ts';

export const prompt = signal<Prompt | null>(null);

const CONFIRMED_TRIES = 20;
const CONFIRMED_WAIT_SEC = 3;

/** Makes a call, and has the person pay where it costs something. Rejects with the 402 where the person does not. */
export async function paid<T>(run: (by: PayWith) => Promise<T>): Promise<T> {
  try {
    return await run({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.offer === null) throw error;
    return prompted(error, error.offer, run);
  }
}

async function prompted<T>(
  error: ApiError,
  offer: PaymentOffer,
  run: (by: PayWith) => Promise<T>,
): Promise<T> {
  const { PaymentPrompt: Shown } = await import('./payment-prompt.tsx');
  return new Promise((resolve, reject) => {
    const end = () => {
      prompt.value = null;
    };
    const pay = async (by: PayWith) => {
      const value = await confirmed(() => run(by));
      end();
      resolve(value);
    };
    const cancel = () => {
      end();
      reject(error);
    };
    prompt.value = { detail: error.message, offer, pay, cancel, Shown };
  });
}

/** The same payment again while nobody knows whether the money moved; never another one. */
async function confirmed<T>(run: () => Promise<T>, tries = CONFIRMED_TRIES): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isOpen = error instanceof ApiError && error.status === 503 && tries > 0;
    if (!isOpen) throw error;
    const sec = error.retryAfterSec ?? CONFIRMED_WAIT_SEC;
    await new Promise((resolve) => {
      setTimeout(resolve, sec * 1000);
    });
    return confirmed(run, tries - 1);
  }
}
