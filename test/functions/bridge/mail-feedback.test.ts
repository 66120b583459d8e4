import { describe, expect, it } from 'vitest';
import { feedbackOf } from '../../../functions/bridge/mail-feedback.ts';

const MAIL = {
  timestamp: '2027-03-01T12:00:00.123Z',
  source: 'Rollcall <alerts@rollcall.example>',
  sendingAccountId: '123456789012',
  messageId: '010001875a9c0e7e-example-000000',
  destination: ['alice@example.com'],
  headersTruncated: false,
  tags: { 'ses:configuration-set': ['feedback'], 'ses:from-domain': ['rollcall.example'] },
};
const ENVELOPE = {
  version: '0',
  id: '12345678-1234-1234-1234-111122223333',
  source: 'aws.ses',
  account: '123456789012',
  time: '2027-03-01T12:00:05Z',
  region: 'eu-west-1',
  resources: ['arn:aws:ses:eu-west-1:123456789012:configuration-set/feedback'],
};

const bounce = (of: object = {}, mail: object = {}) => ({
  ...ENVELOPE,
  'detail-type': 'Email Bounced',
  detail: {
    eventType: 'Bounce',
    mail: { ...MAIL, ...mail },
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: 'alice@example.com',
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      timestamp: '2027-03-01T12:00:05.000Z',
      feedbackId: '01000157c44f053b-example',
      reportingMTA: 'dsn; mta.example.com',
      ...of,
    },
  },
});
const complaint = (of: object = {}) => ({
  ...ENVELOPE,
  'detail-type': 'Email Complaint Received',
  detail: {
    eventType: 'Complaint',
    mail: MAIL,
    complaint: {
      complainedRecipients: [{ emailAddress: 'alice@example.com' }],
      timestamp: '2027-03-01T12:00:05.000Z',
      feedbackId: '01000157c44f053b-example',
      userAgent: 'Amazon SES Mailbox Simulator',
      complaintFeedbackType: 'abuse',
      ...of,
    },
  },
});
const ALICE = {
  about: { kind: 'sign-in' },
  addresses: ['alice@example.com'],
  mailedAt: Date.UTC(2027, 2, 1, 12, 0, 0, 123),
};

describe('feedbackOf', () => {
  it.each([
    ['a mail that came back for good', bounce(), 'bounced'],
    ['one that SES holds back itself', bounce({ bounceSubType: 'OnAccountSuppressionList' }), 'bounced'],
    ['a full mailbox', bounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }), 'transient'],
    [
      'one of which nobody knows why',
      bounce({ bounceType: 'Undetermined', bounceSubType: 'Undetermined' }),
      'transient',
    ],
    ['a complaint', complaint(), 'complained'],
    ['a complaint without its type', complaint({ complaintFeedbackType: undefined }), 'complained'],
    ['a fraud report', complaint({ complaintFeedbackType: 'fraud' }), 'complained'],
    ['a mail taken out of the spam folder', complaint({ complaintFeedbackType: 'not-spam' }), 'none'],
    ['a report about signatures', complaint({ complaintFeedbackType: 'auth-failure' }), 'none'],
  ])('reads %s', (_what, event, kind) => {
    expect(feedbackOf(event)).toEqual({ kind, ...ALICE });
  });

  it.each([
    [
      { 'rollcall-mail': ['alert'], 'rollcall-space': ['s'] },
      { kind: 'alert', spaceId: 's' },
    ],
    [
      { 'rollcall-mail': ['question'], 'rollcall-space': ['s'] },
      { kind: 'question', spaceId: 's' },
    ],
    [{ 'rollcall-mail': ['invitation'] }, { kind: 'invitation' }],
    [{ 'rollcall-mail': ['report'] }, { kind: 'report' }],
    // Of the user pool, which sets none.
    [{}, { kind: 'sign-in' }],
  ])('reads what the mail was from its tags %j', (tags, about) => {
    expect(feedbackOf(bounce({}, { tags: { ...MAIL.tags, ...tags } }))).toMatchObject({ about });
    expect(feedbackOf(bounce({}, { tags: undefined }))).toMatchObject({ about: { kind: 'sign-in' } });
  });

  it('means the address we mailed, not the one its mail is forwarded to', () => {
    const forwarded = bounce({ bouncedRecipients: [{ emailAddress: 'alice@elsewhere.example' }] });

    expect(feedbackOf(forwarded)).toEqual({ kind: 'bounced', ...ALICE });
  });

  it('means those that are named when the mail had several receivers, without their display names', () => {
    const destination = ['bob@example.com', 'Alice <alice@example.com>'];
    const bouncedRecipients = [{ emailAddress: 'Alice <alice@example.com>' }];

    expect(feedbackOf(bounce({ bouncedRecipients }, { destination }))).toMatchObject(ALICE);
  });

  it.each([
    ['nothing', undefined],
    ['another event', { ...ENVELOPE, 'detail-type': 'Email Delivered', detail: { mail: MAIL } }],
    ['an event without its mail', { ...complaint(), detail: {} }],
    ['a time that is none', bounce({}, { timestamp: 'yesterday' })],
  ])('leaves %s unread', (_what, event) => {
    expect(feedbackOf(event)).toBeUndefined();
  });
});
