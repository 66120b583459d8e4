import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LIMITS } from '../../domain/limits.ts';
import type { SentCall } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useRemote } from '../api/use-remote.ts';
import { viewer } from '../api/viewer.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form/form.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { curlLine } from './curl-line.ts';
import { priceText } from './offer.ts';
import type { PayWith, Prompt } from './prompt.ts';
import { signedBy, walletHere } from './wallet.ts';

type PayBy = (by: () => Promise<PayWith> | PayWith) => Promise<void>;

/** Asks for the payment of a call: none in a trial, by a wallet of the browser, from a prepaid credit, or elsewhere. */
export function PaymentPrompt({ prompt }: { prompt: Prompt }) {
  const { error: asked, offer, takesCredit, isSent, cancel } = prompt;
  const { isBusy, refused, payBy } = usePaying(prompt);
  useEffect(() => {
    void call('reportPaymentView', {}, { paymentView: true }).catch(() => undefined);
  }, []);
  const wallet = walletHere();
  const payByWallet = wallet && (() => payBy(async () => ({ payment: await signedBy(wallet, offer.value) })));
  return (
    <Dialog title={`This costs ${priceText(offer.value)}`} isSending={isSent.value} onClose={cancel}>
      <p>{asked.message}</p>
      {viewer.value === 'guest' && ON_TRIAL.test(offer.value.description) && <Trial />}
      {payByWallet ? (
        <Button kind="main" isBusy={isBusy} onClick={payByWallet}>
          Pay with your wallet
        </Button>
      ) : (
        <Wallets />
      )}
      {takesCredit && <FromCredit isBusy={isBusy} payBy={payBy} />}
      {asked.sent && <Command sent={asked.sent} />}
      {refused !== null && (
        <p class="wrong" role="alert">
          {refused}
        </p>
      )}
      <p role="status">
        {isSent.value && 'Waiting to hear whether the payment went through. Leave this open.'}
      </p>
    </Dialog>
  );
}

/** An account is not charged for these while its trial lasts; for alert addresses it is. */
const ON_TRIAL = /monitor|interval/;

function Trial() {
  return (
    <div class="trial">
      <a class="button main" href="/account">
        Sign in: {LIMITS.trialDays} days free
      </a>
      <p class="hint">More monitors and shorter intervals are free then, and yours move along.</p>
    </div>
  );
}

/** How a browser gets what it pays with. */
function Wallets() {
  const billing = useRemote('getBilling', {}, { isPolled: false }).value.value;
  return (
    <p>
      This browser has no wallet.
      {billing && (
        <>
          {' '}
          Add <Away href={billing.wallets.metamask}>MetaMask</Away>,{' '}
          <Away href={billing.wallets.coinbase}>Coinbase Wallet</Away> or{' '}
          <Away href={billing.wallets.base_app}>the Base app</Away>, then ask again.
          {billing.faucet !== null && (
            <>
              {' '}
              On this test network <Away href={billing.faucet}>a faucet</Away> gives you free USDC.
            </>
          )}
        </>
      )}
    </p>
  );
}

/** What was typed here stays. */
function Away({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** One payment at a time, and the page is not left unasked while it is on its way. */
function usePaying({ pay, isSent }: Prompt): { isBusy: boolean; refused: string | null; payBy: PayBy } {
  const refused = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  useEffect(() => {
    if (!isSent.value) return;
    onbeforeunload = (event) => event.preventDefault();
    return () => {
      onbeforeunload = null;
    };
  }, [isSent.value]);
  const payBy: PayBy = async (by) => {
    if (isBusy.value) return;
    isBusy.value = true;
    refused.value = null;
    try {
      await pay(await by());
    } catch (error) {
      refused.value = error instanceof Error ? error.message : 'The wallet did not sign.';
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy: isBusy.value, refused: refused.value, payBy };
}

function FromCredit({ isBusy, payBy }: { isBusy: boolean; payBy: PayBy }) {
  const credit = useSignal('');
  return (
    <Form class="channel" onSubmit={() => payBy(() => ({ credit: credit.value.trim() }))}>
      <TextField
        label="Or pay with prepaid credit"
        hint="Its token starts with cred_."
        check={(text) => (text.trim() === '' ? 'Paste its token.' : null)}
        text={credit}
        input={{ type: 'password' }}
      >
        <Button type="submit" isBusy={isBusy}>
          Pay
        </Button>
      </TextField>
    </Form>
  );
}

/** What a program sends instead. */
function Command({ sent }: { sent: SentCall }) {
  return (
    <details>
      <summary>For programs</summary>
      <p class="hint">
        A program pays with this command, where PAYMENT is <a href="/api/pricing">what a wallet signs</a> for
        the offer.
      </p>
      <CodeBlock text={curlLine(sent, viewer.value === 'guest')} name="command" />
    </details>
  );
}
