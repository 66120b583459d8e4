import type { SendEmailCommandInput, SendQuota, SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { loadOnce } from '../load-once.ts';

/** A mail ready to go. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Takes a POST that ends the mails (RFC 8058); null for a mail that is sent once. */
  unsubscribeUrl: string | null;
  /** Whom an answer goes to; nobody is told where nothing is said. */
  replyTo?: string;
  /** By which a reader knows one that comes twice. */
  messageId?: string;
  /** What SES names again when it reports on the mail. */
  about: MailSubject;
}

/** What a mail is, and from which space it came: nothing that is secret, and no address. */
export type MailSubject =
  | { kind: 'question' | 'alert'; spaceId: string }
  | { kind: 'invitation' | 'report' | 'contact' | 'sign-in' | 'recovery' };

export type MailOutcome = 'sent' | 'rejected' | 'throttled' | 'unavailable' | 'no_sender';

/** One attempt, fit for the ledger: no address and nothing of the mail. */
export interface MailDelivery {
  sent: boolean;
  outcome: MailOutcome;
  /** One plain sentence. */
  detail: string;
}

export interface Mailer {
  /** Never throws. */
  send(mail: OutgoingMail): Promise<MailDelivery>;
  /** How many mails a second the service takes from us; null when it does not say. Never throws. */
  perSecond?(): Promise<number | null>;
  /** Which share of the mails that the service takes from us in a day was sent in the last one; null when it does not say. Never throws. */
  shareOfDay?(): Promise<number | null>;
}

export interface MailerSettings {
  client: Pick<SESv2ClientConfig, 'region' | 'endpoint' | 'credentials'>;
  /** The verified sender; null when the service has none, which turns every mail into `no_sender`. */
  from: string | null;
  /** By which SES reports what becomes of a mail; null when nobody takes it in. */
  configurationSet: string | null;
  /** For how long a mail service may be silent. */
  timeoutMs: number;
}

/** Names of tags, as SES allows them. */
export const MAIL_TAGS = { kind: 'rollcall-mail', space: 'rollcall-space' } as const;

const REJECTED = new Set(['MessageRejected', 'MailFromDomainNotVerifiedException', 'BadRequestException']);
const THROTTLED = new Set(['TooManyRequestsException', 'LimitExceededException', 'ThrottlingException']);

/** Mails wait for the answer. */
const ACCOUNT_TIMEOUT_MS = 2_000;

const DETAILS: Record<MailOutcome, string> = {
  sent: 'The mail service took the mail.',
  rejected: 'The mail service refused the mail',
  throttled: 'The mail service asked to slow down',
  unavailable: 'The mail service could not be used',
  no_sender: 'No sender address is configured, so no mail can be sent.',
};

/** A mailer on Amazon SES. The queue repeats what fails, so a call is tried once, within its time. */
export function openMailer(settings: MailerSettings): Mailer {
  const client = loadOnce(() => openClient(settings));
  return {
    send: async (mail) =>
      settings.from === null
        ? { sent: false, outcome: 'no_sender', detail: DETAILS.no_sender }
        : sendBy(client, { ...settings, from: settings.from }, mail),
    perSecond: () => quotaOf(client, rateIn),
    shareOfDay: () => quotaOf(client, shareIn),
  };
}

/** Loaded with the first mail: the client is a tenth of a bundle, and most calls and deliveries mail nothing. */
async function openClient({ client: settings }: MailerSettings) {
  const { GetAccountCommand, SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client({ ...settings, maxAttempts: 1 });
  const within = (timeoutMs: number) => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
  return {
    send: (input: SendEmailCommandInput, timeoutMs: number) =>
      client.send(new SendEmailCommand(input), within(timeoutMs)),
    account: () => client.send(new GetAccountCommand({}), within(ACCOUNT_TIMEOUT_MS)),
  };
}

/** The service works without: its refusals teach the pace too. */
async function quotaOf(
  client: () => ReturnType<typeof openClient>,
  read: (quota: SendQuota) => number | null,
): Promise<number | null> {
  try {
    const { account } = await client();
    const { SendQuota: quota } = await account();
    return quota ? read(quota) : null;
  } catch {
    return null;
  }
}

function rateIn({ MaxSendRate: rate = 0 }: SendQuota): number | null {
  return rate > 0 ? rate : null;
}

/** An account without a limit says -1. */
function shareIn({ Max24HourSend: most = 0, SentLast24Hours: sent = 0 }: SendQuota): number | null {
  return most > 0 ? sent / most : null;
}

type Sender = MailerSettings & { from: string };

async function sendBy(
  client: () => ReturnType<typeof openClient>,
  sender: Sender,
  mail: OutgoingMail,
): Promise<MailDelivery> {
  try {
    const { send } = await client();
    await send(inputFor(sender, mail), sender.timeoutMs);
    return { sent: true, outcome: 'sent', detail: DETAILS.sent };
  } catch (error) {
    return endingOf(error);
  }
}

function inputFor({ from, configurationSet }: Sender, mail: OutgoingMail): SendEmailCommandInput {
  const part = (data: string): { Data: string; Charset: string } => ({ Data: data, Charset: 'UTF-8' });
  return {
    FromEmailAddress: from,
    ...(configurationSet !== null && { ConfigurationSetName: configurationSet }),
    Destination: { ToAddresses: [mail.to] },
    EmailTags: tagsOf(mail.about),
    ...(mail.replyTo !== undefined && { ReplyToAddresses: [mail.replyTo] }),
    Content: {
      Simple: {
        Subject: part(mail.subject),
        Body: { Text: part(mail.text), Html: part(mail.html) },
        Headers: headersOf(mail),
      },
    },
  };
}

function tagsOf(about: MailSubject): { Name: string; Value: string }[] {
  return [
    { Name: MAIL_TAGS.kind, Value: about.kind },
    ...('spaceId' in about ? [{ Name: MAIL_TAGS.space, Value: about.spaceId }] : []),
  ];
}

function headersOf(mail: OutgoingMail): { Name: string; Value: string }[] {
  // RFC 3834: an out-of-office reply to an alert helps nobody.
  const always = [
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    ...(mail.messageId === undefined ? [] : [{ Name: 'X-Rollcall-Message-Id', Value: mail.messageId }]),
  ];
  if (mail.unsubscribeUrl === null) return always;
  return [
    ...always,
    { Name: 'List-Unsubscribe', Value: `<${mail.unsubscribeUrl}>` },
    { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
  ];
}

/** The error's message may name the recipient; its class name never does. */
function endingOf(error: unknown): MailDelivery {
  const name = error instanceof Error && /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : 'Error';
  const outcome = REJECTED.has(name) ? 'rejected' : THROTTLED.has(name) ? 'throttled' : 'unavailable';
  return { sent: false, outcome, detail: `${DETAILS[outcome]} (${name}).` };
}
