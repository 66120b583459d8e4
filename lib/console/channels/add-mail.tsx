import { useSignal } from '@preact/signals';
import { call, newKey } from '../api/call.ts';
import { viewer } from '../api/viewer.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form/form.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { paid } from '../paying/paying.ts';
import { mailbox, reader } from '../words/checks.ts';
import type { OwnersChannel } from '../words/told-by.ts';

const ASKED = "Your account's address works at once. Any other must confirm first.";

interface AddMailProps {
  onAdded: (channel: OwnersChannel) => unknown;
  /** Whether its owner may have texts sent to a number. */
  mayText: boolean;
}

/** A channel of mail, or of texts: an address or a number in place of a URL. Who is nobody is asked for that first. */
export function AddMail({ onAdded, mayText }: AddMailProps) {
  const to = useSignal('');
  // A repeat after an answer that did not come is the same call.
  const key = useSignal(newKey());
  const renew = () => {
    key.value = newKey();
  };
  const add = async () => {
    const body = { to: to.value.trim() };
    const channel = await paid((by) => call('createChannel', { body }, { key: key.value, ...by }));
    to.value = '';
    renew();
    await onAdded(channel);
  };
  if (viewer.value === 'nobody') return null;
  return (
    <details>
      <summary>{mayText ? 'Or an e-mail address or a phone number' : 'Or an e-mail address'}</summary>
      <Form onInput={renew} onSubmit={add}>
        <TextField
          field="to"
          hint={mayText ? `${ASKED} A phone number (+49…) gets texts.` : ASKED}
          check={mayText ? reader : mailbox}
          text={to}
          input={mayText ? {} : { inputMode: 'email', autocomplete: 'email' }}
        >
          <Button type="submit">{mayText ? 'Add' : 'Add address'}</Button>
        </TextField>
      </Form>
    </details>
  );
}
