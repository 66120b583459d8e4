import { credentialCodes, type CredentialKinds } from './credentials.ts';
import type { ErrorCode } from './errors.ts';
import type { Body, Operation } from './operation.ts';
import { takesKey } from './repeats.ts';

/** Every code an operation refuses with: of its credentials, of reading its body, of being repeated, and its own. */
export function errorsOf(operation: Operation, kinds?: CredentialKinds): ErrorCode[] {
  return [
    ...new Set([
      ...credentialCodes(operation.auth, kinds),
      ...bodyCodes(operation.body),
      ...(takesKey(operation) ? REPEAT_CODES : []),
      ...operation.errors,
    ]),
  ];
}

/** A key, and a dry run where there is none. */
const REPEAT_CODES = ['chave_invalida', 'consulta_invalida', 'chave_reutilizada', 'chave_em_uso'] as const;

function bodyCodes(body: Body | undefined): ErrorCode[] {
  if (!body) return [];
  return 'raw' in body ? ['corpo_grande'] : ['corpo_grande', 'tipo_nao_suportado', 'corpo_invalido'];
}
