import { useSignal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { beOwner } from '../../api/be-owner.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { paid } from '../../paying/paying.ts';

/** Buys prepaid credit, whose token pays for calls without a wallet. */
export function BuyCredit() {
  const usd = useSignal('5');
  const token = useSignal<string | null>(null);
  const refused = useSignal<string | null>(null);
  const buy = async () => {
    try {
      await beOwner();
      const cents = Math.round(Number(usd.value.replace(',', '.')) * 100);
      const bought = await paid((by) => call('buyCredit', { body: { cents: cents || 0 } }, by));
      token.value = bought.token;
      refused.value = null;
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
        <Button type="submit" onClick={buy}>
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
