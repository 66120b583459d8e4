import { printable } from '../domain/printable.ts';

/**
 * Every error code the service answers, and its status (SPEC.md "Errors"; `error` in a reply is always one of these). What
 * they mean stands in `error-meanings.ts`, which a function that only refuses does not load.
 */
export const STATUSES = {
  nome_obrigatorio: 400,
  nome_invalido: 400,
  intervalo_invalido: 400,
  cron_ou_interval: 400,
  cron_invalido: 400,
  tz_invalida: 400,
  grace_invalido: 400,
  cron_sem_ocorrencia: 400,
  pausa_invalida: 400,
  pausa_longa: 400,
  max_duration_invalida: 400,
  alert_repeat_invalido: 400,
  alert_after_failures_invalido: 400,
  alert_channels_invalido: 400,
  hears_invalido: 400,
  on_invalido: 400,
  canal_invalido: 400,
  limite_canais: 409,
  manutencao_invalida: 400,
  limite_manutencoes: 409,
  pagina_invalida: 400,
  limite_paginas: 409,
  endereco_em_uso: 409,
  tags_invalidas: 400,
  alert_to_invalido: 400,
  destino_invalido: 400,
  alert_url_invalida: 400,
  campo_desconhecido: 400,
  corpo_invalido: 400,
  terminal_invalido: 400,
  saidas_invalidas: 400,
  relatorio_incompleto: 400,
  grupo_invalido: 400,
  request_id_invalido: 400,
  vigiar_invalido: 400,
  consulta_invalida: 400,
  valor_invalido: 400,
  contato_invalido: 400,
  chave_invalida: 400,
  crontab_sem_agenda: 400,
  slug_invalido: 400,
  slug_repetido: 400,
  revividos_demais: 400,
  exit_code_fora_da_faixa: 400,
  ambiente_invalido: 400,
  medida_invalida: 400,
  perfil_invalido: 400,
  ativa_invalida: 400,
  aviso_invalido: 400,
  coletor_invalido: 400,
  monitoramento_invalido: 400,
  paused_invalido: 400,
  leitura_invalida: 400,
  envio_invalido: 400,
  invalid_request: 400,
  invalid_profile: 400,
  invalid_avatar: 400,
  invalid_product_claim: 400,
  invalid_body: 400,
  invalid_key_name: 400,
  invalid_organization: 400,
  invalid_organization_name: 400,
  invalid_role: 400,
  invalid_confirmation: 400,
  invalid_email: 400,
  invalid_key_id: 400,
  sign_in_expired: 400,
  enrolment_expired: 400,
  invalid_code: 400,
  sign_in_refused: 401,
  invalid_session: 401,
  reauth_required: 401,
  credencial_ausente: 401,
  credencial_invalida: 401,
  pagamento_necessario: 402,
  pagamento_invalido: 402,
  pagamento_ja_utilizado: 402,
  pagamento_ja_respondido: 409,
  credito_insuficiente: 402,
  invalid_origin: 403,
  invalid_csrf: 403,
  organization_forbidden: 403,
  organization_mfa_required: 403,
  key_not_found: 404,
  email_unconfirmed: 403,
  sign_up_closed: 403,
  another_person: 403,
  second_factor_missing: 403,
  guests_off: 403,
  read_only_key: 403,
  organization_not_found: 404,
  not_found: 404,
  metodo_nao_permitido: 405,
  prazo_encerrado: 408,
  nada_a_cobrar: 409,
  ambiente_nao_detectado: 409,
  limite_coletas: 409,
  limite_avisos: 409,
  aviso_sem_coleta: 409,
  limite_monitores: 409,
  profile_changed: 409,
  enrolment_refused: 409,
  no_second_factor: 409,
  conflito: 409,
  unknown_guest: 409,
  claim_limit_reached: 409,
  last_owner: 409,
  sole_owner: 409,
  organization_full: 409,
  organization_limit_reached: 409,
  key_limit_reached: 409,
  ambiente_conflitante: 409,
  limite_ambientes: 409,
  ja_detectado: 409,
  chave_reutilizada: 409,
  chave_em_uso: 409,
  corpo_grande: 413,
  relatorio_grande: 413,
  tipo_nao_suportado: 415,
  medida_incompativel: 422,
  nada_a_medir: 422,
  origem_recusada: 422,
  muitas_confirmacoes: 429,
  muitos_testes: 429,
  muitos_envios: 429,
  leitura_limitada: 429,
  erro_interno: 500,
  product_claim_pending: 503,
  auth_unavailable: 503,
  pagamento_em_confirmacao: 503,
  indisponivel: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof STATUSES;

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

  /** Header fields of the reply besides. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    detail?: string,
    extra: Readonly<Record<string, unknown>> = {},
    retryAfterSec?: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
    this.code = code;
    // Callers put the refused value in, and a terminal or a model reads the sentence.
    this.detail = detail === undefined ? undefined : printable(detail);
    this.extra = extra;
    this.retryAfterSec = retryAfterSec;
    this.headers = headers;
  }

  get status(): number {
    return STATUSES[this.code];
  }
}

/** Said of a path that is no operation's. */
export const NOWHERE = 'There is nothing at this path. GET /api/ lists what exists.';
