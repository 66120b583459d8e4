import { groupHeadline } from './group-text.ts';
import { alertHeadlineOf, nameText } from './alert-text.ts';
import type { AlertBody } from './chat-body.ts';
import type { Told } from './told.ts';

/** What one text holds, in the characters that all phones have (GSM 03.38 without its second table). */
const TEXT_MAX = 160;
const NOT_IN_TEXT = /[^A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?_]/gu;

/** Alerts as one text. What a monitor is called makes no link of it. */
export function alertText(contents: readonly Told[]): string {
  const told = contents.map((content) => ({ ...content, monitorName: unlinked(content.monitorName) }));
  const [only] = told;
  const headline = only && told.length === 1 ? alertHeadlineOf(only) : groupHeadline(told);
  return inGsm(`Rollcall: ${headline}`).slice(0, TEXT_MAX).trim();
}

/** The text that asks a number whether it wants the alerts. It may take two, since the way to agree is long. */
export function consentText(input: { monitorName: string; confirmUrl: string }): string {
  const name = inGsm(unlinked(input.monitorName)).slice(0, 40);
  return `Rollcall: "${name}" wants to text you when jobs fail. Accept or decline: ${input.confirmUrl}`;
}

/**
 * `Publish` of SNS to a number.
 * Source: https://docs.aws.amazon.com/sns/latest/dg/sms_sending-overview.html
 */
export function textRequest(to: string, text: string): AlertBody {
  const fields = {
    Action: 'Publish',
    Version: '2010-03-31',
    PhoneNumber: to,
    Message: text,
    'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SMSType',
    'MessageAttributes.entry.1.Value.DataType': 'String',
    'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
  };
  return {
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
    body: new URLSearchParams(fields).toString(),
  };
}

/** Phones make a link of whatever has a dot or slash in it. */
function unlinked(name: string): string {
  return nameText(name).replace(/[./:@\\](?=\S)/gu, ' ');
}

function inGsm(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u201c\u201d]/g, "'");
  return plain.replace(/\u2026/g, '...').replace(NOT_IN_TEXT, '?');
}
