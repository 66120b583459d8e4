import { signal, useSignal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { beOwner } from '../../api/be-owner.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { paid } from '../../paying/paying.ts';
import type { PayWith } from '../../paying/prompt.ts';
import { newKey } from '../../state/new-key.ts';

/** What was bought last: who leaves the screen while it is paid finds it there. */
export const token = signal<string | null>(null);

/** Buys prepaid credit, whose token pays for calls without a wallet. */
export function BuyCredit({ onBought }: { onBought: () => unknown }) {
  const usd = useSignal('5');
  const refused = useSignal<string | null>(null);
  const submit = async () => {
    try {
      await beOwner();
      const cents = Math.round(Number(usd.value.replace(',', '.')) * 100);
      const key = newKey();
      const buy = (by: PayWith) => call('buyCredit', { body: { cents: cents || 0 } }, { key, ...by });
      token.value = (await paid(buy, false)).token;
      refused.value = null;
      onBought();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.value = error.message;
    }
  };
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Prepaid credit, in USD"
        hint="Whoever holds its token may spend it."
        error={refused.value}
        text={usd}
        input={{ class: 'short', inputMode: 'decimal' }}
      >
        <Button type="submit" onClick={submit}>
          Buy
        </Button>
      </TextField>
      {token.value !== null && (
        <>
          <p>Keep this token; it is shown once.</p>
          <CodeBlock text={token.value} name="credit token" />
        </>
      )}
    </form>
  );
}
