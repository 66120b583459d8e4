import type { Output } from '../../api/operations.ts';
import { durationText } from '../../../render/time-text.ts';
import { momentText } from '../../words/moments.ts';
import { wordsFor } from '../../words/wire-words.ts';

type Change = Output<'listChanges'>['changes'][number];
type Field = Change['fields'][number];

const KINDS: Record<Change['kind'], string> = {
  created: 'Created',
  imported: 'Imported',
  revived: 'Restored by a ping',
  changed: 'Changed',
  paused_by_tag: 'Paused by tag',
  deleted: 'Deleted',
  ping_url_rotated: 'Ping URL replaced',
  read_token_rotated: 'Read token replaced',
  webhook_secret_rotated: 'Webhook secret replaced',
};

const BY: Readonly<Record<string, string>> = {
  guest: 'a guest',
  session: 'a signed-in user',
  api_key: 'an API key',
  ingest_key: 'the ingest key',
  pause_link: 'the button of an alert',
};

/** What was done, and by whom: `Changed by an API key`. */
export function changeWords({ kind, by }: Pick<Change, 'kind' | 'by'>): string {
  return `${KINDS[kind]} by ${BY[by] ?? by.replaceAll('_', ' ')}`;
}

interface Told {
  now: number;
  zone: string;
  /** Nothing was before. */
  isNew?: boolean;
}

/** A field that is not as before, in the words of the form: `Grace: 20 min, was 15 min`; of a new monitor what it is. */
export function fieldWords({ field, from, to }: Field, { now, zone, isNew = false }: Told): string {
  const words = (value: Field['to']) => {
    // The log has none for what it is unless somebody says otherwise.
    if (field === 'alert_channels') return value === false ? 'off' : 'on';
    if (value === null) return field === 'paused_until' ? 'not paused' : (NONE[field] ?? 'none');
    if (typeof value === 'number' && field.endsWith('_sec')) return durationText(value);
    if (field === 'paused_until') return momentText(String(value), now, zone);
    return typeof value === 'object' ? value.join(', ') || 'none' : String(value);
  };
  const label = field === 'paused_until' ? 'Paused until' : wordsFor(field);
  return `${label}: ${words(to)}${isNew ? '' : `, was ${words(from)}`}`;
}

/** What holds where nothing is set. */
const NONE: Partial<Record<Field['field'], string>> = {
  max_duration_sec: 'no limit',
  alert_repeat_sec: 'day',
};
