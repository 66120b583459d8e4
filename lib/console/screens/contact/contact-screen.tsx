import { useSignal } from '@preact/signals';
import { LIMITS } from '../../../domain/limits.ts';
import { call } from '../../api/call.ts';
import { SelectField } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { Notice } from '../../parts/notices.tsx';
import { TextAreaField, TextField } from '../../parts/form/text-field.tsx';
import { SiteFrame } from '../../site/site-frame.tsx';
import { filled, mailbox, nameOfSender } from '../../words/checks.ts';

const KINDS = [
  ['', 'A question'],
  ['patrocinio', 'Sponsoring'],
  ['parceria', 'A partnership'],
  ['anuncio', 'An advertisement'],
] as const;

type Kind = (typeof KINDS)[number][0];

/** A message to whoever runs this. */
export function Screen() {
  const isSent = useSignal(false);
  return (
    <SiteFrame>
      <h1 tabIndex={-1}>Contact us</h1>
      {isSent.value ? (
        <Notice kind="ok">Your message is on its way. We answer to the address you gave.</Notice>
      ) : (
        <Message
          onSent={() => {
            isSent.value = true;
          }}
        />
      )}
    </SiteFrame>
  );
}

function Message({ onSent }: { onSent: () => void }) {
  const name = useSignal('');
  const email = useSignal('');
  const kind = useSignal<Kind>('');
  const message = useSignal('');
  const send = async () => {
    const tipo = kind.value === '' ? {} : { tipo: kind.value };
    const body = { name: name.value, email: email.value, message: message.value, ...tipo };
    await call('contactTeam', { body });
    onSent();
  };
  return (
    <Form submit="Send" onSubmit={send}>
      <TextField field="name" check={nameOfSender} text={name} input={{ autocomplete: 'name' }} />
      <TextField field="email" check={mailbox} text={email} input={{ autocomplete: 'email' }} />
      <SelectField field="tipo" chosen={kind} options={KINDS} />
      <TextAreaField field="message" check={filled(LIMITS.contactMessageMaxChars)} text={message} />
    </Form>
  );
}
