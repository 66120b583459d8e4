import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { signInHere } from '../../state/sign-in.ts';
import { showError } from '../../state/toasts.ts';
import { fieldIn, inWords, type WireField } from '../../words/wire-words.ts';
import { Button } from '../button.tsx';
import { FormContext, type FormState } from './checked.ts';

interface FormProps {
  /** What is done once nothing is wrong with a field; what the service refuses is said at the field that it names. */
  onSubmit: () => Promise<unknown>;
  /** The words of the button below the fields. */
  submit?: string;
  /** What is wrong with the whole of it before it is sent. */
  check?: () => string | null;
  /** By what a person proves again who it is, where that is asked for. @default 'step' */
  proof?: 'step' | 'mfa';
  /** Told of whatever is typed in any of them. */
  onInput?: () => void;
  /** @default 'form' */
  class?: string;
  children: ComponentChildren;
}

/** Refused until the person proves again who it is: `reauth_required`, `organization_mfa_required`. */
const TO_BE_PROVEN = /reauth|mfa/;

/** Fields that are checked and sent together, by the button or Enter, and once at a time. */
export function Form({
  onSubmit,
  submit,
  check,
  proof = 'step',
  onInput,
  class: name = 'form',
  children,
}: FormProps) {
  const { state, refusal, element, run } = useSubmit(onSubmit, check);
  return (
    <FormContext.Provider value={state}>
      <form
        ref={element}
        class={name}
        noValidate
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {children}
        {refusal && (
          <p class="wrong" role="alert">
            {refusal.words} {refusal.status === 402 && <a href="/app/billing">How to pay</a>}
            {TO_BE_PROVEN.test(refusal.code ?? '') && <a href={signInHere(proof)}>Confirm it's you</a>}
          </p>
        )}
        {submit !== undefined && (
          <div class="actions">
            <Button kind="main" type="submit">
              {submit}
            </Button>
          </div>
        )}
      </form>
    </FormContext.Provider>
  );
}

function useSubmit(onSubmit: FormProps['onSubmit'], check: FormProps['check']) {
  const wrong = useSignal<FormState['wrong']['value']>({});
  const isBusy = useSignal(false);
  const refusal = useSignal<({ words: string } & Partial<Pick<ApiError, 'status' | 'code'>>) | null>(null);
  const refusals = useSignal(0);
  const element = useRef<HTMLFormElement>(null);
  const state = useRef<FormState>({ fields: new Map(), wrong, isBusy }).current;
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid]');
    // What is folded away cannot be seen to be wrong.
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }, [refusals.value]);
  const refuse = (fields: FormState['wrong']['value'], whole: typeof refusal.value = null) => {
    wrong.value = fields;
    refusal.value = whole;
    refusals.value += 1;
  };
  const run = async () => {
    if (isBusy.value) return;
    const found = wrongIn(state);
    const whole = check?.() ?? null;
    if (Object.keys(found).length > 0 || whole !== null) {
      refuse(found, whole === null ? null : { words: whole });
      return;
    }
    isBusy.value = true;
    wrong.value = {};
    refusal.value = null;
    try {
      await onSubmit();
    } catch (error) {
      if (!(error instanceof ApiError)) showError(error);
      else {
        const at = placeOf(error, state);
        const words = inWords(error.message);
        if (at !== undefined) refuse({ [at]: words });
        else refuse({}, { words, status: error.status, code: error.code });
      }
    } finally {
      isBusy.value = false;
    }
  };
  return { state, refusal: refusal.value, element, run };
}

/** What is wrong with fields before they are sent, by the ids of their controls. */
function wrongIn({ fields }: FormState): Record<string, string> {
  const found = [...fields].map(([id, { check }]) => [id, check()] as const);
  return Object.fromEntries(found.filter((each): each is readonly [string, string] => each[1] !== null));
}

/** The control of the field that a refusal names. */
function placeOf({ status, message }: ApiError, { fields }: FormState): string | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const known = [...fields.values()].flatMap(({ field }) => field ?? []);
  const named: WireField | undefined = fieldIn(message, known);
  return [...fields].find(([, { field }]) => named !== undefined && field === named)?.[0];
}
