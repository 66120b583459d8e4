import type { TemplateType } from '../../domain/alerts/sending/body-template.ts';
import {
  type ChannelKind,
  isAwsKind,
  kindByUrl,
  kindRule,
} from '../../domain/alerts/sending/channel-kind.ts';
import type { SendingMethod, WantedSending } from '../../domain/alerts/sending/sending.ts';
import type { OwnersChannel } from '../words/told-by.ts';

/** How a channel is sent to, as it is typed. */
export interface SendingForm {
  /** Empty where the URL says it. */
  kind: ChannelKind | '';
  key: string;
  priority: string;
  method: SendingMethod;
  /** One a line, `Name: value`; a name alone ends what is set. */
  headers: string;
  content_type: TemplateType;
  body_down: string;
  body_up: string;
}

/** What is typed of a channel that is new, or of one that there is: of that secrets are not known, and stay. */
export function sendingForm(channel?: OwnersChannel): SendingForm {
  const kind = channel?.kind ?? 'email';
  const isAddressed = kind === 'email' || kind === 'sms';
  return {
    kind: isAddressed || kind === kindByUrl(channel?.url ?? '') ? '' : kind,
    key: '',
    priority: String(channel?.priority ?? ''),
    method: channel?.method ?? 'POST',
    headers: '',
    content_type: channel?.content_type ?? 'application/json',
    body_down: channel?.body_down ?? '',
    body_up: channel?.body_up ?? '',
  };
}

export function kindOf({ kind }: Pick<SendingForm, 'kind'>, url: string): ChannelKind {
  return kind === '' ? kindByUrl(url.trim()) : kind;
}

/** What is typed as it is sent: what goes with another kind only goes back to its default. */
export function sendingBody(form: SendingForm, url: string): WantedSending {
  const kind = kindOf(form, url);
  const { key, priority } = kindRule(kind);
  const isWebhook = kind === 'webhook';
  const headers = isAwsKind(kind) ? null : headersIn(form.headers);
  return {
    ...(form.kind !== '' && { kind: form.kind }),
    ...(key ? form.key.trim() !== '' && { key: form.key.trim() } : { key: null }),
    priority: priority && form.priority.trim() !== '' ? Number(form.priority) : null,
    method: isWebhook ? form.method : 'POST',
    ...((headers === null || Object.keys(headers).length > 0) && { headers }),
    content_type: form.content_type,
    body_down: isWebhook && form.body_down.trim() !== '' ? form.body_down : null,
    body_up: isWebhook && form.body_up.trim() !== '' ? form.body_up : null,
  };
}

/** The same of a channel that there is; nothing where nothing was typed. */
export function changedSending(form: SendingForm, url: string, channel: OwnersChannel): WantedSending {
  const isTyped = JSON.stringify(form) !== JSON.stringify(sendingForm(channel));
  // What it had for a URL ends with it: an ARN has no field for it.
  return isTyped || isAwsKind(kindOf(form, url)) ? sendingBody(form, url) : {};
}

function headersIn(text: string): Record<string, string | null> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim() || null];
    }),
  );
}
