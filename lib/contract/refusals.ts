import { credentialCodes, type CredentialKinds } from './credentials.ts';
import type { ErrorCode } from './errors.ts';
import type { Body, Operation } from './operation.ts';

/** Every code an operation refuses with: of its credentials, of reading its body, and its own. */
export function errorsOf(operation: Operation, kinds?: CredentialKinds): ErrorCode[] {
  return [
    ...new Set([
      ...credentialCodes(operation.auth, kinds),
      ...bodyCodes(operation.body),
      ...operation.errors,
    ]),
  ];
}

function bodyCodes(body: Body | undefined): ErrorCode[] {
  if (!body) return [];
  return 'raw' in body ? ['corpo_grande'] : ['corpo_grande', 'tipo_nao_suportado', 'corpo_invalido'];
}
