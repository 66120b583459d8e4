import { signal, useSignal } from '@preact/signals';
import { LIMITS } from '../../../domain/limits.ts';
import { beOwner } from '../../api/be-owner.ts';
import { call, newKey } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { paid } from '../../paying/paying.ts';
import type { PayWith } from '../../paying/prompt.ts';
import { numberIn } from '../../words/checks.ts';

/** What was bought last: who leaves the screen while it is paid finds it there. */
export const token = signal<string | null>(null);

const USD_MAX = LIMITS.creditCentsMax / 100;
const centsIn = (usd: string) => Math.round((numberIn(usd) ?? 0) * 100);
const isSold = (cents: number) => cents >= 1 && cents <= LIMITS.creditCentsMax;

/** Buys prepaid credit, whose token pays for calls without a wallet. */
export function BuyCredit({ onBought }: { onBought: () => unknown }) {
  const usd = useSignal('5');
  const submit = async () => {
    await beOwner();
    const cents = centsIn(usd.value);
    const key = newKey();
    const buy = (by: PayWith) => call('buyCredit', { body: { cents } }, { key, ...by });
    token.value = (await paid(buy, false)).token;
    onBought();
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        field="cents"
        hint="Anyone with its token can spend it."
        check={(text) => (isSold(centsIn(text)) ? null : `This must be between 0.01 and ${USD_MAX} USD.`)}
        text={usd}
        input={{ class: 'short', inputMode: 'decimal' }}
      >
        <Button type="submit">Buy</Button>
      </TextField>
      {token.value !== null && (
        <>
          <p>Save this token: it is shown only once.</p>
          <CodeBlock text={token.value} name="credit token" />
        </>
      )}
    </Form>
  );
}
