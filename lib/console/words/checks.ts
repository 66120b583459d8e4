import { isMailAddress } from '../../domain/alerts/mail-address.ts';
import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import { awsTargetOf } from '../../domain/alerts/sending/aws-target.ts';
import type { Decision } from '../../domain/decision.ts';
import { deviceGroup, deviceName } from '../../domain/machines/devices/device.ts';
import { LIMITS } from '../../domain/limits.ts';
import { monitorName } from '../../domain/monitors/settings/name.ts';
import { monitorTags } from '../../domain/monitors/settings/tags.ts';
import { readableName } from '../../domain/readable-name.ts';
import { between, inWords } from './wire-words.ts';

/** What is wrong with what was typed, in one sentence; null where nothing is. */
export type Check = (text: string) => string | null;

/** By a rule of the domain. */
const ruled =
  (rule: (text: string) => Decision<unknown, string>): Check =>
  (text) => {
    const decided = rule(text);
    return decided.ok ? null : inWords(decided.detail);
  };

export const nameOfMonitor = ruled(monitorName);
export const nameOfMachine = ruled(deviceName);
export const groupOfMachine = ruled(deviceGroup);
export const nameOfSender = ruled((text) =>
  readableName(text, { code: 'contato_invalido', min: 1, max: LIMITS.nameMaxChars }),
);
/** Tags with commas between. */
export const severalTags = ruled(monitorTags);

/** A time in units of so many seconds, within limits in seconds. */
export const lasting =
  (unitSec: number, minSec: number, maxSec: number): Check =>
  (text) => {
    const number = numberIn(text);
    if (number === null) return NO_NUMBER;
    const sec = Math.round(number * unitSec);
    return sec >= minSec && sec <= maxSec ? null : `This must be ${between(minSec, maxSec)}.`;
  };

export const NO_NUMBER = 'This must be a number, such as 10 or 1.5.';

/** A number of so many steps within limits. */
export const counted =
  (min: number, max: number, step = 1): Check =>
  (text) => {
    const number = numberIn(text);
    const isIn = number !== null && number >= min && number <= max && Number.isInteger(number / step);
    return isIn ? null : `This must be ${step === 1 ? 'a whole number' : 'a number'} from ${min} to ${max}.`;
  };

/** Nothing is typed, or what another check takes. */
export const maybe =
  (check: Check): Check =>
  (text) =>
    text.trim() === '' ? null : check(text);

/** Something is typed, and no more than so many characters. */
export const filled =
  (max: number): Check =>
  (text) => {
    if (text.trim() === '') return 'This is required.';
    return text.trim().length <= max ? null : `At most ${max} characters; this has ${text.trim().length}.`;
  };

export const mailbox: Check = (text) =>
  isMailAddress(text.trim()) ? null : 'This must be an e-mail address, such as ops@example.com.';

/** Whether a host is a public one is for the service to say. */
export const webhook: Check = (text) => {
  const url = URL.parse(text.trim());
  const isOfThisMachine = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (url && (url.protocol === 'https:' || isOfThisMachine)) return null;
  return 'This must be a full URL starting with https://, such as https://example.com/hook.';
};

/** Whom a channel may lead to: a number too, where the service lets its owner send texts. */
export const reader: Check = (text) => (isPhoneNumber(text.trim()) ? null : mailbox(text));

/** Where a channel may lead: an ARN too, of which the service knows who may use it. */
export const channelUrl: Check = (text) => (awsTargetOf(text.trim()) ? null : webhook(text));

/** The number that a person typed, with a point or a comma; null for what is none. */
export function numberIn(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}
