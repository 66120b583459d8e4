import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { askBy, prompt } from '../paying/paying.ts';
import type { Prompt } from '../paying/prompt.ts';

/** Comes with the first call that costs something. */
const Asked = signal<ComponentType<{ prompt: Prompt }> | null>(null);

export function startAsking(): void {
  askBy(async () => {
    Asked.value = (await import('../screens/chunk-setup.ts')).PaymentPrompt;
  });
}

/** The question whether to pay, where a call waits for that. */
export function Asking() {
  return prompt.value && Asked.value && <Asked.value prompt={prompt.value} />;
}
