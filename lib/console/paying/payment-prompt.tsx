import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { priceText } from './offer.ts';
import type { PayWith, Prompt } from './prompt.ts';
import { signedBy, walletHere } from './wallet.ts';

/** Asks for the payment of a call: by a wallet of the browser, from a prepaid credit, or elsewhere. */
export function PaymentPrompt({ prompt }: { prompt: Prompt }) {
  const { offer, detail, pay, cancel } = prompt;
  const credit = useSignal('');
  const refused = useSignal<string | null>(null);
  useEffect(() => {
    void call('reportPaymentView', {}, { paymentView: true }).catch(() => undefined);
  }, []);
  const wallet = walletHere();
  const payBy = async (by: () => Promise<PayWith> | PayWith) => {
    try {
      refused.value = null;
      await pay(await by());
    } catch (error) {
      refused.value = error instanceof Error ? error.message : 'The wallet did not sign.';
    }
  };
  return (
    <Dialog title={`This costs ${priceText(offer)}`} onClose={cancel}>
      <p>{detail}</p>
      {wallet ? (
        <Button kind="main" onClick={() => payBy(async () => ({ payment: await signedBy(wallet, offer) }))}>
          Pay with your wallet
        </Button>
      ) : (
        <p class="hint">
          This browser has no wallet. A program pays the same call: <a href="/api/pricing">how to pay</a>.
        </p>
      )}
      <form class="channel" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Or pay from a prepaid credit"
          hint="Its token begins with cred_."
          error={refused.value}
          text={credit}
          input={{ type: 'password' }}
        >
          <Button type="submit" onClick={() => payBy(() => ({ credit: credit.value.trim() }))}>
            Pay
          </Button>
        </TextField>
      </form>
    </Dialog>
  );
}
