import * as z from 'zod';
import { MAIL_ADDRESS, MAIL_ADDRESS_MAX_CHARS } from '../../domain/alerts/mail-address.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { field } from '../field.ts';

const secondsField = (code: Parameters<typeof field>[1]['code'], min: number, max: number) =>
  field(z.int().min(min).max(max), { code, rule: `a whole number of seconds from ${min} to ${max}` });

/** An address that mail may be sent to; a schema of its own for each field, since it carries the field's rule. */
export const mailAddress = () => z.email({ pattern: MAIL_ADDRESS }).max(MAIL_ADDRESS_MAX_CHARS);

/** The name of a monitor, a channel or a window of maintenance. */
export const nameField = field(z.string(), {
  code: 'nome_invalido',
  missing: 'nome_obrigatorio',
  rule: `a text of 1 to ${LIMITS.nameMaxChars} characters with a letter or digit in it and no control or format characters`,
});
const intervalSec = secondsField('intervalo_invalido', LIMITS.intervalMinSec, LIMITS.intervalMaxSec);
const cron = field(z.string(), { code: 'cron_invalido', rule: 'a cron expression of five fields' });
const tz = field(z.string(), {
  code: 'tz_invalida',
  rule: 'an IANA time zone with a slash such as America/Sao_Paulo, or UTC',
});
const graceSec = secondsField('grace_invalido', LIMITS.graceMinSec, LIMITS.graceMaxSec);
const pausedUntil = field(z.string(), {
  code: 'pausa_invalida',
  rule: 'a future UTC instant in ISO 8601 such as 2027-01-31T06:00:00Z, at most 30 days ahead',
});
const maxDurationSec = field(
  z.union([z.int().min(LIMITS.maxDurationMinSec).max(LIMITS.maxDurationMaxSec), z.literal(0)]),
  {
    code: 'max_duration_invalida',
    rule: `a whole number of seconds from ${LIMITS.maxDurationMinSec} to ${LIMITS.maxDurationMaxSec}, or null or 0 to turn it off`,
  },
);
const alertRepeatSec = secondsField(
  'alert_repeat_invalido',
  LIMITS.alertRepeatMinSec,
  LIMITS.alertRepeatMaxSec,
);
const alertAfterFailures = field(z.int().min(1).max(LIMITS.alertAfterFailuresMax), {
  code: 'alert_after_failures_invalido',
  rule: `a whole number of failed runs in a row from 1 to ${LIMITS.alertAfterFailuresMax}`,
});
const alertChannels = field(z.boolean(), {
  code: 'alert_channels_invalido',
  rule: "true to send its alerts through the owner's channels too, or false",
});
/** The tags of a monitor, or of the monitors that something is for. */
export const tagsField = field(z.union([z.array(z.string()).max(1_000), z.string()]), {
  code: 'tags_invalidas',
  rule: `up to ${LIMITS.tagsMax} tags of 1 to ${LIMITS.tagMaxChars} characters out of a-z 0-9 . _ -, as a list or separated by commas`,
});
const alertTo = field(z.union([mailAddress(), z.literal(ORGANIZATION)]), {
  code: 'alert_to_invalido',
  rule: `one e-mail address in ASCII, such as ops@example.com, or for a monitor of an organization ${ORGANIZATION}`,
});
const alertUrl = field(z.string(), { code: 'alert_url_invalida', rule: 'a public HTTPS URL' });

/** The fields of SPEC.md "POST /api/endpoints". Rules that need the clock or another field are the domain's. */
export const createMonitorBody = z.strictObject({
  name: nameField,
  interval_sec: intervalSec.nullish(),
  cron: cron.nullish(),
  tz: tz.nullish(),
  grace_sec: graceSec.nullish(),
  paused_until: pausedUntil.nullish(),
  max_duration_sec: maxDurationSec.nullish(),
  alert_repeat_sec: alertRepeatSec.nullish(),
  alert_after_failures: alertAfterFailures.nullish(),
  alert_channels: alertChannels.nullish(),
  tags: tagsField.nullish(),
  alert_to: alertTo.nullish(),
  alert_url: alertUrl.nullish(),
});

/** The fields of a monitor that is put by its slug, which is its name where none is sent. */
export const putMonitorBody = createMonitorBody.extend({ name: nameField.optional() });

/** The fields of SPEC.md "PATCH /api/endpoints/:id": send only what changes. */
export const patchMonitorBody = z.strictObject({
  name: nameField.optional(),
  interval_sec: intervalSec.optional(),
  cron: cron.nullable().optional(),
  tz: tz.nullable().optional(),
  grace_sec: graceSec.nullable().optional(),
  paused_until: pausedUntil.nullable().optional(),
  max_duration_sec: maxDurationSec.nullable().optional(),
  alert_repeat_sec: alertRepeatSec.nullable().optional(),
  alert_after_failures: alertAfterFailures.nullable().optional(),
  alert_channels: alertChannels.nullable().optional(),
  tags: tagsField.nullable().optional(),
  alert_to: alertTo.nullable().optional(),
  alert_url: alertUrl.nullable().optional(),
});

/** The fields of a pause of all monitors that carry a tag. */
export const pauseBody = z.strictObject({
  tag: field(z.string(), {
    code: 'tags_invalidas',
    rule: `one tag of 1 to ${LIMITS.tagMaxChars} characters out of a-z 0-9 . _ -`,
  }),
  until: field(z.string(), {
    code: 'pausa_invalida',
    rule: 'a future UTC instant in ISO 8601 such as 2027-01-31T06:00:00Z, at most 30 days ahead, or null to end the pause',
  }).nullable(),
});

/** The fields that say when a monitor is late, as a creation takes them. */
export const schedulePreviewBody = createMonitorBody.pick({
  interval_sec: true,
  cron: true,
  tz: true,
  grace_sec: true,
});

export type CreateMonitorBody = z.infer<typeof createMonitorBody>;
export type PutMonitorBody = z.infer<typeof putMonitorBody>;
export type PatchMonitorBody = z.infer<typeof patchMonitorBody>;
