/**
 * Every error code the service answers, its status and what it means (SPEC.md "Errors"; codes the specification
 * does not name are marked `own`). `error` in a reply is always one of these.
 */
export const ERRORS = {
  nome_obrigatorio: { status: 400, meaning: 'The name is missing, empty or blank.' },
  nome_invalido: { status: 400, meaning: 'The name is not text a person can read.' },
  intervalo_invalido: { status: 400, meaning: 'The interval is missing or outside its range (own).' },
  cron_ou_interval: {
    status: 400,
    meaning: 'Both `cron` and `interval_sec` were sent, or an interval for a monitor with a schedule.',
  },
  cron_invalido: { status: 400, meaning: 'The schedule is not five valid cron fields.' },
  tz_invalida: { status: 400, meaning: 'The zone is unknown, or was sent without a schedule.' },
  grace_invalido: { status: 400, meaning: 'The grace is outside its range.' },
  cron_sem_ocorrencia: { status: 400, meaning: 'The schedule has no run within 366 days.' },
  pausa_invalida: { status: 400, meaning: 'The end of the pause is not a future instant.' },
  pausa_longa: { status: 400, meaning: 'The pause is longer than 30 days.' },
  max_duration_invalida: { status: 400, meaning: 'The run limit is outside its range (own).' },
  alert_repeat_invalido: { status: 400, meaning: 'The repeat gap is outside its range (own).' },
  alert_after_failures_invalido: {
    status: 400,
    meaning: 'The number of failures in a row is outside its range (own).',
  },
  tags_invalidas: { status: 400, meaning: 'A tag breaks the rules, or there are too many (own).' },
  alert_to_invalido: { status: 400, meaning: 'The alert address is not an e-mail address (own).' },
  alert_url_invalida: { status: 400, meaning: 'The alert URL is not public HTTPS (own).' },
  campo_desconhecido: { status: 400, meaning: 'The body has a field that does not exist.' },
  corpo_invalido: {
    status: 400,
    meaning: 'The body is not UTF-8, or not the JSON object that is expected (own).',
  },
  consulta_invalida: { status: 400, meaning: 'A query value breaks its rule (own).' },
  chave_invalida: { status: 400, meaning: '`Idempotency-Key` breaks its rule (own).' },
  crontab_sem_agenda: { status: 400, meaning: 'No schedule line was recognised.' },
  slug_invalido: { status: 400, meaning: 'Nothing is left of the slug after normalisation.' },
  slug_repetido: { status: 400, meaning: 'Two entries of an import are one name (own).' },
  revividos_demais: { status: 400, meaning: 'An import would bring back too many deleted names (own).' },
  exit_code_fora_da_faixa: { status: 400, meaning: 'The exit code is not between 0 and 255.' },
  invalid_request: { status: 400, meaning: 'The request has parts that it must not have, or lacks some.' },
  invalid_profile: { status: 400, meaning: 'A field of the profile breaks its rule (own).' },
  invalid_avatar: { status: 400, meaning: 'The picture is not WebP (own).' },
  invalid_product_claim: { status: 400, meaning: 'No guest token was sent, or what was sent cannot be one.' },
  invalid_body: { status: 400, meaning: 'The body is not the JSON object that is expected.' },
  invalid_key_name: { status: 400, meaning: 'The name of the API key breaks its rule.' },
  invalid_organization: { status: 400, meaning: '`organizationId` is missing, or neither an id nor null.' },
  invalid_organization_name: { status: 400, meaning: 'The name of the organization breaks its rule (own).' },
  invalid_role: { status: 400, meaning: 'The role is none of those that there are (own).' },
  invalid_confirmation: {
    status: 400,
    meaning:
      '`confirm` is not what is to be deleted: the address of the account, the name of the organization (own).',
  },
  invalid_email: { status: 400, meaning: 'The address is not an e-mail address (own).' },
  invalid_key_id: { status: 400, meaning: 'The id of the API key is missing or cannot be one.' },
  sign_in_expired: {
    status: 400,
    meaning: 'The sign-in was begun in another browser, too long ago, or has ended already (own).',
  },
  enrolment_expired: {
    status: 400,
    meaning: 'The sign-in to set up a second factor was in another session, too long ago, or was used (own).',
  },
  invalid_code: { status: 400, meaning: 'The code is not one that the authenticator shows now (own).' },
  sign_in_refused: {
    status: 401,
    meaning: 'The issuer did not sign this person in, or its answer does not hold (own).',
  },
  invalid_session: { status: 401, meaning: 'Nobody is signed in, or the session has ended.' },
  reauth_required: { status: 401, meaning: 'The last sign-in is more than five minutes ago; sign in again.' },
  credencial_ausente: { status: 401, meaning: 'No credential was sent (own).' },
  credencial_invalida: { status: 401, meaning: 'The credential is not valid (own).' },
  pagamento_necessario: {
    status: 402,
    meaning: 'Beyond the free allowance; `accepts` says how to pay (own).',
  },
  pagamento_invalido: {
    status: 402,
    meaning: 'The payment is not what was asked for, or was not settled; nothing was charged (own).',
  },
  pagamento_ja_utilizado: {
    status: 402,
    meaning: 'The payment paid for something already, or is used up (own).',
  },
  invalid_origin: {
    status: 403,
    meaning: 'A cookie was the credential, and the call does not come from a page of this service.',
  },
  invalid_csrf: {
    status: 403,
    meaning:
      '`X-CSRF-Token` is not the one of this browser and session; get it from GET /api/auth/bootstrap.',
  },
  organization_forbidden: {
    status: 403,
    meaning:
      'Your role in the organization does not allow this, the organization is switched off, or there is none of this id.',
  },
  organization_mfa_required: {
    status: 403,
    meaning: 'A key of an organization needs a session with a second factor.',
  },
  key_not_found: { status: 404, meaning: 'The account has no API key of this id.' },
  email_unconfirmed: { status: 403, meaning: 'The issuer has not confirmed the e-mail address (own).' },
  sign_up_closed: { status: 403, meaning: 'This service takes no new accounts of this address (own).' },
  another_person: {
    status: 403,
    meaning: 'Somebody else than the person of the session has signed in; the session goes on (own).',
  },
  second_factor_missing: { status: 403, meaning: 'The sign-in was without a second factor (own).' },
  guests_off: { status: 403, meaning: 'This deployment makes no guests (own).' },
  organization_not_found: {
    status: 404,
    meaning: 'There is no organization of this id, or you are no member of it (own).',
  },
  not_found: { status: 404, meaning: 'There is no such thing, or it is not yours.' },
  metodo_nao_permitido: { status: 405, meaning: 'The path exists, with other methods; see `Allow` (own).' },
  profile_changed: {
    status: 409,
    meaning: 'The profile has another revision by now: read it and decide again (own).',
  },
  enrolment_refused: { status: 409, meaning: 'The issuer sets up no second factor for this person (own).' },
  conflito: { status: 409, meaning: 'Too many changes to the same thing at once; repeat the call (own).' },
  unknown_guest: { status: 409, meaning: 'There is no guest of this token.' },
  claim_limit_reached: { status: 409, meaning: 'The account has as many spaces as it can hold (own).' },
  last_owner: { status: 409, meaning: 'The organization would be left without an owner (own).' },
  sole_owner: {
    status: 409,
    meaning: 'The account is the only owner of an organization, which would be left without one (own).',
  },
  organization_full: {
    status: 409,
    meaning: 'The organization has as many members or open invitations as it can (own).',
  },
  organization_limit_reached: {
    status: 409,
    meaning: 'The account is in as many organizations as it can be (own).',
  },
  key_limit_reached: { status: 409, meaning: 'The account has ten live API keys; revoke one first.' },
  chave_reutilizada: {
    status: 409,
    meaning:
      'Another request was sent with this `Idempotency-Key` within 24 hours, or its answer is no longer yours.',
  },
  chave_em_uso: {
    status: 409,
    meaning:
      'The first call with this `Idempotency-Key` is under way; repeat the call after `Retry-After` (own).',
  },
  corpo_grande: { status: 413, meaning: 'The body is larger than the limit (own).' },
  tipo_nao_suportado: {
    status: 415,
    meaning: 'The content type or its charset is not the one that is expected (own).',
  },
  muitas_confirmacoes: { status: 429, meaning: 'Too many unconfirmed e-mail addresses (own).' },
  muitos_testes: {
    status: 429,
    meaning: 'Too many test alerts are under way; repeat the call after `Retry-After` (own).',
  },
  erro_interno: { status: 500, meaning: 'Our fault; `X-Request-Id` finds it in the log (own).' },
  product_claim_pending: {
    status: 503,
    meaning: 'It is not known whether the claim went through; repeat the call after `Retry-After`.',
  },
  auth_unavailable: {
    status: 503,
    meaning:
      'Accounts cannot be read for a moment; the session goes on. Repeat the call after `Retry-After`.',
  },
  pagamento_em_confirmacao: {
    status: 503,
    meaning:
      'It is not known yet whether the payment was carried out; repeat the call with the same X-PAYMENT (own).',
  },
  indisponivel: {
    status: 503,
    meaning: 'Not available for a moment; repeat the call after `Retry-After` (own).',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The one error an operation throws on purpose; `runtime/replies` writes it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** One plain sentence that names the field, the rule and the value. */
  readonly detail: string | undefined;
  /** Further members of the reply body, such as `accepts`. */
  readonly extra: Readonly<Record<string, unknown>>;

  /** Seconds until a repeat can succeed, where that is known. */
  readonly retryAfterSec: number | undefined;

  constructor(
    code: ErrorCode,
    detail?: string,
    extra: Readonly<Record<string, unknown>> = {},
    retryAfterSec?: number,
  ) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.extra = extra;
    this.retryAfterSec = retryAfterSec;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
