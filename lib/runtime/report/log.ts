/**
 * Structured log lines. Every message stands here once, so that logs can be searched and reviewed. No token,
 * address or URL is ever a field.
 */
const MESSAGES = {
  operation_failed: 'An operation failed for a reason of ours.',
  credential_unreadable: 'Who holds a credential could not be read.',
  issuer_unavailable: 'The issuer of identities could not be asked.',
  sign_in_refused: 'The answer of the issuer of identities does not hold.',
  sign_in_failed: 'A sign-in could not be ended for a reason of ours.',
  second_factor_unknown: 'It could not be asked whether a person has a second factor; the session has none.',
  session_not_noted: 'It could not be noted that a session was seen today; a later call does it.',
  claim_unconfirmed: 'It is not known whether a claim was written; its caller was told to repeat it.',
  key_use_not_noted: 'It could not be noted that an API key was used; a later call does it.',
  keys_not_forgotten: 'Ended API keys could not be removed; the next key that is made does it.',
  import_not_cleared:
    'What an import had begun to write could not be cleared away; the checker does it later.',
  payment_of_nobody: 'Whoever made a payment is gone, so nobody was given what it bought.',
  payment_not_given: 'What a payment bought could not be written; the check does it.',
  payment_unknown: 'It is not known whether a payment was carried out; the check asks the chain.',
  payment_unclear: 'A payment is used on the chain and its transfer is not found: look at it yourself.',
  facilitator_unavailable: 'The facilitator or the chain could not be asked; nothing was charged.',
  payment_unanswered: 'Billing gave no answer for a payment; its caller was told to repeat the call.',
  answer_not_kept: 'The answer of a call could not be kept with its idempotency key.',
  erasure_failed: 'What belonged to a deleted owner could not be erased as a whole; the next run goes on.',
  erasure_late: 'What belonged to a deleted owner is not erased after six hours; the next run goes on.',
  run_failed: 'A run as a whole failed; the next one does its work.',
  check_failed: 'One due item could not be checked; it stays due.',
  incident_not_recorded: 'An incident could not be recorded with its alerts; the next check does it.',
  readings_unread: 'The readings of a device could not be read; its owner was told when to ask again.',
  pings_not_packed: 'The list of a monitor is full and could not be packed; its ping was kept by itself.',
  threshold_not_judged: 'A reading could not be held against a threshold; the next reading does it.',
  watched_not_moved: 'The monitor of a watched device could not be moved; the next reading does it.',
  aws_event_unreadable: 'A message of the queue of events is no event of AWS.',
  aws_name_refused: 'A job of AWS has no monitor: the allowance of its owner has no room for one.',
  aws_names_bounded: 'So many new jobs of AWS came within an hour that the rest of it makes no monitors.',
  unknown_pings_bounded:
    'So many unknown pings by identity came within an hour that the rest of it is not noted.',
  identity_pings_not_noted:
    'It could not be noted that pings by identity reach a space, or that one met no monitor.',
  record_unreadable: 'Records that are there could not be read; a list was answered without them.',
  roll_up_failed: 'The statistics of some days could not be written; a later check does it.',
  count_failed: 'Something that was done could not be counted; the statistics lack it.',
  outage_evidence_failed: 'The pings of the canary could not be read; what was known of blind windows stays.',
  judgement_not_noted:
    'What a check found out about blind windows could not be noted; the next check does it.',
  judgement_not_read:
    'What earlier checks found out about blind windows could not be read; silences wait, for an hour at most.',
  lease_failed: 'The leases of the shards could not be read or written; the check goes on without.',
  shard_failed: 'What is due in a shard could not be read to its end; the next check goes on.',
  rest_not_queued: 'Shards that were not finished could not be handed on; the next check begins them anew.',
  queue_unavailable: 'Alerts could not be put on the queue; the next check does it.',
  alert_given_up: 'An alert was given up on after its last try.',
  dead_letter_lost: 'An alert that was given up on could not be put among the dead letters.',
  reader_unknown: 'The owner of an alert could not be read; the alert goes without its pause link, on UTC.',
  alert_settle_failed: 'What came of an alert could not be written; it may be sent again.',
  clock_was_set: 'The clock of the host was set; what waits goes on waiting as long as it had to.',
  canary_not_heard: 'The canary could not ping by a name by which jobs reach us.',
  path_not_open: 'A check asked the way of pings itself and was not answered well.',
  public_url_not_open: 'The canary was not answered at the public URL as it should be.',
  certificate_ending: 'A certificate by which the service is reached ends soon.',
  heartbeat_failed:
    'Who watches from outside could not be told that a check was whole; the next one does it.',
  mail_event_unreadable: 'An event about a mail could not be read.',
  message_unreadable: 'A queue message could not be read.',
  confirmation_held: 'A consent mail waits, since a cap on such mails is reached.',
  code_held: 'A code of the user pool was refused, since a cap on such mails is reached.',
  code_not_counted:
    'A code of the user pool could not be counted: people who are known got it, others did not.',
  invitation_held: 'The mail of an invitation waits, since a cap on such mails is reached.',
  recovery_not_mailed:
    'The mail about a recovery code that was used could not be sent; the next check tries again.',
  invitation_not_mailed: 'The mail of an invitation could not be sent; the next check tries again.',
  confirmation_not_mailed: 'A consent mail could not be sent; the next check tries again.',
  calls_not_counted: 'Calls could not be counted.',
  channel_not_noted: 'What a channel took could not be noted with it.',
  report_not_mailed: 'A report could not be mailed; the next check tries again.',
  report_held: 'A report waits, since half of what the mail service takes in a day is sent.',
  contact_not_mailed: 'A message to the team could not be mailed; the next check tries again.',
} as const;

export type LogCode = keyof typeof MESSAGES;
export type LogFields = Record<string, string | number | boolean | null>;

export interface Log {
  warn(code: LogCode, fields?: LogFields): void;
  error(code: LogCode, error: unknown, fields?: LogFields): void;
}

/** One JSON line per message on the error output, which Lambda keeps as it is. */
export const jsonLog: Log = {
  warn: (code, fields) => write('WARN', code, fields),
  error: (code, error, fields) => write('ERROR', code, { ...fields, ...described(error) }),
};

function write(level: string, code: LogCode, fields: LogFields = {}): void {
  process.stderr.write(`${JSON.stringify({ level, code, message: MESSAGES[code], ...fields })}\n`);
}

/** Name, code and stack, never the message: an SDK's message may repeat what it was sent. */
export function described(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const errorCode = codeOf(error) ?? codeOf(error.cause);
  // A message of several lines stands in the stack too, so the frames are chosen by their form.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at \S/.test(line));
  return {
    error: error.name,
    ...(errorCode !== undefined && { errorCode }),
    stack: frames.slice(0, 7).join('\n'),
  };
}

/** A code of Node's kind, such as ECONNREFUSED, which the name of the error does not tell; nothing else that is called so. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,59}$/.test(code) ? code : undefined;
}

/**
 * Lets a function fail, so that Lambda counts an error, with its reason in our log. Lambda logs what is thrown with its
 * message, which may repeat input; so what is thrown says nothing.
 */
export async function rethrowRedacted<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.error('run_failed', error);
    // Not as its cause either: Lambda logs that too.
    // oxlint-disable-next-line eslint/preserve-caught-error
    throw new Error('The run failed; the line run_failed of this log says how.');
  }
}
